#include "graph_order.h"

#include "tools/random/random.h"

#include <stdlib.h>
#include <string.h>

int graph_order_find(const char *name, enum graph_order_kind *kind)
{
    static const char *const names[] = {[GRAPH_ORDER_RANDOM] = "random",
                                        [GRAPH_ORDER_LARGEST] = "largest",
                                        [GRAPH_ORDER_SMALLEST] = "smallest",
                                        [GRAPH_ORDER_VERTEX] = "vertex"};
    unsigned i;

    for (i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            *kind = (enum graph_order_kind)i;
            return 0;
        }
    }
    return -1;
}

/* Each order is as likely as any other (Fisher, Yates; Durstenfeld, CACM 7, 1964). */
static void shuffle(uint32_t *vertices, uint32_t count, uint64_t seed)
{
    uint32_t i;

    for (i = count; i > 1; i--) {
        uint32_t other = random_below(&seed, i);
        uint32_t vertex = vertices[other];

        vertices[other] = vertices[i - 1];
        vertices[i - 1] = vertex;
    }
}

static uint32_t degree(const struct graph *graph, uint32_t vertex)
{
    return graph->rows[vertex + 1] - graph->rows[vertex];
}

/* A counting sort, which leaves those of one degree in their order. */
static int sort_by_degree(const struct graph *graph, int is_falling, struct graph_order *order,
                          struct graph_error *error)
{
    uint32_t most = 0;
    uint32_t i;
    uint32_t *starts;

    for (i = 0; i < graph->vertex_count; i++) {
        most = degree(graph, i) > most ? degree(graph, i) : most;
    }
    starts = calloc((size_t)most + 2, sizeof *starts);
    if (starts == NULL) {
        return graph_fail(error, "memory is exhausted; take a smaller graph");
    }
    for (i = 0; i < graph->vertex_count; i++) {
        starts[(is_falling ? most - degree(graph, i) : degree(graph, i)) + 1]++;
    }
    for (i = 1; i <= most; i++) {
        starts[i] += starts[i - 1];
    }
    /* `ranks` holds the sorted vertices until they are in place. */
    for (i = 0; i < graph->vertex_count; i++) {
        uint32_t vertex = order->vertices[i];

        order->ranks[starts[is_falling ? most - degree(graph, vertex) : degree(graph, vertex)]++] = vertex;
    }
    memcpy(order->vertices, order->ranks, (size_t)graph->vertex_count * sizeof *order->vertices);
    free(starts);
    return 0;
}

int graph_order_make(const struct graph *graph, enum graph_order_kind kind, uint64_t seed,
                     struct graph_order *order, struct graph_error *error)
{
    uint32_t i;

    order->vertices = malloc((size_t)graph->vertex_count * sizeof *order->vertices);
    order->ranks = malloc((size_t)graph->vertex_count * sizeof *order->ranks);
    if (order->vertices == NULL || order->ranks == NULL) {
        graph_order_clear(order);
        return graph_fail(error, "memory is exhausted; take a smaller graph");
    }
    for (i = 0; i < graph->vertex_count; i++) {
        order->vertices[i] = i;
    }
    if (kind != GRAPH_ORDER_VERTEX) {
        shuffle(order->vertices, graph->vertex_count, seed);
    }
    if ((kind == GRAPH_ORDER_LARGEST || kind == GRAPH_ORDER_SMALLEST) &&
        sort_by_degree(graph, kind == GRAPH_ORDER_LARGEST, order, error) != 0) {
        graph_order_clear(order);
        return -1;
    }
    for (i = 0; i < graph->vertex_count; i++) {
        order->ranks[order->vertices[i]] = i;
    }
    return 0;
}

void graph_order_clear(struct graph_order *order)
{
    free(order->vertices);
    free(order->ranks);
    memset(order, 0, sizeof *order);
}

static uint32_t arcs_of(const struct graph *graph, uint32_t vertex)
{
    return graph->rows[vertex + 1] - graph->rows[vertex];
}

static void count(const struct graph *graph, struct graph_hubs *hubs)
{
    uint32_t vertex;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        hubs->hub_count += arcs_of(graph, vertex) > hubs->hub_arcs;
    }
    hubs->piece_count = (uint32_t)graph_pieces(graph, hubs->hub_arcs);
    hubs->item_count = graph->vertex_count - hubs->hub_count + hubs->piece_count;
}

static void cut(const struct graph *graph, uint32_t vertex, uint32_t hub, struct graph_hubs *hubs,
                struct graph_piece **next)
{
    uint32_t first = graph->rows[vertex];
    uint32_t end = graph->rows[vertex + 1];

    hubs->hubs[hub].vertex = vertex;
    while (first < end) {
        uint32_t length = end - first < hubs->hub_arcs ? end - first : hubs->hub_arcs;

        *(*next)++ = (struct graph_piece){hub, first, first + length};
        first += length;
        hubs->hubs[hub].piece_count++;
    }
}

int graph_hubs_make(const struct graph *graph, uint32_t hub_arcs, struct graph_hubs *hubs,
                    struct graph_error *error)
{
    struct graph_piece *next;
    uint32_t hub = 0;
    uint32_t vertex;

    memset(hubs, 0, sizeof *hubs);
    hubs->hub_arcs = hub_arcs;
    count(graph, hubs);
    hubs->hubs = calloc((size_t)hubs->hub_count + 1, sizeof *hubs->hubs);
    hubs->pieces = calloc((size_t)hubs->piece_count + 1, sizeof *hubs->pieces);
    if (hubs->hubs == NULL || hubs->pieces == NULL) {
        graph_hubs_clear(hubs);
        return graph_fail(error, "memory is exhausted; take a smaller graph");
    }
    next = hubs->pieces;
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        if (arcs_of(graph, vertex) > hub_arcs) {
            cut(graph, vertex, hub++, hubs, &next);
        }
    }
    return 0;
}

uint32_t graph_hubs_slice(const struct graph *graph, const struct graph_hubs *hubs)
{
    /* To come to an item costs about as much as an arc. */
    uint64_t together = (uint64_t)graph->arc_count + hubs->item_count;
    uint64_t items = (uint64_t)GRAPH_SLICE_ARCS * hubs->item_count / together;

    return items > 0 ? (uint32_t)items : 1;
}

void graph_hubs_clear(struct graph_hubs *hubs)
{
    free(hubs->hubs);
    free(hubs->pieces);
    memset(hubs, 0, sizeof *hubs);
}
