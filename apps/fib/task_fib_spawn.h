/* Fibonacci numbers by tasks that wait for others. */
#ifndef APPS_TASK_FIB_SPAWN_H
#define APPS_TASK_FIB_SPAWN_H

struct task_kernel;

extern const struct task_kernel fib_spawn_kernel;

#endif
