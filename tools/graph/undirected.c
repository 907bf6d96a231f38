/* The transpose of a graph, and a graph with its transpose: the undirected one. */
#include "graph_memory.h"

#include <stdlib.h>
#include <string.h>

/* Taken in the order of their tails, the arcs reach the rows of their heads sorted. */
int graph_transpose(const struct graph *graph, struct graph *transpose, struct graph_error *error)
{
    uint32_t *rows;
    uint32_t sum = 0;
    uint32_t vertex, arc;

    if (graph_allocate_arrays(transpose, graph->vertex_count, graph->arc_count, graph->weights != NULL,
                              error) != 0) {
        return -1;
    }
    rows = transpose->rows;
    memset(rows, 0, ((size_t)graph->vertex_count + 1) * sizeof *rows);
    for (arc = 0; arc < graph->arc_count; arc++) {
        rows[graph->arcs[arc]]++;
    }
    for (vertex = 0; vertex <= graph->vertex_count; vertex++) {
        uint32_t count = rows[vertex];

        rows[vertex] = sum;
        sum += count;
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t to = rows[graph->arcs[arc]]++;

            transpose->arcs[to] = (int32_t)vertex;
            if (graph->weights != NULL) {
                transpose->weights[to] = graph->weights[arc];
            }
        }
    }
    /* Each offset has moved on to the next row's. */
    memmove(rows + 1, rows, (size_t)graph->vertex_count * sizeof *rows);
    rows[0] = 0;
    return 0;
}

/* A vertex's sorted arcs out and in become one sorted row without loops and duplicates. Returns its length;
 * only counts where `to` is NULL. */
static uint64_t merge_row(const struct graph *out, const struct graph *in, uint32_t vertex, struct graph *to)
{
    uint32_t next[2] = {out->rows[vertex], in->rows[vertex]};
    uint32_t end[2] = {out->rows[vertex + 1], in->rows[vertex + 1]};
    uint64_t count = 0;
    int32_t last = -1;

    while (next[0] < end[0] || next[1] < end[1]) {
        int side = next[0] == end[0] || (next[1] < end[1] && in->arcs[next[1]] < out->arcs[next[0]]) ? 1 : 0;
        const struct graph *from = side == 0 ? out : in;
        uint32_t arc = next[side]++;
        int32_t head = from->arcs[arc];
        uint32_t at;

        if (head == (int32_t)vertex) {
            continue;
        }
        count += head != last;
        if (to != NULL) {
            at = to->rows[vertex] + (uint32_t)count - 1;
            to->arcs[at] = head;
            if (to->weights != NULL && (head != last || from->weights[arc] < to->weights[at])) {
                to->weights[at] = from->weights[arc];
            }
        }
        last = head;
    }
    return count;
}

static int merge(const struct graph *out, const struct graph *in, struct graph *graph,
                 struct graph_error *error)
{
    uint64_t count = 0;
    uint32_t vertex;

    for (vertex = 0; vertex < out->vertex_count; vertex++) {
        count += merge_row(out, in, vertex, NULL);
    }
    if (graph_allocate_arrays(graph, out->vertex_count, count, out->weights != NULL, error) != 0) {
        return -1;
    }
    graph->rows[0] = 0;
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        graph->rows[vertex + 1] = graph->rows[vertex] + (uint32_t)merge_row(out, in, vertex, graph);
    }
    return 0;
}

int graph_make_undirected(struct graph *graph, struct graph_error *error)
{
    uint64_t *ids = graph->ids;
    struct graph in, out;
    int status;

    graph->ids = NULL;
    memset(&out, 0, sizeof out);
    status = graph_transpose(graph, &in, error);
    graph_clear(graph);
    if (status == 0) {
        status = graph_transpose(&in, &out, error);
    }
    if (status == 0) {
        status = merge(&out, &in, graph, error);
    }
    if (status == 0) {
        graph->ids = ids;
    } else {
        free(ids);
    }
    graph_clear(&in);
    graph_clear(&out);
    return status;
}
