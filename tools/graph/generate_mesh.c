/* Graphs of a regular shape. */
#include "generate.h"
#include "graph_memory.h"

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

static int refuse_count(uint64_t vertex_count, const char *what, struct graph_error *error)
{
    return graph_fail(error, "a %s of %llu vertices does not have 1..%llu of them; change the number", what,
                      (unsigned long long)vertex_count, (unsigned long long)(GRAPH_ARCS_MAX / 2 + 1));
}

int graph_path(uint64_t vertex_count, struct graph *graph, struct graph_error *error)
{
    memset(graph, 0, sizeof *graph);
    if (vertex_count < 1 || vertex_count - 1 > GRAPH_ARCS_MAX / 2) {
        return refuse_count(vertex_count, "path", error);
    }
    return graph_grid(vertex_count, 1, graph, error);
}

int graph_star(uint64_t vertex_count, struct graph *graph, struct graph_error *error)
{
    uint32_t rays, i;

    memset(graph, 0, sizeof *graph);
    if (vertex_count < 1 || vertex_count - 1 > GRAPH_ARCS_MAX / 2) {
        return refuse_count(vertex_count, "star", error);
    }
    rays = (uint32_t)vertex_count - 1;
    if (graph_allocate_arrays(graph, vertex_count, 2 * (uint64_t)rays, 0, error) != 0) {
        return -1;
    }
    graph->rows[0] = 0;
    for (i = 0; i < rays; i++) {
        graph->arcs[i] = (int32_t)i + 1;
        graph->arcs[rays + i] = 0;
        graph->rows[i + 1] = rays + i;
    }
    graph->rows[vertex_count] = 2 * rays;
    return 0;
}
