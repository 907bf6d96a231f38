/* Arcs in the order in which a file or a generator gives them, and the step from there to rows. */
#ifndef TOOLS_ARC_LIST_H
#define TOOLS_ARC_LIST_H

#include "graph_memory.h"

/* {0}: empty. */
struct arc_list {
    struct word_list ends;    /* tail, head, tail, head … */
    struct word_list weights; /* one for each arc, or none at all */
};

static inline size_t arc_list_count(const struct arc_list *list)
{
    return list->ends.count / 2;
}

/* 0, or -1 when memory is exhausted. */
static inline int arc_list_push(struct arc_list *list, uint32_t tail, uint32_t head)
{
    return word_list_push(&list->ends, tail) != 0 ? -1 : word_list_push(&list->ends, head);
}

/* Turns the arcs into the rows of a directed or undirected graph; takes the list's memory, which is empty
 * afterwards, also after a failure. Every end is below vertex_count. */
int arc_list_to_graph(struct arc_list *list, uint64_t vertex_count, enum graph_direction direction,
                      struct graph *graph, struct graph_error *error);

void arc_list_clear(struct arc_list *list);

#endif
