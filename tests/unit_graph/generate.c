/* Generated graphs. */
#include "tools/graph/generate.h"
#include "files.h"
#include "test.h"

#include <string.h>

static struct graph_error error;

static const char *grid(uint64_t width, uint64_t height)
{
    struct graph graph;
    const char *result = error.text;

    if (graph_grid(width, height, &graph, &error) == 0) {
        result = graph_as_text(&graph);
    }
    graph_clear(&graph);
    return result;
}

TEST(grid_joins_the_four_neighbours)
{
    TEST_EQUAL_TEXT(grid(1, 1), "0:");
    TEST_EQUAL_TEXT(grid(3, 1), "0:1 1:0,2 2:1");
    TEST_EQUAL_TEXT(grid(1, 3), "0:1 1:0,2 2:1");
    TEST_EQUAL_TEXT(grid(3, 2), "0:1,3 1:0,2,4 2:1,5 3:0,4 4:1,3,5 5:2,4");
}

TEST(pieces_are_those_of_hubs_alone)
{
    struct graph graph;

    if (TEST_EQUAL(graph_grid(3, 2, &graph, &error), 0)) { /* four vertices of two arcs, two of three */
        TEST_EQUAL(graph_pieces(&graph, 1), 14);
        TEST_EQUAL(graph_pieces(&graph, 2), 4);
        TEST_EQUAL(graph_pieces(&graph, 3), 0);
        TEST_EQUAL(graph_pieces(&graph, UINT32_MAX), 0);
    }
    graph_clear(&graph);
}

TEST(grid_has_the_counts_of_the_paper_s_ecology1)
{
    struct graph graph;

    if (TEST_EQUAL(graph_grid(1000, 1000, &graph, &error), 0)) {
        TEST_EQUAL(graph.vertex_count, 1000000);
        TEST_EQUAL(graph.arc_count, 2 * 1998000);
    }
    graph_clear(&graph);
}

TEST(grid_refuses_sizes_that_do_not_fit)
{
    TEST_EQUAL_TEXT(grid(0, 5), "a grid of 0 x 5 does not have 1..2147483646 vertices; change its size");
    TEST_EQUAL_TEXT(grid(UINT64_MAX, UINT64_MAX),
                    "a grid of 18446744073709551615 x 18446744073709551615 does not have "
                    "1..2147483646 vertices; change its size");
    TEST_EQUAL_TEXT(
        grid(30000, 30000),
        "a grid of 30000 x 30000 has 3599880000 arcs, and at most 2147483647 fit; take a smaller one");
}

/* Computed once more by a program in another language. */
TEST(rmat_is_the_same_everywhere)
{
    struct graph graph;

    if (TEST_EQUAL(graph_rmat(2, 2, 1, &graph, &error), 0)) {
        TEST_EQUAL_TEXT(graph_as_text(&graph), "0:1,2 1:0 2:0 3:");
    }
    graph_clear(&graph);
}

TEST(rmat_is_symmetric_simple_and_sorted)
{
    struct graph graph;
    uint32_t vertex, arc, back, found;

    if (TEST_EQUAL(graph_rmat(9, 8, 5, &graph, &error), 0)) {
        TEST_EQUAL(graph.vertex_count, 512);
        TEST_EQUAL(graph.rows[512], graph.arc_count);
        for (vertex = 0; vertex < 512; vertex++) {
            for (arc = graph.rows[vertex]; arc < graph.rows[vertex + 1]; arc++) {
                uint32_t head = (uint32_t)graph.arcs[arc];

                found = 0;
                for (back = graph.rows[head]; back < graph.rows[head + 1]; back++) {
                    found += graph.arcs[back] == (int32_t)vertex;
                }
                if (found != 1 || head == vertex ||
                    (arc > graph.rows[vertex] && graph.arcs[arc] <= graph.arcs[arc - 1])) {
                    TEST_FAIL("arc %u -> %u has %u opposite arcs, or stands at a wrong place", vertex, head,
                              found);
                }
            }
        }
    }
    graph_clear(&graph);
}

