/* Hubs and their pieces, and the orders in which greedy kernels take vertices. */
#include "test.h"
#include "tools/graph/graph_order.h"

#include <stdlib.h>
#include <string.h>

static struct graph_error error;

/* Vertex 0 has 7 arcs, 1 has 3, 2 has none, 3 has 4. */
static uint32_t rows[] = {0, 7, 10, 10, 14};
static int32_t arcs[] = {1, 2, 3, 1, 2, 3, 1, 0, 2, 3, 0, 1, 2, 0};
static const struct graph graph = {.vertex_count = 4, .arc_count = 14, .rows = rows, .arcs = arcs};

TEST(hubs_are_cut_into_pieces_that_have_all_their_arcs)
{
    struct graph_hubs hubs;

    TEST_EQUAL(graph_hubs_make(&graph, 3, &hubs, &error), 0);
    TEST_EQUAL(hubs.hub_count, 2);
    TEST_EQUAL(hubs.hubs[0].vertex, 0);
    TEST_EQUAL(hubs.hubs[0].piece_count, 3);
    TEST_EQUAL(hubs.hubs[1].vertex, 3);
    TEST_EQUAL(hubs.hubs[1].piece_count, 2);
    TEST_EQUAL(hubs.piece_count, 5);
    TEST_EQUAL(hubs.item_count, 7);
    TEST_EQUAL(hubs.pieces[0].first, 0);
    TEST_EQUAL(hubs.pieces[2].first, 6);
    TEST_EQUAL(hubs.pieces[2].end, 7);
    TEST_EQUAL(hubs.pieces[3].hub, 1);
    TEST_EQUAL(hubs.pieces[3].first, 10);
    TEST_EQUAL(hubs.pieces[4].end, 14);
    graph_hubs_clear(&hubs);
}

TEST(a_vertex_of_as_many_arcs_as_a_piece_is_no_hub)
{
    struct graph_hubs hubs;

    TEST_EQUAL(graph_hubs_make(&graph, 7, &hubs, &error), 0);
    TEST_EQUAL(hubs.hub_count, 0);
    TEST_EQUAL(hubs.piece_count, 0);
    TEST_EQUAL(hubs.item_count, 4);
    graph_hubs_clear(&hubs);
}

TEST(a_slice_has_about_so_many_arcs)
{
    struct graph_hubs hubs;

    TEST_EQUAL(graph_hubs_make(&graph, 3, &hubs, &error), 0);
    TEST_EQUAL(graph_hubs_slice(&graph, &hubs), GRAPH_SLICE_ARCS * 7 / (14 + 7));
    graph_hubs_clear(&hubs);
}

/* Whether the order has every vertex once, and `ranks` is its inverse. */
static int is_an_order(const struct graph_order *order)
{
    unsigned seen = 0;
    uint32_t i;

    for (i = 0; i < graph.vertex_count; i++) {
        seen |= 1u << order->vertices[i];
        if (order->ranks[order->vertices[i]] != i) {
            return 0;
        }
    }
    return seen == (1u << graph.vertex_count) - 1;
}

TEST(orders_by_degree_are_sorted)
{
    static const uint32_t falling[] = {0, 3, 1, 2};
    static const uint32_t rising[] = {2, 1, 3, 0};
    struct graph_order order;

    TEST_EQUAL(graph_order_make(&graph, GRAPH_ORDER_LARGEST, 5, &order, &error), 0);
    TEST_TRUE(is_an_order(&order));
    TEST_EQUAL(memcmp(order.vertices, falling, sizeof falling), 0);
    graph_order_clear(&order);
    TEST_EQUAL(graph_order_make(&graph, GRAPH_ORDER_SMALLEST, 5, &order, &error), 0);
    TEST_TRUE(is_an_order(&order));
    TEST_EQUAL(memcmp(order.vertices, rising, sizeof rising), 0);
    graph_order_clear(&order);
}

TEST(random_orders_depend_on_the_seed_and_reach_every_place)
{
    unsigned firsts = 0;
    uint64_t seed;

    for (seed = 0; seed < 64; seed++) {
        struct graph_order order, again;

        TEST_EQUAL(graph_order_make(&graph, GRAPH_ORDER_RANDOM, seed, &order, &error), 0);
        TEST_EQUAL(graph_order_make(&graph, GRAPH_ORDER_RANDOM, seed, &again, &error), 0);
        TEST_TRUE(is_an_order(&order));
        TEST_EQUAL(memcmp(order.vertices, again.vertices, 4 * sizeof *order.vertices), 0);
        firsts |= 1u << order.vertices[0];
        graph_order_clear(&order);
        graph_order_clear(&again);
    }
    TEST_EQUAL(firsts, 15);
}
