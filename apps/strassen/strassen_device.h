/* What all ways to multiply matrices have on the device, and the right result. */
#ifndef APPS_STRASSEN_DEVICE_H
#define APPS_STRASSEN_DEVICE_H

#include "strassen_input.h"
#include "tools/workqueue/task_kernels.h"

/* Buffers. */
enum { STRASSEN_TALLIES, STRASSEN_WORDS };

/* Of a matrix. */
static inline uint64_t strassen_elements(const struct strassen_input *input)
{
    return (uint64_t)input->size * input->size;
}

void strassen_device_sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX]);
uint32_t strassen_device_levels(const struct strassen_input *input);
int strassen_device_reset(struct task_device *device, struct tool_error *error);
int strassen_device_answer(struct task_device *device, struct answer *answer, struct tool_error *error);
int strassen_device_check(struct task_device *device, struct tool_error *error);
int strassen_device_output(struct task_device *device, const char *path, struct tool_error *error);

/* Of a workload: multiplies row by column, and holds the elision against that. */
int strassen_device_solve(const struct work_problem *problem, struct answer *answer,
                          struct tool_error *error);

#endif
