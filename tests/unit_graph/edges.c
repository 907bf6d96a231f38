/* The reader of edge lists: what it takes, and the message for what it refuses. */
#include "files.h"
#include "test.h"

#include <stdio.h>
#include <unistd.h>

#define DIRECTED(text) file_as_text("g.el", text, GRAPH_DIRECTED)
#define READ(text) file_as_text("g.el", text, GRAPH_UNDIRECTED)
#define WEIGHTED(text, direction) file_with_weights("g.el", text, direction)
#define ERROR(text) file_error("g.el", text)

TEST(reads_tabs_blanks_comments_and_windows_line_ends)
{
    TEST_EQUAL_TEXT(DIRECTED("# Nodes: 3 Edges: 3\n0\t1\r\n\n  2 0 \n% more\n1 1"), "0:1 1:1 2:0");
    TEST_EQUAL_TEXT(READ("0\t1\n2 0\n1 1\n1 0\n"), "0:1,2 1:0 2:0");
}

TEST(numbers_vertices_in_the_order_of_their_identifiers)
{
    TEST_EQUAL_TEXT(DIRECTED("7 18446744073709551605\n18446744073709551605 5\n"), "0: 1:2 2:0");
}

static void check_ids(const char *text, const uint64_t *wanted, uint32_t count)
{
    const char *path = file_write_text("ids.el", text);
    struct graph_error error;
    struct graph graph;
    uint32_t i;

    if (TEST_EQUAL(graph_read(path, &(struct graph_reading){0}, &graph, &error), 0)) {
        TEST_EQUAL(graph.ids != NULL, wanted != NULL);
        TEST_EQUAL(graph.vertex_count, count);
        for (i = 0; i < count && graph.ids != NULL && wanted != NULL; i++) {
            TEST_EQUAL(graph.ids[i], wanted[i]);
        }
    }
    graph_clear(&graph);
    unlink(path);
}

TEST(keeps_identifiers_that_are_not_the_numbers)
{
    static const uint64_t from_one[] = {1, 2, 3};
    static const uint64_t far[] = {3, 70, 10000000000};

    check_ids("0 2\n1 2\n", NULL, 3);
    check_ids("1 2\n3 2\n", from_one, 3);
    check_ids("10000000000 3\n70 3\n", far, 3);
}

/* More identifiers than the table begins with, far apart and met in no order. */
TEST(takes_many_identifiers)
{
    const char *path = file_path("many.el");
    FILE *file = fopen(path, "w");
    struct graph_error error;
    struct graph graph;
    uint64_t id = 1;
    uint32_t i, wrong = 0;

    if (!TEST_TRUE(file != NULL)) {
        return;
    }
    for (i = 0; i < 100000; i++) {
        id = id * 6364136223846793005u + 1442695040888963407u;
        fprintf(file, "%llu %llu\n", (unsigned long long)id, (unsigned long long)(id ^ 1));
    }
    fclose(file);
    if (TEST_EQUAL(graph_read(path, &(struct graph_reading){0}, &graph, &error), 0)) {
        TEST_EQUAL(graph.vertex_count, 200000);
        for (i = 0; i < graph.vertex_count; i++) {
            wrong += graph.rows[i + 1] != i + 1 || (uint32_t)graph.arcs[i] != (i ^ 1) ||
                     (i > 0 && graph.ids[i] <= graph.ids[i - 1]);
        }
        TEST_EQUAL(wrong, 0);
    }
    graph_clear(&graph);
    unlink(path);
}

TEST(takes_a_third_field_for_a_weight)
{
    TEST_EQUAL_TEXT(WEIGHTED("0 1 5\n1 0 3\n1 2\n", GRAPH_UNDIRECTED), "0:1*3 1:0*3,2*1 2:1*1");
    TEST_EQUAL_TEXT(WEIGHTED("0 1\n", GRAPH_DIRECTED), "0:1 1:");
    TEST_EQUAL_TEXT(READ("0 1 -0.5\n"), "0:1 1:0");
}

TEST(knows_the_format_by_ending_or_comment)
{
    TEST_EQUAL_TEXT(file_as_text("g.snap", "0 1\n", GRAPH_DIRECTED), "0:1 1:");
    TEST_EQUAL_TEXT(file_as_text("g.txt", "2 1\n0 1\n", GRAPH_DIRECTED), "0:1 1: 2:1");
    TEST_EQUAL_TEXT(file_as_text("graph", "# edges\n0 1\n", GRAPH_DIRECTED), "0:1 1:");
}

TEST(refuses_what_is_no_edge)
{
    TEST_EQUAL_TEXT(ERROR("0 1\n2\n"),
                    "g.el:2: the line is cut short; a line reads \"tail head\" or \"tail head weight\"");
    TEST_CONTAINS(ERROR("0 -1\n"), "g.el:1: \"-1\" is not a vertex; a line reads");
    TEST_CONTAINS(ERROR("0,1\n"), "g.el:1: \"0,1\" is not a vertex; a line reads");
    TEST_CONTAINS(ERROR("0 x\n"), "g.el:1: \"x\" is not a vertex; a line reads");
    TEST_EQUAL_TEXT(ERROR("0 1 2 3\n"),
                    "g.el:1: \"3\" stands behind the end of the line's fields; correct the line");
    TEST_EQUAL_TEXT(ERROR("0 99999999999999999999999\n"),
                    "g.el:1: a number does not fit 64 bits; correct the line");
    TEST_EQUAL_TEXT(WEIGHTED("0 1 2.5\n", GRAPH_DIRECTED),
                    "g.el:1: \"2.5\" is not a weight; weights are whole numbers from 0");
}

TEST(refuses_a_file_without_edges)
{
    TEST_EQUAL_TEXT(ERROR("# nothing\n"),
                    "g.el:2: the file ends before its first edge; a line reads \"tail head\" "
                    "or \"tail head weight\"");
}
