/* The direct OpenMP versions, each written for this comparison; all take all processors. */
#ifndef LAB_BENCH_OPENMP_WAYS_H
#define LAB_BENCH_OPENMP_WAYS_H

#include "graph_library.h"

#include <string.h>

/* What most of them need: the input, and room for lists of vertices. */
struct openmp_input {
    struct graph_library_input input;
    uint32_t *lists[2];
    uint32_t *counts; /* a word for each vertex */
};

void *openmp_load(const struct graph_library_input *input);
void openmp_unload(void *loaded);

enum graph_library_outcome openmp_search(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome openmp_label(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome openmp_color(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome openmp_choose(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome openmp_relax_all(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome openmp_rank(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome openmp_depend(void *loaded, uint32_t *words, struct stopwatch *watch);
enum graph_library_outcome openmp_triangles(void *loaded, uint32_t *words, struct stopwatch *watch);

/* The worklist of shortest paths has a form of its own. */
void *openmp_paths_load(const struct graph_library_input *input);
void openmp_paths_unload(void *loaded);
enum graph_library_outcome openmp_paths(void *loaded, uint32_t *words, struct stopwatch *watch);

/* A list that threads add to, and what one of them has not yet added. */
#define OPENMP_BATCH 256

struct openmp_list {
    uint32_t *vertices;
    uint32_t count;
};

struct openmp_batch {
    uint32_t vertices[OPENMP_BATCH];
    uint32_t count;
};

static inline void openmp_batch_append(struct openmp_batch *batch, struct openmp_list *list)
{
    uint32_t place = __atomic_fetch_add(&list->count, batch->count, __ATOMIC_RELAXED);

    memcpy(list->vertices + place, batch->vertices, batch->count * sizeof *list->vertices);
    batch->count = 0;
}

static inline void openmp_batch_add(struct openmp_batch *batch, uint32_t vertex, struct openmp_list *list)
{
    batch->vertices[batch->count++] = vertex;
    if (batch->count == OPENMP_BATCH) {
        openmp_batch_append(batch, list);
    }
}

/* Whether this call changes the word from one value to the other. */
static inline int openmp_take(uint32_t *word, uint32_t from, uint32_t to)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED) == from &&
           __atomic_compare_exchange_n(word, &from, to, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Lowers a word; whether it was higher. */
static inline int openmp_lower(uint32_t *word, uint32_t to)
{
    uint32_t old = __atomic_load_n(word, __ATOMIC_RELAXED);

    while (old > to) {
        if (__atomic_compare_exchange_n(word, &old, to, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            return 1;
        }
    }
    return 0;
}

#endif
