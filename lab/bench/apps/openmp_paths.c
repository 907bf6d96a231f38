/* Shortest paths: rounds over all arcs, as sssp-topology has them; and by buckets of vertices whose distances
 * are alike, the nearest first (delta-stepping: Meyer, Sanders, J. Algorithms 49, 2003), where each thread
 * has buckets of its own. */
#include "openmp_ways.h"

#include <stdlib.h>
#include <string.h>

#define UNREACHED UINT32_MAX

/* What is too far is in the last bucket with all that is farther. */
#define BUCKETS_MAX (1u << 20)

enum graph_library_outcome openmp_relax_all(void *from, uint32_t *words, struct stopwatch *watch)
{
    const struct graph *graph = ((struct openmp_input *)from)->input.graph;
    int has_changed = 1;
    uint32_t vertex;

    memset(words, 0xff, (size_t)graph->vertex_count * sizeof *words);
    words[0] = 0;
    stopwatch_begin(watch);
    while (has_changed) {
        has_changed = 0;
#pragma omp parallel for schedule(dynamic, 1024) reduction(| : has_changed)
        for (vertex = 0; vertex < graph->vertex_count; vertex++) {
            uint64_t least = UNREACHED;
            uint32_t arc;

            for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
                uint64_t distance = __atomic_load_n(&words[graph->arcs[arc]], __ATOMIC_RELAXED);

                distance += graph->weights[arc];
                least = distance < least ? distance : least;
            }
            if (least < words[vertex]) { /* nobody else writes it */
                __atomic_store_n(&words[vertex], (uint32_t)least, __ATOMIC_RELAXED);
                has_changed = 1;
            }
        }
    }
    stopwatch_end(watch);
    return GRAPH_LIBRARY_SOLVED;
}

/* Vertices that a thread has found; a vertex may be there more than once. */
struct bucket {
    uint32_t *vertices;
    uint32_t count;
    uint32_t capacity;
};

struct buckets {
    struct bucket *items;
    uint32_t count;
    int has_failed;
};

struct paths {
    const struct graph *graph;
    uint32_t delta;
    struct bucket frontier; /* all threads' */
    int has_failed;
};

static void bucket_add(struct buckets *buckets, struct bucket *bucket, uint32_t vertex)
{
    if (bucket->count == bucket->capacity) {
        uint32_t capacity = bucket->capacity > 0 ? 2 * bucket->capacity : 16;
        uint32_t *vertices = realloc(bucket->vertices, (size_t)capacity * sizeof *vertices);

        if (vertices == NULL) {
            buckets->has_failed = 1;
            return;
        }
        bucket->vertices = vertices;
        bucket->capacity = capacity;
    }
    bucket->vertices[bucket->count++] = vertex;
}

static void buckets_add(struct buckets *buckets, uint32_t number, uint32_t vertex)
{
    if (number >= buckets->count) {
        uint32_t count = number + number / 2 + 16;
        struct bucket *items = realloc(buckets->items, (size_t)count * sizeof *items);

        if (items == NULL) {
            buckets->has_failed = 1;
            return;
        }
        memset(items + buckets->count, 0, (size_t)(count - buckets->count) * sizeof *items);
        buckets->items = items;
        buckets->count = count;
    }
    bucket_add(buckets, &buckets->items[number], vertex);
}

static void buckets_clear(struct buckets *buckets)
{
    uint32_t i;

    for (i = 0; i < buckets->count; i++) {
        free(buckets->items[i].vertices);
    }
    free(buckets->items);
}

static uint32_t number_of(const struct paths *paths, uint32_t distance)
{
    uint32_t number = distance / paths->delta;

    return number < BUCKETS_MAX ? number : BUCKETS_MAX - 1;
}

/* Relaxes the arcs of a vertex, unless it was in an earlier bucket meanwhile. */
static void expand(const struct paths *paths, uint32_t vertex, uint32_t number, uint32_t *distances,
                   struct buckets *buckets)
{
    const struct graph *graph = paths->graph;
    uint32_t own = __atomic_load_n(&distances[vertex], __ATOMIC_RELAXED);
    uint32_t arc;

    if (number_of(paths, own) < number) {
        return;
    }
    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        uint32_t head = (uint32_t)graph->arcs[arc];
        uint64_t distance = (uint64_t)own + graph->weights[arc];

        if (distance < UNREACHED && openmp_lower(&distances[head], (uint32_t)distance)) {
            buckets_add(buckets, number_of(paths, (uint32_t)distance), head);
        }
    }
}

/* By all threads: the first bucket from `number` on that any has; BUCKETS_MAX: none. */
static uint32_t next_bucket(const struct buckets *buckets, uint32_t number, uint32_t *least)
{
    uint32_t found;

    while (number < buckets->count && buckets->items[number].count == 0) {
        number++;
    }
    if (number < buckets->count) {
        openmp_lower(least, number);
    }
#pragma omp barrier
    found = *least;
#pragma omp barrier
    return found;
}

