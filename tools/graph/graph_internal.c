/* From pairs to rows, and what the readers share. */
#include "graph_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int graph_fail_at(struct graph_error *error, const struct input *input, const char *format, ...)
{
    va_list arguments;
    int length =
        snprintf(error->text, sizeof error->text, "%s:%llu: ", input->path, (unsigned long long)input->line);

    if (length < 0 || (size_t)length >= sizeof error->text) {
        length = 0;
    }
    va_start(arguments, format);
    vsnprintf(error->text + length, sizeof error->text - (size_t)length, format, arguments);
    va_end(arguments);
    return -1;
}

void *graph_allocate(uint64_t bytes, const char *what, struct graph_error *error)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    long page_bytes = sysconf(_SC_PAGESIZE);
    uint64_t machine = pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes : UINT64_MAX;
    void *memory = bytes <= machine && bytes <= SIZE_MAX ? malloc(bytes > 0 ? (size_t)bytes : 1) : NULL;

    if (memory == NULL) {
        graph_fail(error,
                   "%s needs %.1f GB of memory, which this machine does not have; take a smaller graph", what,
                   (double)bytes / 1e9);
    }
    return memory;
}

int word_list_grow(struct word_list *list)
{
    size_t capacity = list->capacity > 0 ? 2 * list->capacity : 4096;
    uint32_t *items = realloc(list->items, capacity * sizeof *items);

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

/* Fills rows with the offsets, from the number of arcs that leave each vertex. */
static uint64_t count_rows(struct graph *graph, const struct word_list *pairs, enum graph_direction direction)
{
    uint64_t sum = 0;
    uint64_t vertex;
    size_t i;

    memset(graph->rows, 0, ((size_t)graph->vertex_count + 1) * sizeof *graph->rows);
    for (i = 0; i < pairs->count; i += 2) {
        uint32_t tail = pairs->items[i];
        uint32_t head = pairs->items[i + 1];

        if (direction == GRAPH_DIRECTED) {
            graph->rows[tail + 1]++;
        } else if (tail != head) {
            graph->rows[tail + 1]++;
            graph->rows[head + 1]++;
        }
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        sum += graph->rows[vertex + 1];
        graph->rows[vertex + 1] = (uint32_t)sum;
    }
    return sum;
}

static void place_pairs(const struct word_list *pairs, enum graph_direction direction, uint32_t *cursor,
                        int32_t *arcs)
{
    size_t i;

    for (i = 0; i < pairs->count; i += 2) {
        uint32_t tail = pairs->items[i];
        uint32_t head = pairs->items[i + 1];

        if (direction == GRAPH_DIRECTED) {
            arcs[cursor[tail]++] = (int32_t)head;
        } else if (tail != head) {
            arcs[cursor[tail]++] = (int32_t)head;
            arcs[cursor[head]++] = (int32_t)tail;
        }
    }
}

/* The arcs of a symmetric graph, taken in the order of their tails and put into the rows of their heads,
 * leave every row sorted: a counting sort, since the transpose of the graph is the graph. Duplicates are then
 * neighbours. */
static void sort_and_deduplicate(struct graph *graph, uint32_t *cursor, int32_t *sorted)
{
    uint32_t to = 0;
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            sorted[cursor[graph->arcs[arc]]++] = (int32_t)vertex;
        }
    }
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        uint32_t begin = graph->rows[vertex];
        uint32_t end = graph->rows[vertex + 1];

        graph->rows[vertex] = to;
        for (arc = begin; arc < end; arc++) {
            if (arc == begin || sorted[arc] != sorted[arc - 1]) {
                graph->arcs[to++] = sorted[arc];
            }
        }
    }
    graph->rows[graph->vertex_count] = to;
    graph->arc_count = to;
}

int graph_from_pairs(uint64_t vertex_count, const struct word_list *pairs, enum graph_direction direction,
                     struct graph *graph, struct graph_error *error)
{
    uint32_t *cursor = NULL;
    int32_t *sorted = NULL;
    uint64_t arcs;
    int status = -1;

    memset(graph, 0, sizeof *graph);
    graph->vertex_count = (uint32_t)vertex_count;
    graph->rows = graph_allocate((vertex_count + 1) * sizeof *graph->rows, "the graph", error);
    cursor = graph->rows != NULL ? graph_allocate(vertex_count * sizeof *cursor, "the graph", error) : NULL;
    if (cursor == NULL) {
        goto done;
    }
    arcs = count_rows(graph, pairs, direction);
    if (arcs > GRAPH_ARCS_MAX) {
        graph_fail(error, "the graph has %llu arcs, and at most %llu fit; take a smaller one",
                   (unsigned long long)arcs, (unsigned long long)GRAPH_ARCS_MAX);
        goto done;
    }
    graph->arc_count = (uint32_t)arcs;
    graph->arcs = graph_allocate(arcs * sizeof *graph->arcs, "the graph", error);
    if (graph->arcs == NULL) {
        goto done;
    }
    memcpy(cursor, graph->rows, (size_t)vertex_count * sizeof *cursor);
    place_pairs(pairs, direction, cursor, graph->arcs);
    if (direction == GRAPH_UNDIRECTED) {
        sorted = graph_allocate(arcs * sizeof *sorted, "the graph", error);
        if (sorted == NULL) {
            goto done;
        }
        memcpy(cursor, graph->rows, (size_t)vertex_count * sizeof *cursor);
        sort_and_deduplicate(graph, cursor, sorted);
    }
    status = 0;
done:
    free(sorted);
    free(cursor);
    if (status != 0) {
        graph_clear(graph);
    }
    return status;
}

int graph_take_promise(struct input *input, const char *what, const char *form, uint64_t largest,
                       uint64_t *value, struct graph_error *error)
{
    input_skip_blanks(input);
    switch (input_take_number(input, value)) {
    case INPUT_NUMBER:
        if (*value <= largest) {
            return 0;
        }
        return graph_fail_at(error, input,
                             "the header promises %llu %s, and at most %llu fit; take a smaller graph",
                             (unsigned long long)*value, what, (unsigned long long)largest);
    case INPUT_NEGATIVE:
        return graph_fail_at(error, input, "the number of %s is negative; correct the header", what);
    case INPUT_TOO_BIG:
        return graph_fail_at(error, input, "the number of %s does not fit 64 bits; correct the header", what);
    case INPUT_NO_NUMBER:
        break;
    }
    return graph_fail_at(error, input, "the header has no number of %s; %s", what, form);
}
