/* Keys sorted by tasks whose leaves a work-group runs together. */
#ifndef APPS_TASK_SORT_GROUP_H
#define APPS_TASK_SORT_GROUP_H

struct task_kernel;

extern const struct task_kernel sort_group_kernel;

#endif
