#include "file.h"

#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef GRAPH_HAVE_ZSTD
#include <zstd.h>
#endif

#define ROOM_BYTES 4096 /* more than a compressed file is longer than its contents */

static size_t pack_gzip(const uint8_t *bytes, size_t count, uint8_t *to, size_t room)
{
    z_stream stream;

    memset(&stream, 0, sizeof stream);
    deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = (uint8_t *)(size_t)bytes;
    stream.avail_in = (unsigned)count;
    stream.next_out = to;
    stream.avail_out = (unsigned)room;
    deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return room - stream.avail_out;
}

static size_t pack(unsigned coding, const uint8_t *bytes, size_t count, uint8_t *to, size_t room)
{
    size_t packed = 0;

    if (coding == 1) {
        return pack_gzip(bytes, count, to, room);
    }
    if (coding == 2) {
        lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, bytes, count, to, &packed, room);
        return packed;
    }
#ifdef GRAPH_HAVE_ZSTD
    if (coding == 3) {
        return ZSTD_compress(to, room, bytes, count, 1);
    }
#endif
    if (count > 0) {
        memcpy(to, bytes, count);
    }
    return count;
}

struct file_input file_of(const uint8_t *bytes, size_t length)
{
    static const char *const endings[] = {".gr", ".graph", ".mtx", ".el", ".txt", "", NULL};
    struct file_input input;
    size_t count = length - FILE_HEAD_BYTES;
    size_t room = 2 * count + ROOM_BYTES;

    input.ending = endings[bytes[0] % (sizeof endings / sizeof *endings)];
    input.is_directed = bytes[1] & 1;
    input.wants_weights = bytes[1] >> 1 & 1;
    input.is_mended = bytes[1] >> 4 & 1;
    input.bytes = malloc(room);
    if (input.bytes == NULL) {
        abort();
    }
    input.count =
        pack(input.ending != NULL ? bytes[1] >> 2 & 3 : 0, bytes + FILE_HEAD_BYTES, count, input.bytes, room);
    input.count -= bytes[2] < input.count ? bytes[2] : input.count;
    return input;
}
