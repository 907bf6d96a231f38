/* Graphs made from numbers, so that tests and demonstrations need no file. */
#include "arc_list.h"
#include "tools/random/random.h"

#include <string.h>

int graph_grid(uint64_t width, uint64_t height, struct graph *graph, struct graph_error *error)
{
    uint64_t x, y, arcs;
    uint32_t *row;
    int32_t *arc;

    memset(graph, 0, sizeof *graph);
    if (width == 0 || height == 0 || width > GRAPH_VERTICES_MAX / height) {
        return graph_fail(error, "a grid of %llu x %llu does not have 1..%llu vertices; change its size",
                          (unsigned long long)width, (unsigned long long)height,
                          (unsigned long long)GRAPH_VERTICES_MAX);
    }
    arcs = 2 * ((width - 1) * height + width * (height - 1));
    if (arcs > GRAPH_ARCS_MAX) {
        return graph_fail(error,
                          "a grid of %llu x %llu has %llu arcs, and at most %llu fit; take a smaller one",
                          (unsigned long long)width, (unsigned long long)height, (unsigned long long)arcs,
                          (unsigned long long)GRAPH_ARCS_MAX);
    }
    if (graph_allocate_arrays(graph, width * height, arcs, 0, error) != 0) {
        return -1;
    }
    row = graph->rows;
    arc = graph->arcs;
    for (y = 0; y < height; y++) {
        for (x = 0; x < width; x++) {
            int32_t vertex = (int32_t)(y * width + x);

            *row++ = (uint32_t)(arc - graph->arcs);
            if (y > 0) {
                *arc++ = vertex - (int32_t)width;
            }
            if (x > 0) {
                *arc++ = vertex - 1;
            }
            if (x + 1 < width) {
                *arc++ = vertex + 1;
            }
            if (y + 1 < height) {
                *arc++ = vertex + (int32_t)width;
            }
        }
    }
    *row = (uint32_t)arcs;
    return 0;
}

/* Chooses a quadrant of the adjacency matrix once per bit of the vertex numbers. */
static void random_edge(uint32_t scale, uint64_t *state, uint32_t *tail, uint32_t *head)
{
    uint32_t bit;

    *tail = 0;
    *head = 0;
    for (bit = 0; bit < scale; bit++) {
        uint64_t percent = (random_next(state) >> 32) * 100 >> 32;

        *tail = *tail << 1 | (percent >= 57 + 19);
        *head = *head << 1 | ((percent >= 57 && percent < 57 + 19) || percent >= 57 + 19 + 19);
    }
}

int graph_rmat(uint32_t scale, uint32_t edge_factor, uint64_t seed, struct graph *graph,
               struct graph_error *error)
{
    struct arc_list arcs;
    uint64_t vertices = (uint64_t)1 << (scale & 31);
    uint64_t edges, i;
    int status = 0;

    memset(graph, 0, sizeof *graph);
    memset(&arcs, 0, sizeof arcs);
    if (scale < 1 || scale > 30) {
        return graph_fail(error, "R-MAT scale %u is not in 1..30; change it", scale);
    }
    if (edge_factor < 1 || edge_factor > GRAPH_ARCS_MAX / 2 / vertices) {
        return graph_fail(error, "R-MAT edge factor %u is not in 1..%llu, which scale %u allows; change it",
                          edge_factor, (unsigned long long)(GRAPH_ARCS_MAX / 2 / vertices), scale);
    }
    edges = edge_factor * vertices;
    for (i = 0; i < edges && status == 0; i++) {
        uint32_t tail, head;

        random_edge(scale, &seed, &tail, &head);
        status = arc_list_push(&arcs, tail, head);
    }
    if (status != 0) {
        arc_list_clear(&arcs);
        return graph_fail(error, "memory is exhausted after %llu edges; take a smaller scale or edge factor",
                          (unsigned long long)i);
    }
    return arc_list_to_graph(&arcs, vertices, GRAPH_UNDIRECTED, graph, error);
}
