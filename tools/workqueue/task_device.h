/* A workload on the device: its data, its first tasks, launches of its kernel, and the result. */
#ifndef TOOLS_TASKS_TASK_DEVICE_H
#define TOOLS_TASKS_TASK_DEVICE_H

#include "task_kernels.h"

/* Makes the first tasks, without a device; keeps `problem`. On failure *device holds what task_device_clear
 * releases. */
int task_device_prepare(struct task_device *device, const struct work_problem *problem,
                        const struct task_setup *setup, struct tool_error *error);

/* Bytes of device memory that a prepared workload takes. */
uint64_t task_device_bytes(const struct task_device *device);

/* Lets the devices run a prepared workload together; before task_device_init, which puts the rest into
 * the memory that they share.
 * largest  how many times as large as an equal share a work-group's share of the first tasks is, at most. */
int task_device_join(struct task_device *device, coop_devices *devices,
                     const struct coop_team_options *options, double largest, struct tool_error *error);

/* Puts a prepared workload into the session's memory. */
int task_device_init(struct task_device *device, const struct session *session, struct tool_error *error);

/* Makes everything ready for a launch; none may be running. */
int task_device_reset(struct task_device *device, struct tool_error *error);

int task_device_launch(struct task_device *device, const struct coop_launch_options *options,
                       coop_launch **launch, struct tool_error *error);

/* After a launch: its result, in the counts that work_problem_solve gives. */
int task_device_answer(struct task_device *device, struct answer *answer, struct tool_error *error);

/* After a launch: 0 when every check of its result holds, else -1 with a message that names the first wrong
 * one. */
int task_device_check(struct task_device *device, const struct answer *wanted, struct tool_error *error);

/* After a launch: what happened at the queues; `queue` as in coop_workqueue_report, or of a
 * team as in coop_team_report. */
int task_device_report(struct task_device *device, uint32_t queue, struct coop_workqueue_counts *counts,
                       struct tool_error *error);

/* Adds what happened in one launch to what happened in others: every count. */
void task_counts_add(struct coop_workqueue_counts *sum, const struct coop_workqueue_counts *counts);

/* After a launch: what each work-group has done.
 * work  out, an entry for each: in the workload's unit.
 * busy  out, an entry for each: cycles, of modules built with TASK_CLOCK; otherwise 0. */
int task_device_shares(struct task_device *device, uint64_t *work, uint64_t *busy, struct tool_error *error);

void task_device_clear(struct task_device *device);

#endif
