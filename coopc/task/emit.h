/* Files with tasks, written anew without them. */
#ifndef COOPC_TASK_EMIT_H
#define COOPC_TASK_EMIT_H

#include "coopc/model/rewriting.h"
#include "coopc/task/task.h"

/* Puts what the tasks become in their places, and what runs them into the place of coop_tasks_run. */
void tasks_emit(const struct tasks *tasks, struct unfolded_files *files);

/* From tasks to channels. */

/* Writes the unit's files anew where they have tasks. NULL: there are none, or they were refused. */
struct tasks *tasks_lower(struct unit *unit, struct unfolded_files *files);

#endif
