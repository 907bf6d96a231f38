/* What the files of the graph library share: errors, growing lists, and the step from arcs to rows. */
#ifndef TOOLS_GRAPH_INTERNAL_H
#define TOOLS_GRAPH_INTERNAL_H

#include "graph.h"
#include "input.h"

/* Writes "path:line: message" and returns -1. */
int graph_fail_at(struct graph_error *error, const struct input *input, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* malloc that refuses more than the machine's memory, so that a header with absurd numbers is a message and
 * not a machine that swaps. `what` names the thing in the message. NULL on failure. */
void *graph_allocate(uint64_t bytes, const char *what, struct graph_error *error);

/* A list that grows by doubling: a header's promise is never turned into an allocation before the numbers
 * come. */
struct word_list {
    uint32_t *items;
    size_t count;
    size_t capacity;
};

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

/* Turns arcs, given as pairs tail, head, into rows. With GRAPH_UNDIRECTED the opposite arcs are added, lists
 * are sorted, self-loops and duplicates dropped. */
int graph_from_pairs(uint64_t vertex_count, const struct word_list *pairs, enum graph_direction direction,
                     struct graph *graph, struct graph_error *error);

/* A number of the header; `what` names it, `form` says what a header looks like. */
int graph_take_promise(struct input *input, const char *what, const char *form, uint64_t largest,
                       uint64_t *value, struct graph_error *error);

int graph_read_metis(struct input *input, struct graph *graph, struct graph_error *error);
int graph_read_dimacs(struct input *input, enum graph_direction direction, struct graph *graph,
                      struct graph_error *error);

#endif