TEST(rmat_differs_by_seed)
{
    struct graph first, second;

    if (TEST_EQUAL(graph_rmat(8, 8, 1, &first, &error), 0) &&
        TEST_EQUAL(graph_rmat(8, 8, 2, &second, &error), 0)) {
        TEST_TRUE(first.arc_count != second.arc_count ||
                  memcmp(first.arcs, second.arcs, first.arc_count * sizeof *first.arcs) != 0);
        graph_clear(&second);
    }
    graph_clear(&first);
}

TEST(rmat_refuses_sizes_that_do_not_fit)
{
    struct graph graph;

    TEST_EQUAL(graph_rmat(0, 16, 1, &graph, &error), -1);
    TEST_EQUAL_TEXT(error.text, "R-MAT scale 0 is not in 1..30; change it");
    TEST_EQUAL(graph_rmat(31, 16, 1, &graph, &error), -1);
    TEST_EQUAL_TEXT(error.text, "R-MAT scale 31 is not in 1..30; change it");
    TEST_EQUAL(graph_rmat(30, 16, 1, &graph, &error), -1);
    TEST_EQUAL_TEXT(error.text, "R-MAT edge factor 16 is not in 1..0, which scale 30 allows; change it");
    TEST_EQUAL(graph_rmat(10, 0, 1, &graph, &error), -1);
    TEST_EQUAL_TEXT(error.text, "R-MAT edge factor 0 is not in 1..1048575, which scale 10 allows; change it");
}

/* Edges with their counts, and whether all arcs have an opposite; for graphs that claim to be undirected. */
static void check_simple(const struct graph *graph)
{
    struct graph turned;

    if (TEST_EQUAL(graph_transpose(graph, &turned, &error), 0)) {
        TEST_EQUAL(memcmp(graph->rows, turned.rows, ((size_t)graph->vertex_count + 1) * sizeof *graph->rows),
                   0);
        TEST_EQUAL(memcmp(graph->arcs, turned.arcs, (size_t)graph->arc_count * sizeof *graph->arcs), 0);
    }
    graph_clear(&turned);
}

TEST(uniform_has_exactly_its_edges)
{
    static const uint64_t edges[] = {0, 1, 5000, 499500};
    struct graph graph;

    for (unsigned i = 0; i < 4; i++) {
        if (TEST_EQUAL(graph_uniform(1000, edges[i], 3, &graph, &error), 0)) {
            TEST_EQUAL(graph.vertex_count, 1000);
            TEST_EQUAL(graph.arc_count, 2 * edges[i]);
            check_simple(&graph);
        }
        graph_clear(&graph);
    }
    TEST_EQUAL(graph_uniform(1000, 499501, 1, &graph, &error), -1);
    TEST_EQUAL_TEXT(error.text, "1000 vertices have 0..499500 edges here, not 499501; change the number");
}

/* Computed once more by a program in another language. */
TEST(uniform_is_the_same_everywhere)
{
    struct graph graph;

    if (TEST_EQUAL(graph_uniform(5, 4, 1, &graph, &error), 0)) {
        TEST_EQUAL_TEXT(graph_as_text(&graph), "0:2 1:3 2:0,3,4 3:1,2 4:2");
    }
    graph_clear(&graph);
}

TEST(path_and_star_are_what_they_are)
{
    struct graph graph;

    TEST_EQUAL(graph_path(4, &graph, &error), 0);
    TEST_EQUAL_TEXT(graph_as_text(&graph), "0:1 1:0,2 2:1,3 3:2");
    graph_clear(&graph);
    TEST_EQUAL(graph_star(4, &graph, &error), 0);
    TEST_EQUAL_TEXT(graph_as_text(&graph), "0:1,2,3 1:0 2:0 3:0");
    graph_clear(&graph);
    TEST_EQUAL(graph_star(1, &graph, &error), 0);
    TEST_EQUAL_TEXT(graph_as_text(&graph), "0:");
    graph_clear(&graph);
    TEST_EQUAL(graph_path(0, &graph, &error), -1);
    TEST_EQUAL_TEXT(error.text,
                    "a path of 0 vertices does not have 1..1073741824 of them; change the number");
    TEST_EQUAL(graph_star(UINT64_MAX, &graph, &error), -1);
    TEST_CONTAINS(error.text, "a star of 18446744073709551615 vertices does not have 1..1073741824 of them");
}

