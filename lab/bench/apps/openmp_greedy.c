/* Colouring and a maximal independent set in an order, from the roots: a vertex counts its neighbours that
 * come earlier and are not decided, and who decides the last of them puts it into the next round's list. So
 * each arc is looked at a constant number of times (Hasenplaug, Kaler, Schardl, Leiserson, "Ordering
 * Heuristics for Parallel Graph Coloring", SPAA 2014; Blelloch, Fineman, Shun, "Greedy Sequential Maximal
 * Independent Set and Matching are Parallel on Average", SPAA 2012, section 4). */
#include "openmp_ways.h"

#include <stdlib.h>

enum { UNDECIDED, CHOSEN, EXCLUDED };

#define NO_COLOR UINT32_MAX

/* Counts a vertex's earlier neighbours; one without any is a root. */
static void count_earlier(const struct openmp_input *loaded, uint32_t vertex, struct openmp_batch *batch,
                          struct openmp_list *roots)
{
    const struct graph *graph = loaded->input.graph;
    const uint32_t *ranks = loaded->input.ranks;
    uint32_t count = 0;
    uint32_t arc;

    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        count += ranks[graph->arcs[arc]] < ranks[vertex];
    }
    loaded->counts[vertex] = count;
    if (count == 0) {
        openmp_batch_add(batch, vertex, roots);
    }
}

/* One earlier neighbour less; the last one makes a root. */
static void release(const struct openmp_input *loaded, uint32_t vertex, struct openmp_batch *batch,
                    struct openmp_list *next)
{
    if (__atomic_sub_fetch(&loaded->counts[vertex], 1, __ATOMIC_RELAXED) == 0) {
        openmp_batch_add(batch, vertex, next);
    }
}

/* The least colour that no neighbour has.
 * takers  for each colour the vertex, plus 1, that found it taken last. */
static uint32_t free_color(const struct graph *graph, uint32_t vertex, const uint32_t *colors,
                           uint32_t *takers)
{
    uint32_t color = 0;
    uint32_t arc;

    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        uint32_t taken = __atomic_load_n(&colors[graph->arcs[arc]], __ATOMIC_RELAXED);

        if (taken != NO_COLOR) {
            takers[taken] = vertex + 1;
        }
    }
    while (takers[color] == vertex + 1) {
        color++;
    }
    return color;
}

static void color_vertex(const struct openmp_input *loaded, uint32_t vertex, uint32_t *colors,
                         uint32_t *takers, struct openmp_batch *batch, struct openmp_list *next)
{
    const struct graph *graph = loaded->input.graph;
    const uint32_t *ranks = loaded->input.ranks;
    uint32_t arc;

    __atomic_store_n(&colors[vertex], free_color(graph, vertex, colors, takers), __ATOMIC_RELAXED);
    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        if (ranks[graph->arcs[arc]] > ranks[vertex]) {
            release(loaded, (uint32_t)graph->arcs[arc], batch, next);
        }
    }
}

static uint32_t most_arcs(const struct graph *graph)
{
    uint32_t most = 0;
    uint32_t vertex;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        uint32_t arcs = graph->rows[vertex + 1] - graph->rows[vertex];

        most = arcs > most ? arcs : most;
    }
    return most;
}

/* By all threads. */
static void find_roots(const struct openmp_input *loaded, uint32_t *words, uint32_t word,
                       struct openmp_batch *batch, struct openmp_list *roots)
{
    uint32_t vertex;

#pragma omp for schedule(dynamic, 1024) nowait
    for (vertex = 0; vertex < loaded->input.graph->vertex_count; vertex++) {
        words[vertex] = word;
        count_earlier(loaded, vertex, batch, roots);
    }
    openmp_batch_append(batch, roots);
#pragma omp barrier
}

static void swap(struct openmp_list *in, struct openmp_list *out)
{
    struct openmp_list empty = {in->vertices, 0};

    *in = *out;
    *out = empty;
}

