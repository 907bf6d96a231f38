#include "triangles_sequential.h"

#include <stdlib.h>
#include <string.h>

enum { FREE, MARKED, REMOVED };

static uint32_t degree(const struct graph *graph, uint32_t vertex)
{
    return graph->rows[vertex + 1] - graph->rows[vertex];
}

/* The vertices by falling degree: a counting sort.
 * counts  vertex_count + 1 zeros. */
static void sort_by_degree(const struct graph *graph, uint32_t *counts, uint32_t *order)
{
    uint32_t vertex, i;
    uint32_t place = 0;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        counts[degree(graph, vertex)]++;
    }
    for (i = graph->vertex_count; i-- > 0;) {
        uint32_t count = counts[i];

        counts[i] = place;
        place += count;
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        order[counts[degree(graph, vertex)]++] = vertex;
    }
}

/* The triangles of `vertex` with vertices that are not removed, and then removes it. A neighbour's mark goes
 * with its turn, so that each triangle is found from one of the two. */
static void count_at(const struct graph *graph, uint32_t vertex, unsigned char *states, uint32_t *triangles)
{
    uint32_t arc, further;

    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        unsigned char *state = &states[graph->arcs[arc]];

        *state = *state == FREE ? MARKED : *state;
    }
    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        uint32_t middle = (uint32_t)graph->arcs[arc];

        if (states[middle] == REMOVED) {
            continue;
        }
        for (further = graph->rows[middle]; further < graph->rows[middle + 1]; further++) {
            uint32_t last = (uint32_t)graph->arcs[further];

            if (states[last] == MARKED) {
                triangles[vertex]++;
                triangles[middle]++;
                triangles[last]++;
            }
        }
        states[middle] = FREE;
    }
    states[vertex] = REMOVED;
}

int triangles_sequential(const struct graph *graph, uint32_t *triangles)
{
    uint32_t count = graph->vertex_count;
    unsigned char *states = calloc(count, 1);
    uint32_t *counts = calloc((size_t)count + 1, sizeof *counts);
    uint32_t *order = malloc((size_t)count * sizeof *order);
    int status = states != NULL && counts != NULL && order != NULL ? 0 : -1;
    uint32_t i;

    memset(triangles, 0, (size_t)count * sizeof *triangles);
    if (status == 0) {
        sort_by_degree(graph, counts, order);
        for (i = 0; i < count; i++) {
            count_at(graph, order[i], states, triangles);
        }
    }
    free(states);
    free(counts);
    free(order);
    return status;
}
