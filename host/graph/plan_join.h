/* What plan.c and others make a plan of: tasks, edges, levels, words. False: the host has no memory left. */
#ifndef COOP_HOST_GRAPH_PLAN_JOIN_H
#define COOP_HOST_GRAPH_PLAN_JOIN_H

#include "host/graph/plan_form.h"

/* Writes the message, and returns the status. */
coop_status coop_plan_refuse(struct coop_plan *plan, coop_status status, const char *message, ...)
    __attribute__((format(printf, 3, 4)));
coop_status coop_plan_out_of_memory(struct coop_plan *plan);

/* Makes room for one more of `count` items.
 * items  the place of the pointer to them. */
int coop_plan_grow(void *items, uint32_t count, size_t bytes);

int coop_plan_append(struct coop_plan_list *list, uint32_t item);

/* The task `after` begins behind `before`. */
int coop_plan_join(struct coop_plan *plan, uint32_t before, uint32_t after);

/* The task `after` begins behind the tasks of a node: behind that of one block alone where `block` is one and
 * the node has as many. */
int coop_plan_join_node(struct coop_plan *plan, uint32_t node, uint32_t block, uint32_t block_count,
                        uint32_t after);

/* The same with all nodes of the level before. */
int coop_plan_join_last(struct coop_plan *plan, uint32_t block, uint32_t block_count, uint32_t after);

/* A node with so many tasks, which wait for nothing yet. NULL: the host has no memory left. */
struct coop_plan_node *coop_plan_make_node(struct coop_plan *plan, enum coop_plan_kind kind, const char *name,
                                           uint32_t task_count);

/* A new level begins; if the present one is empty, it is the new one. */
void coop_plan_begin_level(struct coop_plan *plan);

/* Keeps a word that was said. COOP_OUT_OF_MEMORY. */
coop_status coop_plan_note(struct coop_plan *plan, const struct coop_plan_word *word, const char *name,
                           const struct coop_plan_access *accesses);

/* Names of a plan's nodes. A node's path is its name behind those of the parts that it is in, "part/name". */

/* The first node, from `first` on, that the name means in the part that is being said now: the node, or one
 * of the part of that name. NONE: there is none. */
uint32_t coop_plan_find(const struct coop_plan *plan, const char *name, uint32_t first);

/* Whether a node or a part may have the name: COOP_INVALID_ARGUMENT where it is empty, too long, or another
 * one's. */
coop_status coop_plan_check_name(struct coop_plan *plan, const char *name);

#endif