/* By all threads: their buckets of that number become the frontier. */
static void gather(struct paths *paths, struct buckets *buckets, uint32_t number, uint32_t *place)
{
    struct bucket *own = number < buckets->count ? &buckets->items[number] : NULL;
    uint32_t count = own != NULL ? own->count : 0;
    uint32_t begin = __atomic_fetch_add(place, count, __ATOMIC_RELAXED);

#pragma omp barrier
#pragma omp single
    {
        struct bucket *frontier = &paths->frontier;

        if (*place > frontier->capacity) {
            free(frontier->vertices);
            frontier->vertices = malloc(2 * (size_t)*place * sizeof *frontier->vertices);
            frontier->capacity = frontier->vertices != NULL ? 2 * *place : 0;
            paths->has_failed |= frontier->vertices == NULL;
        }
        frontier->count = paths->has_failed ? 0 : *place;
    }
    if (count > 0 && paths->frontier.count > 0) {
        memcpy(paths->frontier.vertices + begin, own->vertices, count * sizeof *own->vertices);
        own->count = 0;
    }
#pragma omp barrier
}

/* By all threads. */
static void settle(struct paths *paths, uint32_t *distances, struct buckets *buckets, uint32_t *least,
                   uint32_t *place)
{
    uint32_t number = 0;

#pragma omp single
    buckets_add(buckets, 0, 0);
    while ((number = next_bucket(buckets, number, least)) < BUCKETS_MAX && !paths->has_failed) {
        uint32_t i;

        gather(paths, buckets, number, place);
#pragma omp single
        {
            *least = BUCKETS_MAX;
            *place = 0;
        }
#pragma omp for schedule(dynamic, 64)
        for (i = 0; i < paths->frontier.count; i++) {
            expand(paths, paths->frontier.vertices[i], number, distances, buckets);
        }
    }
}

enum graph_library_outcome openmp_paths(void *from, uint32_t *words, struct stopwatch *watch)
{
    struct paths *paths = from;
    uint32_t least = BUCKETS_MAX;
    uint32_t place = 0;
    int has_failed = 0;

    memset(words, 0xff, (size_t)paths->graph->vertex_count * sizeof *words);
    words[0] = 0;
    stopwatch_begin(watch);
#pragma omp parallel reduction(| : has_failed)
    {
        struct buckets buckets = {NULL, 0, 0};

        settle(paths, words, &buckets, &least, &place);
        has_failed |= buckets.has_failed;
        buckets_clear(&buckets);
    }
    stopwatch_end(watch);
    return has_failed || paths->has_failed ? GRAPH_LIBRARY_FAILED : GRAPH_LIBRARY_SOLVED;
}

/* The width of the buckets that is the fastest of some multiples of the mean weight. Narrow ones take many
 * rounds: once they are much slower, narrower ones are not tried. */
static int choose_delta(struct paths *paths, double mean)
{
    static const double factors[] = {512, 128, 32, 8, 2, 0.5};
    uint32_t *words = malloc((size_t)paths->graph->vertex_count * sizeof *words);
    uint64_t best_ns = UINT64_MAX;
    uint32_t best = 1;
    size_t i;

    if (words == NULL) {
        return -1;
    }
    for (i = 0; i < sizeof factors / sizeof *factors; i++) {
        double delta = factors[i] * mean;
        struct stopwatch watch = {0, 0};

        paths->delta = delta < 1 ? 1 : delta < UINT32_MAX ? (uint32_t)delta : UINT32_MAX;
        if (openmp_paths(paths, words, &watch) != GRAPH_LIBRARY_SOLVED ||
            (watch.end_ns - watch.begin_ns) / 2 > best_ns) {
            break;
        }
        if (watch.end_ns - watch.begin_ns < best_ns) {
            best_ns = watch.end_ns - watch.begin_ns;
            best = paths->delta;
        }
    }
    paths->delta = best;
    free(words);
    return 0;
}

void *openmp_paths_load(const struct graph_library_input *input)
{
    const struct graph *graph = input->graph;
    struct paths *paths = calloc(1, sizeof *paths);
    double sum = 0;
    uint32_t arc;

    if (paths == NULL) {
        return NULL;
    }
    paths->graph = graph;
    for (arc = 0; arc < graph->arc_count; arc++) {
        sum += graph->weights[arc];
    }
    if (choose_delta(paths, graph->arc_count > 0 ? sum / graph->arc_count : 1) != 0) {
        openmp_paths_unload(paths);
        return NULL;
    }
    return paths;
}

void openmp_paths_unload(void *loaded)
{
    struct paths *paths = loaded;

    if (paths != NULL) {
        free(paths->frontier.vertices);
        free(paths);
    }
}
