#include "pagerank_check.h"

#include <math.h>
#include <stdlib.h>

/* Fills `next` from `ranks`. */
static void give(const struct graph *graph, double damping, const double *ranks, double *next)
{
    double dangling = 0;
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        next[vertex] = 0;
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        uint32_t count = graph->rows[vertex + 1] - graph->rows[vertex];

        dangling += count == 0 ? ranks[vertex] : 0;
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            next[graph->arcs[arc]] += damping * ranks[vertex] / count;
        }
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        next[vertex] += (1 - damping + damping * dangling) / graph->vertex_count;
    }
}

int64_t pagerank_iterate(const struct graph *graph, const struct pagerank_rule *rule, double *ranks)
{
    double *next = malloc((size_t)graph->vertex_count * sizeof *next);
    double change = rule->threshold;
    uint32_t iteration, vertex;

    if (next == NULL) {
        return -1;
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        ranks[vertex] = 1.0 / graph->vertex_count;
    }
    for (iteration = 0; iteration < rule->iterations_max && change >= rule->threshold; iteration++) {
        give(graph, rule->damping, ranks, next);
        change = 0;
        for (vertex = 0; vertex < graph->vertex_count; vertex++) {
            change += fabs(next[vertex] - ranks[vertex]);
            ranks[vertex] = next[vertex];
        }
    }
    free(next);
    return iteration;
}

int pagerank_is_close(const float *ranks, const double *exact, uint32_t count)
{
    uint32_t i;

    for (i = 0; i < count; i++) {
        /* So that what is no number is not close either. */
        if (!(fabs((double)ranks[i] - exact[i]) <= PAGERANK_TOLERANCE * exact[i])) {
            return 0;
        }
    }
    return 1;
}
