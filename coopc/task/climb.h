/* Going on with the parent: a child that returns last runs its parent's last point at once, in its own step,
 * and so on upwards, instead of making it an item.
 *
 * A point is a last one when nothing is spawned behind it, so that a step may run any number of them. A task
 * goes on with parents of its own kind, when behind each of its syncs there is a last point: then returning
 * from the parent wants no other edges than returning from the child. What a step emits after it has gone up
 * lies in the list of the child's level, not of the parent's. For items of last points, which spawn nothing,
 * that is only a matter of order; other points would spawn too deep. So nothing that spawns the task from
 * outside may be recursive: such parents have no levels. */
#ifndef COOPC_TASK_CLIMB_H
#define COOPC_TASK_CLIMB_H

#include "coopc/task/task.h"

/* Marks the last points of the tasks that go on with their parents. */
void climb_find(struct tasks *tasks);

/* Whether the point, or the beginning, it being NULL, is one. */
bool climb_is_last(const struct point *point);

/* Declares the function that goes upwards; defines it, behind those of the points. */
void climb_emit_prototype(struct text *out, const struct tasks *tasks, const struct task *task);
void climb_emit_function(struct text *out, const struct tasks *tasks, const struct task *task);

/* Calls it: the result is in its place. */
void climb_emit_call(struct text *out, const struct tasks *tasks, const struct task *task,
                     const char *indent);

/* The function of a last point, which hands back where its task returns to, up to its body; its end, and the
 * function that runs an item of the point. */
void climb_emit_head(struct text *out, const struct tasks *tasks, const struct point *point);
void climb_emit_end(struct text *out, const struct tasks *tasks, const struct task *task,
                    const struct point *point);

#endif
