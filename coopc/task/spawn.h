/* Where a task spawns others. */
#ifndef COOPC_TASK_SPAWN_H
#define COOPC_TASK_SPAWN_H

#include "coopc/task/task.h"

/* Fills task->spawns, and refuses other forms. */
void spawns_find(const struct tasks *tasks, struct task *task);

/* Edits the statements: each emits an item. Once the variables' homes are chosen. */
void spawns_edit(const struct task *task);

#endif
