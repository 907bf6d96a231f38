/* Numbers of paths may exceed every double, so each has an exponent of its own. */
#include "bc_sequential.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* mantissa * 2^exponent, with a mantissa from 1/2 up to 1, or 0. */
struct number {
    double mantissa;
    int exponent;
};

struct search {
    const struct graph *graph;
    int32_t *levels;
    struct number *paths;
    double *dependencies;
    uint32_t *order; /* the vertices that were reached, by level */
    uint32_t reached;
};

static struct number add(struct number first, struct number second)
{
    struct number sum = first;
    int shift;

    if (first.mantissa == 0.0) {
        return second;
    }
    if (second.mantissa == 0.0) {
        return first;
    }
    sum.mantissa += ldexp(second.mantissa, second.exponent - first.exponent);
    sum.mantissa = frexp(sum.mantissa, &shift);
    sum.exponent += shift;
    return sum;
}

/* Levels and numbers of paths. A vertex is expanded after all of its predecessors have been. */
static void search_forward(struct search *search, uint32_t source)
{
    const struct graph *graph = search->graph;
    uint32_t next, arc;

    memset(search->levels, 0xff, (size_t)graph->vertex_count * sizeof *search->levels);
    memset(search->paths, 0, (size_t)graph->vertex_count * sizeof *search->paths);
    search->levels[source] = 0;
    search->paths[source] = (struct number){0.5, 1};
    search->order[0] = source;
    search->reached = 1;
    for (next = 0; next < search->reached; next++) {
        uint32_t vertex = search->order[next];

        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t head = (uint32_t)graph->arcs[arc];

            if (search->levels[head] < 0) {
                search->levels[head] = search->levels[vertex] + 1;
                search->order[search->reached++] = head;
            }
            if (search->levels[head] == search->levels[vertex] + 1) {
                search->paths[head] = add(search->paths[head], search->paths[vertex]);
            }
        }
    }
}

/* The dependencies, from the farthest vertex back to the source. */
static void search_backward(struct search *search, double *sums)
{
    const struct graph *graph = search->graph;
    uint32_t next, arc;

    for (next = search->reached; next-- > 0;) {
        uint32_t vertex = search->order[next];
        struct number own = search->paths[vertex];
        double dependency = 0.0;

        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t head = (uint32_t)graph->arcs[arc];

            if (search->levels[head] == search->levels[vertex] + 1) {
                struct number all = search->paths[head];

                dependency += ldexp(own.mantissa / all.mantissa, own.exponent - all.exponent) *
                              (1.0 + search->dependencies[head]);
            }
        }
        search->dependencies[vertex] = dependency;
        sums[vertex] += next > 0 ? dependency : 0.0;
    }
}

int bc_sequential(const struct graph *graph, const uint32_t *sources, uint32_t source_count, double *sums)
{
    size_t count = graph->vertex_count;
    struct search search = {.graph = graph,
                            .levels = malloc(count * sizeof *search.levels),
                            .paths = malloc(count * sizeof *search.paths),
                            .dependencies = malloc(count * sizeof *search.dependencies),
                            .order = malloc(count * sizeof *search.order)};
    int status =
        search.levels != NULL && search.paths != NULL && search.dependencies != NULL && search.order != NULL
            ? 0
            : -1;
    uint32_t i;

    for (i = 0; i < count; i++) {
        sums[i] = 0.0;
    }
    for (i = 0; status == 0 && i < source_count; i++) {
        search_forward(&search, sources[i]);
        search_backward(&search, sums);
    }
    free(search.levels);
    free(search.paths);
    free(search.dependencies);
    free(search.order);
    return status;
}
