/* Matrices multiplied by tasks whose leaves a work-group runs together. */
#ifndef APPS_TASK_STRASSEN_GROUP_H
#define APPS_TASK_STRASSEN_GROUP_H

struct task_kernel;

extern const struct task_kernel strassen_group_kernel;

#endif
