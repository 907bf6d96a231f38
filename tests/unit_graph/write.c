/* Files that are written are read again as what they were. */
#include "files.h"
#include "test.h"
#include "tools/graph/formats.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct graph_error error;

/* Writes what `text` reads as in the format of that name, and reads it again. */
static const char *through(const char *format, const char *ending, const char *text,
                           enum graph_direction direction)
{
    const struct graph_reading reading = {.direction = direction, .wants_weights = 1};
    char name[32];
    const char *path = file_write_text("from.gr", text);
    const char *result = error.text;
    struct graph graph;
    FILE *file;

    snprintf(name, sizeof name, "to%s", ending);
    if (!TEST_EQUAL(graph_read(path, &reading, &graph, &error), 0)) {
        return error.text;
    }
    unlink(path);
    path = file_path(name);
    file = fopen(path, "w");
    if (TEST_TRUE(file != NULL) && TEST_TRUE(graph_format_named(format) != NULL)) {
        int status = graph_format_named(format)->write(file, &graph, direction == GRAPH_UNDIRECTED, &error);

        fclose(file);
        graph_clear(&graph);
        if (status == 0 && graph_read(path, &reading, &graph, &error) == 0) {
            result = graph_as_text(&graph);
        }
    }
    graph_clear(&graph);
    unlink(path);
    return result;
}

#define ARCS "p sp 4 4\na 1 2 5\na 2 3 0\na 3 1 7\na 4 1 2147483647\n"
#define PLAIN "p sp 3 3\na 1 2\na 2 3\na 3 3\n"
#define UNDIRECTED "0:1*5,2*7,3*2147483647 1:0*5,2*0 2:0*7,1*0 3:0*2147483647"

TEST(every_format_keeps_edges_and_weights)
{
    TEST_EQUAL_TEXT(through("dimacs", ".gr", ARCS, GRAPH_UNDIRECTED), UNDIRECTED);
    TEST_EQUAL_TEXT(through("edges", ".el", ARCS, GRAPH_UNDIRECTED), UNDIRECTED);
    TEST_EQUAL_TEXT(through("matrix", ".mtx", ARCS, GRAPH_UNDIRECTED), UNDIRECTED);
    TEST_EQUAL_TEXT(through("metis", ".graph", ARCS, GRAPH_UNDIRECTED), UNDIRECTED);
}

TEST(every_format_but_metis_keeps_arcs)
{
    TEST_EQUAL_TEXT(through("dimacs", ".gr", ARCS, GRAPH_DIRECTED), "0:1*5 1:2*0 2:0*7 3:0*2147483647");
    TEST_EQUAL_TEXT(through("edges", ".el", ARCS, GRAPH_DIRECTED), "0:1*5 1:2*0 2:0*7 3:0*2147483647");
    TEST_EQUAL_TEXT(through("matrix", ".mtx", ARCS, GRAPH_DIRECTED), "0:1*5 1:2*0 2:0*7 3:0*2147483647");
    TEST_EQUAL_TEXT(
        through("metis", ".graph", ARCS, GRAPH_DIRECTED),
        "METIS files hold undirected graphs alone; write another format, or leave --directed out");
}

TEST(a_graph_without_weights_stays_one)
{
    TEST_EQUAL_TEXT(through("edges", ".el", PLAIN, GRAPH_UNDIRECTED), "0:1 1:0,2 2:1");
    TEST_EQUAL_TEXT(through("matrix", ".mtx", PLAIN, GRAPH_DIRECTED), "0:1 1:2 2:2");
    TEST_EQUAL_TEXT(through("metis", ".graph", PLAIN, GRAPH_UNDIRECTED), "0:1 1:0,2 2:1");
}

TEST(formats_are_known_by_name_and_ending)
{
    TEST_TRUE(graph_format_named("metis") != NULL);
    TEST_TRUE(graph_format_named("mets") == NULL);
    TEST_TRUE(graph_format_of_path("a/b.gr") == graph_format_named("dimacs"));
    TEST_TRUE(graph_format_of_path("b.mtx.zst") == graph_format_named("matrix"));
    TEST_TRUE(graph_format_of_path("b.snap.gz") == graph_format_named("edges"));
    TEST_TRUE(graph_format_of_path("b.gr.gr.xz") == graph_format_named("dimacs"));
    TEST_TRUE(graph_format_of_path(".gr") == NULL);
    TEST_TRUE(graph_format_of_path("b.txt") == NULL);
}
