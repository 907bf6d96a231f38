/* Where a task spawns others. */
#ifndef COOPC_TASK_SPAWN_H
#define COOPC_TASK_SPAWN_H

#include "coopc/task/task.h"

/* Fills task->spawns, and refuses other forms. */
void spawns_find(const struct tasks *tasks, struct task *task);

/* Edits the statements: each emits an item. Once the variables' homes are chosen. */
void spawns_edit(const struct task *task);

/* Whether the macro around the call of a task, or the one in front of it, brings the coop_spawn. */
bool spawn_is_of_macro(const struct source *source, const struct call *call);

#endif
