#include "pagerank_check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Roundings of a rank beside those of its sum over the arcs. */
#define SUM_TERMS 8

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

int pagerank_walk_make(const struct graph *graph, double damping, uint32_t iterations,
                       struct pagerank_walk *walk)
{
    double *next = malloc((size_t)graph->vertex_count * sizeof *next);
    uint32_t iteration, vertex;

    *walk = (struct pagerank_walk){.iterations = iterations, .change = INFINITY, .change_before = INFINITY};
    walk->ranks = malloc((size_t)graph->vertex_count * sizeof *walk->ranks);
    if (next == NULL || walk->ranks == NULL) {
        free(next);
        pagerank_walk_clear(walk);
        return -1;
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        walk->ranks[vertex] = 1.0 / graph->vertex_count;
    }
    for (iteration = 0; iteration < iterations; iteration++) {
        give(graph, damping, walk->ranks, next);
        walk->change_before = walk->change;
        walk->change = 0;
        for (vertex = 0; vertex < graph->vertex_count; vertex++) {
            walk->change += fabs(next[vertex] - walk->ranks[vertex]);
            walk->ranks[vertex] = next[vertex];
        }
    }
    free(next);
    return 0;
}

void pagerank_walk_clear(struct pagerank_walk *walk)
{
    free(walk->ranks);
    walk->ranks = NULL;
}

double pagerank_change_error(const struct graph *graph, const struct pagerank_rule *rule)
{
    uint32_t most = 0;
    uint32_t vertex;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        uint32_t arcs = graph->rows[vertex + 1] - graph->rows[vertex];

        most = arcs > most ? arcs : most;
    }
    /* Two iterations' ranks, whose sum is 1. */
    return 2 * ((double)most + SUM_TERMS) * DBL_EPSILON / (1 - rule->damping);
}

int pagerank_may_end(const struct pagerank_rule *rule, const struct pagerank_walk *walk, double error)
{
    return walk->iterations <= rule->iterations_max && walk->change_before >= rule->threshold - error &&
           (walk->iterations == rule->iterations_max || walk->change < rule->threshold + error);
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
