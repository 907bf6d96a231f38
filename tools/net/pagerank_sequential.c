#include "tools/net/pagerank_sequential.h"

#include <math.h>
#include <stdlib.h>

/* The upper 64 bits of a product. */
static uint64_t part_of(uint64_t number, uint64_t fraction)
{
    __extension__ typedef unsigned __int128 wide;

    return (uint64_t)((wide)number * fraction >> 64);
}

/* Pushes what all vertices have along their arcs into `next`, and returns how much the ranks have changed. */
static uint64_t iterate(const struct graph *graph, uint64_t damping, const uint64_t *ranks, uint64_t *next)
{
    const uint64_t again = (((uint64_t)1 << 62) - damping / 4) / graph->vertex_count;
    uint64_t lost = 0;
    uint64_t change = 0;

    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
        next[vertex] = 0;
    }
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
        uint32_t degree = graph->rows[vertex + 1] - graph->rows[vertex];
        lost += degree == 0 ? ranks[vertex] : 0;
        for (uint32_t i = 0; i < degree; i++) {
            next[graph->arcs[graph->rows[vertex] + i]] += part_of(ranks[vertex], damping / degree);
        }
    }
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
        next[vertex] += again + part_of(lost, damping) / graph->vertex_count;
        change += next[vertex] > ranks[vertex] ? next[vertex] - ranks[vertex] : ranks[vertex] - next[vertex];
    }
    return change;
}

uint64_t *pagerank_sequential(const struct graph *graph, double damping, double threshold,
                              uint32_t iterations_max, uint32_t *iterations)
{
    uint64_t *ranks = malloc(((size_t)graph->vertex_count + 1) * sizeof *ranks);
    uint64_t *next = malloc(((size_t)graph->vertex_count + 1) * sizeof *next);
    uint64_t change = UINT64_MAX;

    if (ranks == NULL || next == NULL) {
        free(ranks);
        free(next);
        return NULL;
    }
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
        ranks[vertex] = ((uint64_t)1 << 62) / graph->vertex_count;
    }
    for (*iterations = 0; *iterations < iterations_max && change >= (uint64_t)ldexp(threshold, 62);
         ++*iterations) {
        uint64_t *other = ranks;
        change = iterate(graph, (uint64_t)ldexp(damping, 64), ranks, next);
        ranks = next;
        next = other;
    }
    free(next);
    return ranks;
}
