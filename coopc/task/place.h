/* The places that results of spawns go into. */
#ifndef COOPC_TASK_PLACE_H
#define COOPC_TASK_PLACE_H

#include "coopc/task/task.h"

/* Whether the tokens are a name, and behind it only `[...]` and `.name`. */
bool place_is_plain(const struct tokens *tokens, size_t first, size_t end);

/* Whether the places of two spawns, parts of one variable, are one or hold one another for certain: elements
 * whose numbers are not literals are taken for different ones. */
bool places_overlap(const struct tokens *tokens, const struct spawn *one, const struct spawn *other);

/* Refuses a place that a result cannot be written into as it comes. */
void place_check(const struct task *task, const struct spawn *spawn);

/* Refuses addresses of variables that results go into: what a pointer leads to is not followed. A function
 * that cannot keep an address may be given one. */
void places_check_addresses(const struct task *task);

#endif
