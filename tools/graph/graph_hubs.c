#include "graph_hubs.h"

#include <stdlib.h>
#include <string.h>

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