TEST(shuffle_gives_other_numbers_to_the_same_path)
{
    struct graph graph;
    uint32_t i, ends = 0, moved = 0;

    if (TEST_EQUAL(graph_path(1000, &graph, &error), 0) && TEST_EQUAL(graph_shuffle(&graph, 7, &error), 0)) {
        TEST_EQUAL(graph.arc_count, 1998);
        check_simple(&graph);
        for (i = 0; i < 1000; i++) {
            ends += graph.rows[i + 1] - graph.rows[i] == 1;
            moved += graph.arcs[graph.rows[i]] != (int32_t)i - 1;
        }
        TEST_EQUAL(ends, 2);
        TEST_TRUE(moved > 900);
    }
    graph_clear(&graph);
}

TEST(circuit_has_the_profile_of_g3_circuit)
{
    struct graph graph;
    uint32_t i, least = UINT32_MAX, most = 0;

    if (TEST_EQUAL(graph_circuit(GRAPH_CIRCUIT_VERTICES, 1, &graph, &error), 0)) {
        TEST_EQUAL(graph.vertex_count, 26 * 247 * 247);
        for (i = 0; i < graph.vertex_count; i++) {
            uint32_t degree = graph.rows[i + 1] - graph.rows[i];

            least = degree < least ? degree : least;
            most = degree > most ? degree : most;
        }
        TEST_EQUAL(least, 1);
        TEST_EQUAL(most, 5);
        TEST_TRUE(graph.arc_count > 3.8 * graph.vertex_count && graph.arc_count < 3.85 * graph.vertex_count);
    }
    graph_clear(&graph);
}

/* Every row of the fine mesh is whole, and column 0 joins them. */
TEST(circuit_is_connected_whatever_the_seed)
{
    struct graph graph;
    uint64_t seed;
    uint32_t y, missing = 0;

    for (seed = 0; seed < 100; seed++) {
        if (TEST_EQUAL(graph_circuit(104, seed, &graph, &error), 0)) {
            for (y = 0; y + 1 < 10; y++) {
                const int32_t *arcs = graph.arcs + graph.rows[10 * y];
                uint32_t degree = graph.rows[10 * y + 1] - graph.rows[10 * y];

                missing += arcs[degree - 1] != (int32_t)(10 * y + 10);
            }
        }
        graph_clear(&graph);
    }
    TEST_EQUAL(missing, 0);
}

TEST(circuit_takes_the_nearest_size)
{
    static const uint64_t wanted[] = {1, 26, 64, 65, 104, 260};
    static const uint32_t taken[] = {26, 26, 26, 26, 104, 234};
    struct graph graph;

    for (unsigned i = 0; i < 6; i++) {
        TEST_EQUAL(graph_circuit(wanted[i], 1, &graph, &error), 0);
        TEST_EQUAL(graph.vertex_count, taken[i]);
        check_simple(&graph);
        graph_clear(&graph);
    }
    TEST_EQUAL(graph_circuit(0, 1, &graph, &error), -1);
    TEST_CONTAINS(error.text, "a circuit of 0 vertices does not have 1..");
}

TEST(weigh_gives_both_arcs_of_an_edge_one_weight)
{
    struct graph graph, turned;
    uint32_t i, ones = 0, sevens = 0, outside = 0;

    if (TEST_EQUAL(graph_uniform(1000, 7000, 3, &graph, &error), 0) &&
        TEST_EQUAL(graph_weigh(&graph, GRAPH_UNDIRECTED, 7, 1, &error), 0) &&
        TEST_EQUAL(graph_transpose(&graph, &turned, &error), 0)) {
        TEST_EQUAL(memcmp(graph.weights, turned.weights, graph.arc_count * sizeof *graph.weights), 0);
        for (i = 0; i < graph.arc_count; i++) {
            ones += graph.weights[i] == 1;
            sevens += graph.weights[i] == 7;
            outside += graph.weights[i] < 1 || graph.weights[i] > 7;
        }
        TEST_EQUAL(outside, 0);
        TEST_TRUE(ones > 1700 && ones < 2300 && sevens > 1700 && sevens < 2300);
        graph_clear(&turned);
    }
    graph_clear(&graph);
}
