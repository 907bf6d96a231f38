/* Unbalanced trees counted by a flow graph. */
#ifndef APPS_TASK_UTS_CHANNEL_H
#define APPS_TASK_UTS_CHANNEL_H

struct task_kernel;

extern const struct task_kernel uts_channel_kernel;

#endif
