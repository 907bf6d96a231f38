/* PageRank by power iteration, in the pull form, in double precision. */
#include "openmp_ways.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct walk {
    double *ranks;
    double *given[2]; /* what a vertex gives along each arc; iterations take turns */
};

static double add_up(const struct graph *graph, uint32_t vertex, const double *given)
{
    double sum = 0;
    uint32_t arc;

    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        sum += given[graph->arcs[arc]];
    }
    return sum;
}

/* Fills the walk with equal ranks; returns the sum of those of vertices without arcs. */
static double begin(const struct graph_library_input *input, struct walk walk)
{
    const struct graph *graph = input->graph;
    double dangling = 0;
    uint32_t vertex;

#pragma omp parallel for reduction(+ : dangling)
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        uint32_t arcs = graph->rows[vertex + 1] - graph->rows[vertex];

        walk.ranks[vertex] = 1.0 / graph->vertex_count;
        walk.given[0][vertex] = arcs > 0 ? input->damping * walk.ranks[vertex] / arcs : 0;
        dangling += arcs > 0 ? 0 : walk.ranks[vertex];
    }
    return dangling;
}

/* One iteration; returns the change of all ranks, and changes *dangling into what it is behind it. */
static double iterate(const struct graph_library_input *input, struct walk walk, uint32_t iteration,
                      double *dangling)
{
    const struct graph *graph = input->graph;
    const double *given = walk.given[iteration % 2];
    double *next = walk.given[(iteration + 1) % 2];
    const double again = (1 - input->damping + input->damping * *dangling) / graph->vertex_count;
    double next_dangling = 0;
    double change = 0;
    uint32_t vertex;

#pragma omp parallel for schedule(dynamic, 1024) reduction(+ : change, next_dangling)
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        uint32_t arcs = graph->rows[vertex + 1] - graph->rows[vertex];
        double rank = again + add_up(graph, vertex, given);

        change += fabs(rank - walk.ranks[vertex]);
        next_dangling += arcs > 0 ? 0 : rank;
        walk.ranks[vertex] = rank;
        next[vertex] = arcs > 0 ? input->damping * rank / arcs : 0;
    }
    *dangling = next_dangling;
    return change;
}

static uint32_t iterate_all(const struct graph_library_input *input, struct walk walk)
{
    double dangling = begin(input, walk);
    double change = input->threshold;
    uint32_t iteration = 0;

    while (iteration < input->iterations_max && change >= input->threshold) {
        change = iterate(input, walk, iteration, &dangling);
        iteration++;
    }
    return iteration;
}

enum graph_library_outcome openmp_rank(void *from, uint32_t *words, struct stopwatch *watch)
{
    const struct graph_library_input *input = &((struct openmp_input *)from)->input;
    const uint32_t count = input->graph->vertex_count;
    const size_t bytes = (size_t)count * sizeof(double);
    struct walk walk = {malloc(bytes), {malloc(bytes), malloc(bytes)}};
    int has_memory = walk.ranks != NULL && walk.given[0] != NULL && walk.given[1] != NULL;
    uint32_t vertex;

    if (has_memory) {
        stopwatch_begin(watch);
        words[count] = iterate_all(input, walk);
#pragma omp parallel for
        for (vertex = 0; vertex < count; vertex++) {
            float rank = (float)walk.ranks[vertex];

            memcpy(&words[vertex], &rank, sizeof rank);
        }
        stopwatch_end(watch);
    }
    free(walk.ranks);
    free(walk.given[0]);
    free(walk.given[1]);
    return has_memory ? GRAPH_LIBRARY_SOLVED : GRAPH_LIBRARY_FAILED;
}
