/* Hooking and pointer jumping over all edges. */
#include "openmp_ways.h"

static uint32_t root(uint32_t *parents, uint32_t vertex)
{
    uint32_t parent = __atomic_load_n(&parents[vertex], __ATOMIC_RELAXED);

    while (parent != vertex) {
        vertex = parent;
        parent = __atomic_load_n(&parents[vertex], __ATOMIC_RELAXED);
    }
    return vertex;
}

static int join(uint32_t *parents, uint32_t first, uint32_t second)
{
    uint32_t one = root(parents, first);
    uint32_t other = root(parents, second);

    return one < other   ? openmp_lower(&parents[other], one)
           : other < one ? openmp_lower(&parents[one], other)
                         : 0;
}

enum graph_library_outcome openmp_label(void *from, uint32_t *words, struct stopwatch *watch)
{
    const struct graph *graph = ((struct openmp_input *)from)->input.graph;
    int64_t count = graph->vertex_count;
    int has_changed = 1;
    int64_t vertex;

    stopwatch_begin(watch);
#pragma omp parallel for
    for (vertex = 0; vertex < count; vertex++) {
        words[vertex] = (uint32_t)vertex;
    }
    while (has_changed) {
        has_changed = 0;
#pragma omp parallel for schedule(dynamic, 1024) reduction(| : has_changed)
        for (vertex = 0; vertex < count; vertex++) {
            uint32_t arc;

            for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
                if (graph->arcs[arc] > vertex) {
                    has_changed |= join(words, (uint32_t)vertex, (uint32_t)graph->arcs[arc]);
                }
            }
        }
#pragma omp parallel for schedule(dynamic, 1024)
        for (vertex = 0; vertex < count; vertex++) {
            openmp_lower(&words[vertex], root(words, (uint32_t)vertex));
        }
    }
    stopwatch_end(watch);
    return GRAPH_LIBRARY_SOLVED;
}
