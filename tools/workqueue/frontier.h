/* The first tasks of a launch: parameters of tasks in breadth-first order, made on the host. */
#ifndef TOOLS_TASKS_FRONTIER_H
#define TOOLS_TASKS_FRONTIER_H

#include "tools/error/tool_error.h"

#include <stddef.h>
#include <stdint.h>

struct frontier {
    unsigned char *items;
    size_t item_bytes;
    size_t first; /* the tasks before it have been taken */
    size_t count; /* of waiting tasks */
    size_t capacity;
    int is_broken; /* memory is exhausted */
};

void frontier_init(struct frontier *frontier, size_t item_bytes);
void frontier_push(struct frontier *frontier, const void *item);

/* Takes the oldest. */
void frontier_take(struct frontier *frontier, void *item);

/* The oldest waiting task. */
const void *frontier_items(const struct frontier *frontier);

void frontier_clear(struct frontier *frontier);

#endif