enum graph_library_outcome openmp_color(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct openmp_input *loaded = from;
    const struct graph *graph = loaded->input.graph;
    struct openmp_list in = {loaded->lists[0], 0};
    struct openmp_list out = {loaded->lists[1], 0};
    /* A vertex has at most a colour more than it has arcs. */
    const size_t colors = (size_t)most_arcs(graph) + 2;
    uint32_t rounds = 0;
    int has_failed = 0;

    stopwatch_begin(watch);
#pragma omp parallel
    {
        struct openmp_batch batch = {.count = 0};
        uint32_t *takers = calloc(colors, sizeof *takers);

        if (takers == NULL) {
            __atomic_store_n(&has_failed, 1, __ATOMIC_RELAXED);
        }
        find_roots(loaded, words, NO_COLOR, &batch, &in);
        while (in.count > 0 && !has_failed) {
            uint32_t i;

#pragma omp for schedule(dynamic, 64) nowait
            for (i = 0; i < in.count; i++) {
                color_vertex(loaded, in.vertices[i], words, takers, &batch, &out);
            }
            openmp_batch_append(&batch, &out);
#pragma omp barrier
#pragma omp single
            {
                swap(&in, &out);
                rounds++;
            }
        }
        free(takers);
    }
    stopwatch_end(watch);
    words[graph->vertex_count] = rounds;
    return has_failed ? GRAPH_LIBRARY_FAILED : GRAPH_LIBRARY_SOLVED;
}

/* Excludes the neighbours of a vertex that is chosen. */
static void choose(const struct graph *graph, uint32_t vertex, uint32_t *states, struct openmp_batch *batch,
                   struct openmp_list *excluded)
{
    uint32_t arc;

    states[vertex] = CHOSEN;
    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        uint32_t head = (uint32_t)graph->arcs[arc];

        if (openmp_take(&states[head], UNDECIDED, EXCLUDED)) {
            openmp_batch_add(batch, head, excluded);
        }
    }
}

/* A vertex that is excluded is no longer in the way of the later ones. */
static void give_way(const struct openmp_input *loaded, uint32_t vertex, const uint32_t *states,
                     struct openmp_batch *batch, struct openmp_list *next)
{
    const struct graph *graph = loaded->input.graph;
    const uint32_t *ranks = loaded->input.ranks;
    uint32_t arc;

    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        uint32_t head = (uint32_t)graph->arcs[arc];

        if (states[head] == UNDECIDED && ranks[head] > ranks[vertex]) {
            release(loaded, head, batch, next);
        }
    }
}

enum graph_library_outcome openmp_choose(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct openmp_input *loaded = from;
    const struct graph *graph = loaded->input.graph;
    struct openmp_list chosen = {loaded->lists[0], 0};
    struct openmp_list excluded = {loaded->lists[1], 0};
    uint32_t rounds = 0;

    stopwatch_begin(watch);
#pragma omp parallel
    {
        struct openmp_batch batch = {.count = 0};

        find_roots(loaded, words, UNDECIDED, &batch, &chosen);
        while (chosen.count > 0) {
            uint32_t i;

#pragma omp for schedule(dynamic, 64) nowait
            for (i = 0; i < chosen.count; i++) {
                choose(graph, chosen.vertices[i], words, &batch, &excluded);
            }
            openmp_batch_append(&batch, &excluded);
#pragma omp barrier
#pragma omp single
            {
                chosen.count = 0;
                rounds++;
            }
#pragma omp for schedule(dynamic, 64) nowait
            for (i = 0; i < excluded.count; i++) {
                give_way(loaded, excluded.vertices[i], words, &batch, &chosen);
            }
            openmp_batch_append(&batch, &chosen);
#pragma omp barrier
#pragma omp single
            excluded.count = 0;
        }
    }
    stopwatch_end(watch);
    words[graph->vertex_count] = rounds;
    return GRAPH_LIBRARY_SOLVED;
}
