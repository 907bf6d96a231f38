/* From tasks to channels. */
#ifndef COOPC_TASK_LOWER_H
#define COOPC_TASK_LOWER_H

#include "coopc/model/rewriting.h"
#include "coopc/task/task.h"

/* Writes the unit's files anew where they have tasks. NULL: there are none, or they were refused. */
struct tasks *tasks_lower(struct unit *unit, struct unfolded_files *files);

#endif
