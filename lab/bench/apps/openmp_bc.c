/* Betweenness by Brandes' algorithm, a source after the other, each in levels: both sweeps pull, so that sums
 * need no atomics. Numbers of paths are long doubles: those of a large grid exceed every double. */
#include "openmp_ways.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sweep {
    const struct graph *graph;
    uint32_t *levels;
    long double *paths;
    double *dependencies;
    double *sums;
    struct openmp_list order; /* those that were reached, by level */
    uint32_t *starts;         /* of the levels in `order`, and their end */
    uint32_t level_count;
};

static long double pull_paths(const struct sweep *sweep, uint32_t vertex, uint32_t level)
{
    const struct graph *graph = sweep->graph;
    long double sum = 0;
    uint32_t arc;

    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        uint32_t tail = (uint32_t)graph->arcs[arc];

        if (__atomic_load_n(&sweep->levels[tail], __ATOMIC_RELAXED) + 1 == level) {
            sum += sweep->paths[tail];
        }
    }
    return sum;
}

static void go_forward(struct sweep *sweep, uint32_t vertex, uint32_t level, struct openmp_batch *batch)
{
    const struct graph *graph = sweep->graph;
    uint32_t arc;

    if (level > 0) {
        sweep->paths[vertex] = pull_paths(sweep, vertex, level);
    }
    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        if (openmp_take(&sweep->levels[graph->arcs[arc]], UINT32_MAX, level + 1)) {
            openmp_batch_add(batch, (uint32_t)graph->arcs[arc], &sweep->order);
        }
    }
}

/* By all threads; with the source in `order`. */
static void search(struct sweep *sweep)
{
    struct openmp_batch batch = {.count = 0};
    uint32_t level = 0;

    while (sweep->starts[level] < sweep->starts[level + 1]) {
        uint32_t i;

#pragma omp for schedule(dynamic, 64) nowait
        for (i = sweep->starts[level]; i < sweep->starts[level + 1]; i++) {
            go_forward(sweep, sweep->order.vertices[i], level, &batch);
        }
        openmp_batch_append(&batch, &sweep->order);
#pragma omp barrier
#pragma omp single
        {
            sweep->starts[level + 2] = sweep->order.count;
            sweep->level_count = level + 1;
        }
        level++;
    }
}

static void go_backward(struct sweep *sweep, uint32_t vertex, uint32_t level)
{
    const struct graph *graph = sweep->graph;
    long double own = sweep->paths[vertex];
    double sum = 0;
    uint32_t arc;

    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        uint32_t head = (uint32_t)graph->arcs[arc];

        if (sweep->levels[head] == level + 1) {
            sum += (double)(own / sweep->paths[head]) * (1 + sweep->dependencies[head]);
        }
    }
    sweep->dependencies[vertex] = sum;
    sweep->sums[vertex] += sum;
}

/* By all threads. The source itself is level 0, which does not count. */
static void depend(struct sweep *sweep)
{
    uint32_t level, i;

    for (level = sweep->level_count; level-- > 1;) {
#pragma omp for schedule(dynamic, 64)
        for (i = sweep->starts[level]; i < sweep->starts[level + 1]; i++) {
            go_backward(sweep, sweep->order.vertices[i], level);
        }
    }
}

/* By all threads. */
static void from_source(struct sweep *sweep, uint32_t source)
{
    uint32_t vertex;

#pragma omp for
    for (vertex = 0; vertex < sweep->graph->vertex_count; vertex++) {
        sweep->levels[vertex] = vertex == source ? 0 : UINT32_MAX;
    }
#pragma omp single
    {
        sweep->paths[source] = 1;
        sweep->order.vertices[0] = source;
        sweep->order.count = 1;
        sweep->starts[0] = 0;
        sweep->starts[1] = 1;
    }
    search(sweep);
    depend(sweep);
}

static void from_sources(const struct graph_library_input *input, struct sweep *sweep, uint32_t *words)
{
    uint32_t vertex;

#pragma omp parallel
    {
        uint32_t i;

#pragma omp for
        for (vertex = 0; vertex < sweep->graph->vertex_count; vertex++) {
            sweep->sums[vertex] = 0;
        }
        for (i = 0; i < input->source_count; i++) {
            from_source(sweep, input->sources[i]);
        }
#pragma omp for
        for (vertex = 0; vertex < sweep->graph->vertex_count; vertex++) {
            float sum = (float)sweep->sums[vertex];

            memcpy(&words[vertex], &sum, sizeof sum);
        }
    }
}

enum graph_library_outcome openmp_depend(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct openmp_input *loaded = from;
    const size_t vertices = loaded->input.graph->vertex_count;
    struct sweep sweep = {.graph = loaded->input.graph,
                          .levels = loaded->counts,
                          .paths = malloc(vertices * sizeof *sweep.paths),
                          .dependencies = malloc(vertices * sizeof *sweep.dependencies),
                          .sums = malloc(vertices * sizeof *sweep.sums),
                          .order = {loaded->lists[0], 0},
                          .starts = malloc((vertices + 2) * sizeof *sweep.starts)};
    enum graph_library_outcome outcome = GRAPH_LIBRARY_FAILED;
    size_t i;

    if (sweep.paths != NULL && sweep.dependencies != NULL && sweep.sums != NULL && sweep.starts != NULL) {
        stopwatch_begin(watch);
        from_sources(&loaded->input, &sweep, words);
        stopwatch_end(watch);
        outcome = GRAPH_LIBRARY_SOLVED;
        for (i = 0; i < vertices; i++) {
            outcome = isfinite(sweep.sums[i]) ? outcome : GRAPH_LIBRARY_EXCEEDED;
        }
    }
    free(sweep.paths);
    free(sweep.dependencies);
    free(sweep.sums);
    free(sweep.starts);
    return outcome;
}
