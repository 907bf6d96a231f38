/* Common parameters: what coopc refuses of them, and how the module's functions hand them on. */
#ifndef COOPC_TASK_COMMON_H
#define COOPC_TASK_COMMON_H

#include "coopc/task/task.h"

/* The word elsewhere than at a task's parameters, and changes of these. */
void commons_check(const struct function *function);

/* Something else than the task's own common parameter, handed to another's. */
void commons_check_spawn(const struct task *task, const struct spawn *spawn);

/* A parameter, or an argument, for each of the module's, behind others. */
void commons_emit_parameters(struct text *out, const struct tasks *tasks);
void commons_emit_arguments(struct text *out, const struct tasks *tasks);

#endif
