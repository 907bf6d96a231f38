/* What both ways to sort keys have on the device, and the right result. */
#ifndef APPS_SORT_DEVICE_H
#define APPS_SORT_DEVICE_H

#include "sort_input.h"
#include "tools/workqueue/task_kernels.h"

/* Buffers. */
enum { SORT_TALLIES, SORT_WORDS };

void sort_device_sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX]);
uint32_t sort_device_levels(const struct sort_input *input);
int sort_device_reset(struct task_device *device, struct tool_error *error);
int sort_device_answer(struct task_device *device, struct answer *answer, struct tool_error *error);
int sort_device_check(struct task_device *device, struct tool_error *error);
int sort_device_output(struct task_device *device, const char *path, struct tool_error *error);

/* Of a workload: sorts by bytes, and holds the elision against that. */
int sort_device_solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error);

#endif
