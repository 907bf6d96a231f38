/* Queens placed by tasks that wait for others. */
#ifndef APPS_TASK_QUEENS_SPAWN_H
#define APPS_TASK_QUEENS_SPAWN_H

struct task_kernel;

extern const struct task_kernel queens_spawn_kernel;

#endif
