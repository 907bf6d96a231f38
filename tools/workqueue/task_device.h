/* A workload on the device: its data, its first tasks, launches of its kernel, and what has come out. */
#ifndef TOOLS_TASKS_TASK_DEVICE_H
#define TOOLS_TASKS_TASK_DEVICE_H

#include "frontier.h"
#include "problem.h"
#include "tally.h"
#include "tools/session/session.h"

#include <coop/coop.h>

struct task_setup {
    uint32_t groups; /* the most that a launch may have */
    uint32_t local_items;
    uint64_t seed;
    int is_static;           /* nobody steals, and there are first tasks enough to share out */
    uint32_t owners;         /* of a queue; 0 means 1 */
    uint32_t public_tasks;   /* as in struct coop_workqueue_options; 0 means its default */
    uint32_t overflow_tasks; /* beside a queue's share of the first tasks; 0 means what the workloads need */
};

#define TASK_BUFFERS_MAX 5

struct task_kernel;

struct task_device {
    const struct session *session;
    const struct work_problem *problem;
    struct task_setup setup;
    const struct task_kernel *kernel;
    coop_buffer *queue;
    coop_buffer *buffers[TASK_BUFFERS_MAX];
    uint64_t bytes[TASK_BUFFERS_MAX];
    struct frontier first; /* tasks of a launch */
    struct tally host;     /* what the host has counted when it made them */
    struct level_tally host_levels;
    void *own; /* of the kernel */
};

/* One workload's part. Functions return 0, or -1 with a message. */
struct task_kernel {
    const char *module_text;
    const size_t *module_bytes;
    uint32_t task_bytes; /* COOP_WORK_TASK_BYTES of its module */
    uint32_t tag;
    size_t parameter_bytes;
    unsigned cleared;      /* so many buffers, the first ones, are cleared before each launch */
    unsigned tallies;      /* the buffer of struct tally; TASK_BUFFERS_MAX: there is none */
    unsigned unit;         /* the count of a tally that tells how much work was done */
    const char *unit_name; /* "nodes" */
    /* Sizes of the buffers. */
    void (*sizes)(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX]);
    /* Pushes the first task, or all there are, into device->first. */
    int (*prepare)(struct task_device *device, struct tool_error *error);
    /* Writes what stays the same in all launches; may be NULL. */
    int (*upload)(struct task_device *device, struct tool_error *error);
    /* Runs a task on the host, pushes those that it makes; NULL where there are no others. Tasks that
     * may not be expanded, which make no others, stay as they are; NULL: all may. */
    int (*may_expand)(const struct task_device *device, const void *task);
    void (*expand)(struct task_device *device, const void *task);
    /* Before each launch, after that; may be NULL. */
    int (*reset)(struct task_device *device, struct tool_error *error);
    int (*launch)(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error);
    int (*answer)(struct task_device *device, struct answer *answer, struct tool_error *error);
    /* What an answer does not show; may be NULL. */
    int (*check)(struct task_device *device, struct tool_error *error);
    void (*clear)(struct task_device *device); /* frees device->own; may be NULL */
};

const struct task_kernel *task_kernel_find(enum work_kind kind);

/* Makes the first tasks, without a device; keeps `problem`. On failure *device holds what task_device_clear
 * releases. */
int task_device_prepare(struct task_device *device, const struct work_problem *problem,
                        const struct task_setup *setup, struct tool_error *error);

/* Bytes of device memory that a prepared workload takes. */
uint64_t task_device_bytes(const struct task_device *device);

/* Puts a prepared workload into the session's memory. */
int task_device_init(struct task_device *device, const struct session *session, struct tool_error *error);

/* Makes everything ready for a launch; none may be running. */
int task_device_reset(struct task_device *device, struct tool_error *error);

int task_device_launch(struct task_device *device, const struct coop_launch_options *options,
                       coop_launch **launch, struct tool_error *error);

/* After a launch: its result, in the counts that work_problem_solve gives. */
int task_device_answer(struct task_device *device, struct answer *answer, struct tool_error *error);

/* After a launch: 0 when its result is right in everything that can be checked, -1 with what is not. */
int task_device_check(struct task_device *device, const struct answer *wanted, struct tool_error *error);

/* After a launch: what happened at the queues; `queue` as in coop_workqueue_report. */
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
