/* The parts of a graph: each arc has a place of its own, at its head's rank, and places are in the order of
 * the transpose. */
#include "tools/net/graph_part.h"

#include "test.h"
#include "tools/graph/generate.h"
#include <stdlib.h>

/* All ranks' parts of a graph, against its transpose. */
static void compare(const struct graph *graph, uint32_t ranks)
{
    struct graph_error error;
    struct graph transpose;
    uint32_t *tails; /* of each element of the array, the tail that aims at it, and 1 */
    uint64_t places = 0;
    uint32_t vertices = 0;

    if (!TEST_EQUAL(graph_transpose(graph, &transpose, &error), 0)) {
        return;
    }
    tails = calloc((size_t)(graph->arc_count + 1) * ranks, sizeof *tails);
    for (uint32_t rank = 0; rank < ranks; rank++) {
        struct graph_part part;
        TEST_EQUAL(graph_part_make(graph, &transpose, ranks, rank, &part), 0);
        TEST_EQUAL(part.first, vertices);
        TEST_AT_LEAST(part.places, part.in_rows[part.count]);
        TEST_TRUE(rank == 0 || part.places == places);
        places = part.places;
        TEST_AT_MOST(places, graph->arc_count + 1);
        for (uint32_t i = 0; i < part.count; i++) {
            for (uint32_t arc = part.out_rows[i]; arc < part.out_rows[i + 1]; arc++) {
                if (TEST_TRUE(part.targets[arc] < places * ranks)) {
                    TEST_EQUAL(tails[part.targets[arc]], 0); /* nobody else aims there */
                    tails[part.targets[arc]] = part.first + i + 1;
                }
            }
        }
        vertices += part.count;
        graph_part_clear(&part);
    }
    TEST_EQUAL(vertices, graph->vertex_count);
    for (uint32_t rank = 0; rank < ranks; rank++) {
        struct graph_part part;
        TEST_EQUAL(graph_part_make(graph, &transpose, ranks, rank, &part), 0);
        for (uint32_t i = 0; i < part.count; i++) {
            const uint32_t row = transpose.rows[part.first + i];
            TEST_EQUAL(part.in_rows[i + 1] - part.in_rows[i], transpose.rows[part.first + i + 1] - row);
            for (uint32_t place = part.in_rows[i]; place < part.in_rows[i + 1]; place++) {
                TEST_EQUAL(tails[rank * places + place],
                           (uint32_t)transpose.arcs[row + place - part.in_rows[i]] + 1);
            }
        }
        graph_part_clear(&part);
    }
    free(tails);
    graph_clear(&transpose);
}

static void compare_at_all(struct graph *graph)
{
    for (uint32_t ranks = 1; ranks <= 7; ranks++) {
        compare(graph, ranks);
    }
    graph_clear(graph);
}

TEST(each_arc_has_a_place_at_its_heads_rank)
{
    struct graph_error error;
    struct graph graph;

    TEST_EQUAL(graph_grid(1, 1, &graph, &error), 0);
    compare_at_all(&graph);
    TEST_EQUAL(graph_grid(2, 2, &graph, &error), 0);
    compare_at_all(&graph);
    TEST_EQUAL(graph_star(20, &graph, &error), 0);
    compare_at_all(&graph);
    TEST_EQUAL(graph_rmat(7, 4, 3, &graph, &error), 0);
    compare_at_all(&graph);
}

TEST(arcs_that_are_there_twice_have_two_places)
{
    uint32_t rows[] = {0, 3, 3, 6, 7};
    int32_t arcs[] = {1, 1, 0, 3, 1, 1, 3}; /* with a loop, and a vertex that no arc leaves */
    const struct graph graph = {.vertex_count = 4, .arc_count = 7, .rows = rows, .arcs = arcs};

    for (uint32_t ranks = 1; ranks <= 5; ranks++) {
        compare(&graph, ranks);
    }
}
