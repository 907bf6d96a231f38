/* Triangles by the forward algorithm: of each edge the arc to the end of more arcs is kept (among equals of
 * the greater number), and each vertex marks its kept neighbours and looks for them in theirs. */
#include "openmp_ways.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

struct kept {
    uint32_t *rows; /* vertex_count + 1 */
    uint32_t *heads;
};

static int is_kept(const struct graph *graph, uint32_t tail, uint32_t head)
{
    uint32_t tail_arcs = graph->rows[tail + 1] - graph->rows[tail];
    uint32_t head_arcs = graph->rows[head + 1] - graph->rows[head];

    return tail_arcs < head_arcs || (tail_arcs == head_arcs && tail < head);
}

/* By all threads: rows, the sums of what each vertex keeps.
 * sums  a word for each thread and one more. */
static void find_rows(const struct graph *graph, struct kept kept, uint32_t *sums)
{
    const uint32_t threads = (uint32_t)omp_get_num_threads();
    const uint32_t thread = (uint32_t)omp_get_thread_num();
    const uint32_t first = (uint32_t)((uint64_t)graph->vertex_count * thread / threads);
    const uint32_t end = (uint32_t)((uint64_t)graph->vertex_count * (thread + 1) / threads);
    uint32_t vertex, arc, i;

#pragma omp for schedule(dynamic, 1024)
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        uint32_t count = 0;

        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            count += is_kept(graph, vertex, (uint32_t)graph->arcs[arc]);
        }
        kept.rows[vertex + 1] = count;
    }
    sums[thread + 1] = 0;
    for (vertex = first; vertex < end; vertex++) {
        sums[thread + 1] += kept.rows[vertex + 1];
    }
#pragma omp barrier
#pragma omp single
    {
        kept.rows[0] = sums[0] = 0;
        for (i = 0; i < threads; i++) {
            sums[i + 1] += sums[i];
        }
    }
    for (i = sums[thread], vertex = first; vertex < end; vertex++) {
        i += kept.rows[vertex + 1];
        kept.rows[vertex + 1] = i;
    }
#pragma omp barrier
}

static void keep(const struct graph *graph, uint32_t vertex, struct kept kept)
{
    uint32_t *next = kept.heads + kept.rows[vertex];
    uint32_t arc;

    for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
        if (is_kept(graph, vertex, (uint32_t)graph->arcs[arc])) {
            *next++ = (uint32_t)graph->arcs[arc];
        }
    }
}

static void add(uint32_t *word, uint32_t more)
{
    if (more > 0) {
        __atomic_fetch_add(word, more, __ATOMIC_RELAXED);
    }
}

/* The triangles whose first vertex it is.
 * marks  a thread's: for each vertex the one, plus 1, that marked it last. */
static void count_at(struct kept kept, uint32_t vertex, uint32_t *marks, uint32_t *triangles)
{
    uint32_t all = 0;
    uint32_t arc, further;

    for (arc = kept.rows[vertex]; arc < kept.rows[vertex + 1]; arc++) {
        marks[kept.heads[arc]] = vertex + 1;
    }
    for (arc = kept.rows[vertex]; arc < kept.rows[vertex + 1]; arc++) {
        uint32_t middle = kept.heads[arc];
        uint32_t found = 0;

        for (further = kept.rows[middle]; further < kept.rows[middle + 1]; further++) {
            if (marks[kept.heads[further]] == vertex + 1) {
                add(&triangles[kept.heads[further]], 1);
                found++;
            }
        }
        add(&triangles[middle], found);
        all += found;
    }
    add(&triangles[vertex], all);
}

/* By all threads. */
static void count_all(const struct graph *graph, struct kept kept, uint32_t *sums, uint32_t *marks,
                      uint32_t *triangles)
{
    uint32_t vertex;

    find_rows(graph, kept, sums);
#pragma omp for schedule(dynamic, 1024)
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        triangles[vertex] = 0;
        keep(graph, vertex, kept);
    }
#pragma omp for schedule(dynamic, 64)
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        count_at(kept, vertex, marks, triangles);
    }
}

enum graph_library_outcome openmp_triangles(void *from, uint32_t *words, struct stopwatch *watch)
{
    const struct graph *graph = ((struct openmp_input *)from)->input.graph;
    const size_t vertices = graph->vertex_count;
    const size_t threads = (size_t)omp_get_max_threads();
    struct kept kept = {malloc((vertices + 1) * sizeof *kept.rows),
                        malloc(((size_t)graph->arc_count / 2 + 1) * sizeof *kept.heads)};
    uint32_t *sums = malloc((threads + 1) * sizeof *sums);
    uint32_t *marks = calloc(threads * vertices, sizeof *marks);
    int has_memory = kept.rows != NULL && kept.heads != NULL && sums != NULL && marks != NULL;

    if (has_memory) {
        stopwatch_begin(watch);
#pragma omp parallel
        count_all(graph, kept, sums, marks + vertices * (size_t)omp_get_thread_num(), words);
        stopwatch_end(watch);
    }
    free(kept.rows);
    free(kept.heads);
    free(sums);
    free(marks);
    return has_memory ? GRAPH_LIBRARY_SOLVED : GRAPH_LIBRARY_FAILED;
}
