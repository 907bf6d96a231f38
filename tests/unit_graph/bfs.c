/* The sequential search, which every other is compared with: so it is compared with distances that are known.
 */
#include "apps/bfs/bfs_sequential.h"
#include "files.h"
#include "test.h"
#include "tools/graph/generate.h"

#include <stdlib.h>

static struct graph_error error;

static int distance(int a, int b)
{
    return a > b ? a - b : b - a;
}

/* On a grid the level is the sum of the distances along the axes. */
static void check_grid(int width, int height, int source)
{
    struct graph graph;
    int32_t *levels = malloc((size_t)(width * height) * sizeof *levels);
    int32_t *queue = malloc((size_t)(width * height) * sizeof *queue);
    int i;

    if (TEST_TRUE(levels != NULL && queue != NULL) &&
        TEST_EQUAL(graph_grid((uint64_t)width, (uint64_t)height, &graph, &error), 0)) {
        graph_bfs_sequential(&graph, (uint32_t)source, levels, queue);
        for (i = 0; i < width * height; i++) {
            TEST_EQUAL(levels[i], distance(i % width, source % width) + distance(i / width, source / width));
        }
        graph_clear(&graph);
    }
    free(levels);
    free(queue);
}

TEST(finds_the_distances_of_a_grid)
{
    check_grid(1, 1, 0);
    check_grid(17, 9, 0);
    check_grid(17, 9, 76);
    check_grid(40, 1, 39);
}

TEST(leaves_minus_one_where_nothing_leads)
{
    const char *path = file_write_text("g.gr", "p sp 4 3\na 1 2 1\na 3 1 1\na 2 4 1\n");
    struct graph graph;
    int32_t levels[4], queue[4];

    if (TEST_EQUAL(graph_read(path, &(struct graph_reading){.direction = GRAPH_DIRECTED}, &graph, &error),
                   0)) {
        graph_bfs_sequential(&graph, 0, levels, queue);
        TEST_EQUAL(levels[0], 0);
        TEST_EQUAL(levels[1], 1);
        TEST_EQUAL(levels[2], -1);
        TEST_EQUAL(levels[3], 2);
    }
    graph_clear(&graph);
}
