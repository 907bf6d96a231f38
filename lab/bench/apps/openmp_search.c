/* A level-synchronous search whose threads collect what they find. */
#include "openmp_ways.h"

#include <string.h>

static void expand(const struct graph *graph, uint32_t vertex, uint32_t *levels, uint32_t level,
                   struct openmp_batch *batch, struct openmp_list *next)
{
    uint32_t arc;

    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        uint32_t head = (uint32_t)graph->arcs[arc];

        if (openmp_take(&levels[head], UINT32_MAX, level)) {
            openmp_batch_add(batch, head, next);
        }
    }
}

enum graph_library_outcome openmp_search(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct openmp_input *loaded = from;
    const struct graph *graph = loaded->input.graph;
    struct openmp_list in = {loaded->lists[0], 1};
    struct openmp_list out = {loaded->lists[1], 0};
    uint32_t level = 1;

    memset(words, 0xff, (size_t)graph->vertex_count * sizeof *words);
    words[0] = 0;
    in.vertices[0] = 0;
    stopwatch_begin(watch);
#pragma omp parallel
    {
        struct openmp_batch batch = {.count = 0};

        while (in.count > 0) {
            uint32_t i;

#pragma omp for schedule(dynamic, 64) nowait
            for (i = 0; i < in.count; i++) {
                expand(graph, in.vertices[i], words, level, &batch, &out);
            }
            openmp_batch_append(&batch, &out);
#pragma omp barrier
#pragma omp single
            {
                struct openmp_list swap = {in.vertices, 0};

                in = out;
                out = swap;
                level++;
            }
        }
    }
    stopwatch_end(watch);
    return GRAPH_LIBRARY_SOLVED;
}
