/* Written for this comparison: a level-synchronous search whose threads collect what they find, and hooking
 * and pointer jumping over all edges. Both take all processors. */
#include "graph_library.h"

#include <stdlib.h>
#include <string.h>

#define BATCH 256

struct loaded {
    const struct graph *graph;
    uint32_t *frontiers[2];
};

static void *load(const struct graph *graph)
{
    struct loaded *loaded = calloc(1, sizeof *loaded);
    size_t bytes = (size_t)graph->vertex_count * sizeof(uint32_t);

    if (loaded != NULL) {
        loaded->graph = graph;
        loaded->frontiers[0] = malloc(bytes);
        loaded->frontiers[1] = malloc(bytes);
        if (loaded->frontiers[0] == NULL || loaded->frontiers[1] == NULL) {
            free(loaded->frontiers[0]);
            free(loaded->frontiers[1]);
            free(loaded);
            loaded = NULL;
        }
    }
    return loaded;
}

static void unload(void *from)
{
    struct loaded *loaded = from;

    if (loaded != NULL) {
        free(loaded->frontiers[0]);
        free(loaded->frontiers[1]);
        free(loaded);
    }
}

struct batch {
    uint32_t vertices[BATCH];
    uint32_t count;
};

static void append(struct batch *batch, uint32_t *next, uint32_t *next_count)
{
    uint32_t place = __atomic_fetch_add(next_count, batch->count, __ATOMIC_RELAXED);

    memcpy(next + place, batch->vertices, batch->count * sizeof *next);
    batch->count = 0;
}

static void expand(const struct graph *graph, uint32_t vertex, uint32_t *levels, uint32_t level,
                   struct batch *batch, uint32_t *next, uint32_t *next_count)
{
    uint32_t arc;

    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        uint32_t head = (uint32_t)graph->arcs[arc];
        uint32_t unreached = UINT32_MAX;

        if (__atomic_load_n(&levels[head], __ATOMIC_RELAXED) == unreached &&
            __atomic_compare_exchange_n(&levels[head], &unreached, level, 0, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
            batch->vertices[batch->count++] = head;
            if (batch->count == BATCH) {
                append(batch, next, next_count);
            }
        }
    }
}

static int search(void *from, uint32_t *words, void (*begin)(void *), void (*end)(void *), void *clock)
{
    struct loaded *loaded = from;
    const struct graph *graph = loaded->graph;
    uint32_t *in = loaded->frontiers[0];
    uint32_t *out = loaded->frontiers[1];
    uint32_t count = 1;
    uint32_t next_count = 0;
    uint32_t level = 1;

    memset(words, 0xff, (size_t)graph->vertex_count * sizeof *words);
    words[0] = 0;
    in[0] = 0;
    begin(clock);
#pragma omp parallel
    {
        struct batch batch = {.count = 0};

        while (count > 0) {
            uint32_t i;

#pragma omp for schedule(dynamic, 64) nowait
            for (i = 0; i < count; i++) {
                expand(graph, in[i], words, level, &batch, out, &next_count);
            }
            append(&batch, out, &next_count);
#pragma omp barrier
#pragma omp single
            {
                uint32_t *swap = in;

                in = out;
                out = swap;
                count = next_count;
                next_count = 0;
                level++;
            }
        }
    }
    end(clock);
    return 0;
}

/* Lowers a parent; whether it was higher. */
static int lower(uint32_t *parents, uint32_t vertex, uint32_t parent)
{
    uint32_t old = __atomic_load_n(&parents[vertex], __ATOMIC_RELAXED);

    while (old > parent) {
        if (__atomic_compare_exchange_n(&parents[vertex], &old, parent, 0, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
            return 1;
        }
    }
    return 0;
}

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

    return one < other ? lower(parents, other, one) : other < one ? lower(parents, one, other) : 0;
}

static int label(void *from, uint32_t *words, void (*begin)(void *), void (*end)(void *), void *clock)
{
    const struct graph *graph = ((struct loaded *)from)->graph;
    int64_t count = graph->vertex_count;
    int has_changed = 1;
    int64_t vertex;

    begin(clock);
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
            lower(words, (uint32_t)vertex, root(words, (uint32_t)vertex));
        }
    }
    end(clock);
    return 0;
}

const struct graph_library graph_library_openmp[2] = {
    {GRAPH_LIBRARY_OPENMP, "OpenMP", "bfs", load, search, unload},
    {GRAPH_LIBRARY_OPENMP, "OpenMP", "components", load, label, unload}};
