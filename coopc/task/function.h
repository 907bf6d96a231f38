/* What a task is in the module: its structs, and a function for each of its channels. */
#ifndef COOPC_TASK_FUNCTION_H
#define COOPC_TASK_FUNCTION_H

#include "coopc/task/task.h"

/* What those that spawn the task need of it: in place of its first declaration. */
void task_emit_declaration(struct text *out, const struct task *task);

/* The rest: in place of its definition. */
void task_emit_definition(struct text *out, const struct tasks *tasks, const struct task *task);

/* The function that coop_tasks_run calls: its prototype, or all of it. */
void tasks_emit_run(struct text *out, const struct tasks *tasks, bool is_prototype);

#endif
