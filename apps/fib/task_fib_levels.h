/* Fibonacci numbers level by level, with a global barrier in between: what tasks that wait by counters are
 * compared with. */
#ifndef APPS_TASK_FIB_LEVELS_H
#define APPS_TASK_FIB_LEVELS_H

/* All numbers of the tree have a place. */
#define FIB_LEVELS_TASKS_MAX (1 << 22)

struct task_kernel;

extern const struct task_kernel fib_levels_kernel;

#endif
