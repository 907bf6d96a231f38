/* What both ways to count a tree have on the device: its rule, and the tallies of the work-items. */
#ifndef APPS_UTS_DEVICE_H
#define APPS_UTS_DEVICE_H

#include "tools/workqueue/task_kernels.h"
#include "uts_tree.h"

/* Buffers. */
enum { UTS_TALLIES, UTS_TABLE };

/* device->own. */
struct uts_own {
    struct uts_rule rule;
    uint32_t *table;
};

void uts_device_sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX]);

/* Makes device->own. */
int uts_device_prepare(struct task_device *device, struct tool_error *error);

int uts_device_upload(struct task_device *device, struct tool_error *error);
int uts_device_answer(struct task_device *device, struct answer *answer, struct tool_error *error);
void uts_device_clear(struct task_device *device);

#endif
