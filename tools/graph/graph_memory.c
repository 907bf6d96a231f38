#include "graph_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the kernel believes to be free without swapping, or else what the machine has. Linux gives more than
 * there is to whoever asks, and ends somebody when it is touched. */
static uint64_t free_bytes(void)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    long page_bytes = sysconf(_SC_PAGESIZE);
    uint64_t bytes =
        pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : (uint64_t)INT64_MAX;
    FILE *file = fopen("/proc/meminfo", "r");
    unsigned long long kilobytes;
    char line[128];

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1) {
            bytes = (uint64_t)kilobytes * 1024;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return bytes < SIZE_MAX ? bytes : SIZE_MAX;
}

/* Small pieces need no look at the machine. */
#define ALWAYS_BYTES ((uint64_t)1 << 24)

static int is_free(uint64_t bytes)
{
    return bytes <= ALWAYS_BYTES || bytes <= free_bytes();
}

void *graph_allocate(uint64_t bytes, const char *what, struct graph_error *error)
{
    void *memory = is_free(bytes) ? malloc(bytes > 0 ? (size_t)bytes : 1) : NULL;

    if (memory == NULL) {
        graph_fail(error, "%s needs %.1f GB of memory, which are not free here; take a smaller graph", what,
                   (double)bytes / 1e9);
    }
    return memory;
}

int graph_allocate_arrays(struct graph *graph, uint64_t vertex_count, uint64_t arc_count, int has_weights,
                          struct graph_error *error)
{
    memset(graph, 0, sizeof *graph);
    if (arc_count > GRAPH_ARCS_MAX) {
        return graph_fail(error,
                          "the graph has %llu arcs, and at most %llu fit, since kernels count in 32 bits; "
                          "take a smaller one",
                          (unsigned long long)arc_count, (unsigned long long)GRAPH_ARCS_MAX);
    }
    graph->rows = graph_allocate((vertex_count + 1) * sizeof *graph->rows, "the graph", error);
    graph->arcs =
        graph->rows != NULL ? graph_allocate(arc_count * sizeof *graph->arcs, "the graph", error) : NULL;
    if (has_weights && graph->arcs != NULL) {
        graph->weights = graph_allocate(arc_count * sizeof *graph->weights, "the graph", error);
    }
    if (graph->arcs == NULL || (has_weights && graph->weights == NULL)) {
        graph_clear(graph);
        return -1;
    }
    graph->vertex_count = (uint32_t)vertex_count;
    graph->arc_count = (uint32_t)arc_count;
    return 0;
}

int word_list_grow(struct word_list *list)
{
    size_t capacity = list->capacity > 0 ? 2 * list->capacity : 4096;
    uint32_t *items = capacity <= SIZE_MAX / 2 / sizeof *items && is_free(capacity * sizeof *items)
                          ? realloc(list->items, capacity * sizeof *items)
                          : NULL;

    if (items == NULL) {
        return -1;
    }
    list->items = items;
    list->capacity = capacity;
    return 0;
}

void word_list_clear(struct word_list *list)
{
    free(list->items);
    memset(list, 0, sizeof *list);
}
