/* Memory of graphs: never more than is free, and none for a promise. */
#ifndef TOOLS_GRAPH_MEMORY_H
#define TOOLS_GRAPH_MEMORY_H

#include "graph.h"

/* malloc that refuses more memory than is free, so that absurd numbers are a message and not a machine
 * that swaps. `what` names the thing in the message. NULL on failure. */
void *graph_allocate(uint64_t bytes, const char *what, struct graph_error *error);

/* Sets the counts and allocates the arrays, which are not filled; refuses more arcs than GRAPH_ARCS_MAX. */
int graph_allocate_arrays(struct graph *graph, uint64_t vertex_count, uint64_t arc_count, int has_weights,
                          struct graph_error *error);

/* A list that grows by doubling: a header's promise is never turned into an allocation before the numbers
 * come. */
struct word_list {
    uint32_t *items;
    size_t count;
    size_t capacity;
};

/* -1 when that much memory is not free. */
int word_list_grow(struct word_list *list);
void word_list_clear(struct word_list *list);

/* 0, or -1 when memory is exhausted. */
static inline int word_list_push(struct word_list *list, uint32_t item)
{
    if (list->count == list->capacity && word_list_grow(list) != 0) {
        return -1;
    }
    list->items[list->count++] = item;
    return 0;
}

#endif
