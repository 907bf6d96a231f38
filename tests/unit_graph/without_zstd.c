/* A build that found no zstd: the decoder as it is compiled then stands here, in front of the library's. */
#include "files.h"
#include "test.h"
#undef GRAPH_HAVE_ZSTD
#include "tools/graph/decode_zstd.c"

#include <string.h>
#include <unistd.h>

TEST(says_what_is_missing)
{
    static const unsigned char mark[] = {0x28, 0xb5, 0x2f, 0xfd, 0, 0};
    const char *path = file_write("g.gr.zst", mark, sizeof mark);
    struct graph_error error;
    struct graph graph;

    TEST_EQUAL(graph_read(path, &(struct graph_reading){0}, &graph, &error), -1);
    TEST_CONTAINS(error.text, "g.gr.zst is compressed by zstd, which this build cannot read: its library was "
                              "missing; decompress the file first, or build with libzstd-dev");
    unlink(path);
}
