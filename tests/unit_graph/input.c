/* Files as such: missing, empty, compressed, broken. */
#include "files.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TRIANGLE "3 3\n2 3\n1 3\n1 2\n"
#define TRIANGLE_AS_TEXT "0:1,2 1:0,2 2:0,1"

static struct graph_error error;

/* Reads bytes under that name; the graph as text, or the message without the directory. */
static const char *read_bytes(const char *name, const unsigned char *bytes, size_t count)
{
    const char *path = file_write(name, bytes, count);
    const char *result = error.text;
    struct graph graph;

    error.text[0] = '\0';
    if (graph_read(path, &(struct graph_reading){0}, &graph, &error) == 0) {
        result = graph_as_text(&graph);
    } else if (strncmp(error.text, path, strlen(path)) == 0) {
        result = error.text + (strstr(path, name) - path);
    }
    graph_clear(&graph);
    unlink(path);
    return result;
}

/* A path whose compressed form has many blocks of input and output. */
static char *long_path_text(unsigned vertices)
{
    size_t capacity = 24 * (size_t)vertices + 64;
    char *text = malloc(capacity);
    size_t length = 0;
    unsigned i;

    if (text == NULL) {
        return NULL;
    }
    length += (size_t)snprintf(text, capacity, "%u %u\n", vertices, vertices - 1);
    for (i = 1; i <= vertices; i++) {
        if (i > 1) {
            length += (size_t)snprintf(text + length, capacity - length, "%u ", i - 1);
        }
        if (i < vertices) {
            length += (size_t)snprintf(text + length, capacity - length, "%u", i + 1);
        }
        text[length++] = '\n';
    }
    text[length] = '\0';
    return text;
}

static void check_long_path(const char *name, const unsigned char *bytes, size_t count, unsigned vertices)
{
    struct graph graph;
    const char *path = file_write(name, bytes, count);

    if (TEST_EQUAL(graph_read(path, &(struct graph_reading){0}, &graph, &error), 0)) {
        TEST_EQUAL(graph.vertex_count, vertices);
        TEST_EQUAL(graph.arc_count, 2 * (vertices - 1));
        TEST_EQUAL(graph.arcs[graph.rows[vertices - 1]], vertices - 2);
    } else {
        TEST_NOTE("%s", error.text);
    }
    graph_clear(&graph);
    unlink(path);
}

TEST(refuses_a_missing_file)
{
    struct graph graph;

    TEST_EQUAL(graph_read("/nowhere/at/all.graph", &(struct graph_reading){0}, &graph, &error), -1);
    TEST_EQUAL_TEXT(error.text,
                    "/nowhere/at/all.graph cannot be opened: No such file or directory; check the name");
    graph_clear(&graph);
}

TEST(refuses_a_directory)
{
    struct graph graph;

    TEST_EQUAL(graph_read("/", &(struct graph_reading){0}, &graph, &error), -1);
    TEST_EQUAL_TEXT(error.text, "/ cannot be read: Is a directory; check that it is a file");
    graph_clear(&graph);
}

TEST(refuses_an_empty_file)
{
    TEST_EQUAL_TEXT(read_bytes("g.graph", NULL, 0), "g.graph is empty; check that it was written completely");
    TEST_EQUAL_TEXT(read_bytes("g.gr", NULL, 0), "g.gr is empty; check that it was written completely");
}

TEST(refuses_zeros)
{
    static const unsigned char zeros[64];

    TEST_EQUAL_TEXT(
        read_bytes("g.graph", zeros, sizeof zeros),
        "g.graph:1: the header has no number of vertices; a METIS file begins with \"vertices edges\"");
}

TEST(guesses_the_format_of_other_names)
{
    TEST_EQUAL_TEXT(file_as_text("triangle.data", TRIANGLE, GRAPH_UNDIRECTED), TRIANGLE_AS_TEXT);
    TEST_EQUAL_TEXT(file_as_text("arc.txt", "c x\np sp 2 1\na 1 2 1\n", GRAPH_UNDIRECTED), "0:1 1:0");
}

/* A header costs a few bytes; the memory that it promises is not taken for them. */
TEST(refuses_vertices_that_only_a_header_knows)
{
    TEST_CONTAINS(
        file_as_text("g.gr", "p sp 2000000000 1\na 1 2 1\n", GRAPH_DIRECTED),
        "g.gr:3: the header promises 2000000000 vertices for 1 arcs, so that more than 62 of 64 have none");
    TEST_CONTAINS(file_as_text("g.mtx",
                               "%%MatrixMarket matrix coordinate pattern general\n1500000000 1500000000 0\n",
                               GRAPH_DIRECTED),
                  "g.mtx:3: the header promises 1500000000 vertices for 0 arcs");
}

