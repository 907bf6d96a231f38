/* Fibonacci numbers by a flow graph. */
#ifndef APPS_TASK_FIB_CHANNEL_H
#define APPS_TASK_FIB_CHANNEL_H

struct task_kernel;

extern const struct task_kernel fib_channel_kernel;

#endif
