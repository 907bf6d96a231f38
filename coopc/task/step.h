/* The end of a step of a task, in the function that runs an item of its beginning (the point is NULL) or of a
 * point. */
#ifndef COOPC_TASK_STEP_H
#define COOPC_TASK_STEP_H

#include "coopc/task/task.h"

/* A statement that copies the variable's field between two structs. */
const char *step_copy(const struct variable *variable, const char *to, const char *from);

/* Whether the variable is carried over into a step that began there. */
bool step_keeps(const struct task *task, const struct point *begin, const struct variable *variable);

/* Behind each state: whether the step goes on though an operation is asked for. */
void step_emit_round(struct text *out, const struct task *task, const struct point *begin);

/* The task has ended: its result goes up, and perhaps the step goes on with its parent. */
void step_emit_return(struct text *out, const struct tasks *tasks, const struct task *task,
                      const char *indent);

/* What becomes of the task, once the step is over. */
void step_emit_end(struct text *out, const struct tasks *tasks, const struct task *task,
                   const struct point *begin, const bool *is_reached);

#endif