TEST(reads_gzip)
{
    unsigned char bytes[512];
    size_t count = file_gzip(TRIANGLE, bytes, sizeof bytes);

    TEST_EQUAL_TEXT(read_bytes("g.graph.gz", bytes, count), TRIANGLE_AS_TEXT);
}

TEST(reads_gzip_members_end_to_end)
{
    unsigned char bytes[512];
    size_t count = file_gzip("3 3\n2 3\n1", bytes, sizeof bytes);

    count += file_gzip(" 3\n1 2\n", bytes + count, sizeof bytes - count);
    TEST_EQUAL_TEXT(read_bytes("g.graph.gz", bytes, count), TRIANGLE_AS_TEXT);
}

TEST(reads_xz)
{
    unsigned char bytes[512];
    size_t count = file_xz(TRIANGLE, bytes, sizeof bytes);

    TEST_EQUAL_TEXT(read_bytes("g.graph.xz", bytes, count), TRIANGLE_AS_TEXT);
}

TEST(reads_zstd_frames_end_to_end_or_says_why_not)
{
    static const unsigned char mark[] = {0x28, 0xb5, 0x2f, 0xfd, 0};
    unsigned char bytes[512];
    size_t count = file_zstd("3 3\n2 3\n1", bytes, sizeof bytes);
    size_t length;

    if (count == 0) {
        TEST_CONTAINS(read_bytes("g.graph.zst", mark, sizeof mark),
                      "is compressed by zstd, which this build cannot read: its library was missing");
        return;
    }
    count += file_zstd(" 3\n1 2\n", bytes + count, sizeof bytes - count);
    TEST_EQUAL_TEXT(read_bytes("g.graph.zst", bytes, count), TRIANGLE_AS_TEXT);
    count = file_zstd(TRIANGLE, bytes, sizeof bytes);
    for (length = 4; length < count; length++) {
        TEST_CONTAINS(read_bytes("g.graph.zst", bytes, length),
                      "the zstd data end early; get the file again");
    }
    bytes[5] ^= 0x55;
    TEST_CONTAINS(read_bytes("g.graph.zst", bytes, count), "the zstd data are corrupt; get the file again");
}

TEST(knows_compression_by_content_not_by_name)
{
    unsigned char bytes[512];
    size_t count = file_xz(TRIANGLE, bytes, sizeof bytes);

    TEST_EQUAL_TEXT(read_bytes("g.graph", bytes, count), TRIANGLE_AS_TEXT);
}

TEST(refuses_gzip_and_xz_cut_anywhere)
{
    unsigned char bytes[512];
    size_t count = file_gzip(TRIANGLE, bytes, sizeof bytes);
    size_t length;

    for (length = 2; length < count; length++) {
        TEST_CONTAINS(read_bytes("g.graph.gz", bytes, length), "the gzip data end early; get the file again");
    }
    count = file_xz(TRIANGLE, bytes, sizeof bytes);
    for (length = 6; length < count; length++) {
        TEST_CONTAINS(read_bytes("g.graph.xz", bytes, length), "the xz data end early; get the file again");
    }
}

TEST(refuses_corrupt_gzip_and_xz)
{
    unsigned char bytes[512];
    size_t count = file_gzip(TRIANGLE, bytes, sizeof bytes);

    bytes[count - 6] ^= 0x55;
    TEST_CONTAINS(read_bytes("g.graph.gz", bytes, count), "the gzip data are corrupt; get the file again");
    count = file_xz(TRIANGLE, bytes, sizeof bytes);
    bytes[count / 2] ^= 0x55;
    TEST_CONTAINS(read_bytes("g.graph.xz", bytes, count), "the xz data are corrupt; get the file again");
}

TEST(reads_what_is_longer_than_its_buffers)
{
    unsigned vertices = 300000;
    char *text = long_path_text(vertices);
    size_t capacity = text != NULL ? strlen(text) + 4096 : 0;
    unsigned char *bytes = malloc(capacity);

    if (TEST_TRUE(text != NULL && bytes != NULL)) {
        check_long_path("g.graph", (const unsigned char *)text, strlen(text), vertices);
        check_long_path("g.graph.gz", bytes, file_gzip(text, bytes, capacity), vertices);
        check_long_path("g.graph.xz", bytes, file_xz(text, bytes, capacity), vertices);
    }
    free(text);
    free(bytes);
}
