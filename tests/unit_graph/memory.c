/* Files that cost little and could take much: what they take is what they give. */
#include "files.h"
#include "test.h"
#include "tools/graph/graph_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define BOMB_BYTES ((size_t)100 << 20) /* 15 KB when compressed */
#define ROOM_BYTES ((size_t)1 << 20)

static struct graph_error error;

static long most_kilobytes(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Reads `head` and then 100 MB of one character, and returns by how many MB the process grew for it. */
static long grown_by(const char *name, const char *head, char filler)
{
    char *text = malloc(BOMB_BYTES + 1);
    unsigned char *packed = malloc(ROOM_BYTES);
    const char *path;
    struct graph graph;
    size_t count;
    long before;

    if (!TEST_TRUE(text != NULL && packed != NULL)) {
        return 0;
    }
    memset(text, filler, BOMB_BYTES);
    memcpy(text, head, strlen(head));
    text[BOMB_BYTES] = '\0';
    count = file_gzip(text, packed, ROOM_BYTES);
    path = file_write(name, packed, count);
    free(text);
    free(packed);
    before = most_kilobytes();
    TEST_EQUAL(graph_read(path, &(struct graph_reading){0}, &graph, &error), -1);
    graph_clear(&graph);
    unlink(path);
    return (most_kilobytes() - before) / 1024;
}

/* The text itself was in memory before, and hides growth of up to its size: 4 bytes for each of its lines are
 * four times that. */
TEST(a_bomb_of_empty_lines_takes_nothing)
{
    long grown = grown_by("bomb.graph.gz", "2147483646 1\n", '\n');

    TEST_CONTAINS(error.text, "of 2147483646 vertices; it is truncated, get it again");
    TEST_TRUE(grown < 100);
}

TEST(a_bomb_of_one_line_takes_nothing)
{
    long grown = grown_by("bomb.gr.gz", "p sp 5 5\nc", 'x');

    TEST_CONTAINS(error.text, "bomb.gr.gz:2: the file ends after 0 of 5 arcs");
    TEST_TRUE(grown < 100);
    grown = grown_by("bomb.el.gz", "0 ", '7');
    TEST_CONTAINS(error.text, "bomb.el.gz:1: a number does not fit 64 bits");
    TEST_TRUE(grown < 100);
    grown = grown_by("bomb.mtx.gz", "%%MatrixMarket matrix ", 'x');
    TEST_CONTAINS(error.text, "bomb.mtx.gz:1: the format is \"xxxxx");
    TEST_TRUE(grown < 100);
}

TEST(more_arcs_than_kernels_can_index_are_refused)
{
    struct graph graph;

    TEST_EQUAL(graph_allocate_arrays(&graph, 1000, GRAPH_ARCS_MAX + 1, 0, &error), -1);
    TEST_EQUAL_TEXT(error.text, "the graph has 2147483648 arcs, and at most 2147483647 fit, since kernels "
                                "count in 32 bits; take a smaller one");
    TEST_TRUE(graph.rows == NULL);
    TEST_EQUAL(graph_allocate_arrays(&graph, 1000, UINT64_MAX, 1, &error), -1);
    TEST_CONTAINS(error.text, "the graph has 18446744073709551615 arcs");
}

TEST(more_memory_than_is_free_is_refused)
{
    TEST_TRUE(graph_allocate(UINT64_C(1) << 50, "the test", &error) == NULL);
    TEST_EQUAL_TEXT(error.text,
                    "the test needs 1125899.9 GB of memory, which are not free here; take a smaller graph");
}
