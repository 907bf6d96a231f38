/* Workloads of tasks on the device: for each, its module, its memory, its first tasks and its answer.
 *
 * A workload is a struct work_method, in a file of its own; the tools know no more of it. To add one: kernels/<name>.cl,
 * kernels/<name>_tasks.h, work_device/work_<name>.c, and a line in work_device.c and in CMakeLists.txt. */
#ifndef TOOLS_WORK_DEVICE_H
#define TOOLS_WORK_DEVICE_H

#include "kernels/tally.h"
#include "problem.h"
#include "session.h"

#define WORK_BUFFERS_MAX 6

struct work_method;

struct work_device {
    const struct session *session;
    const struct work_problem *problem;
    const struct work_method *method;
    struct coop_workqueue_options options; /* of the queue */
    coop_buffer *queue;
    coop_buffer *tallies;
    coop_buffer *buffers[WORK_BUFFERS_MAX]; /* the method's own */
    void *state;                            /* the method's own; freed with free */
    word64 sums[TALLY_WORDS];               /* work_device_tally: over all work-groups */
    word64 mosts[TALLY_WORDS];
};

struct work_method {
    enum work_kind kind;
    const char *module_text;
    const size_t *module_bytes;

    /* Bytes of device memory that the problem takes, beside its queue; and what its queue needs beyond the defaults
     * (overflow_tasks unless it is set, outbox_tasks; groups and is_static are set). */
    uint64_t (*size)(const struct work_problem *problem, struct coop_workqueue_options *options);

    /* Fills device->buffers (and state) once. NULL when there is nothing to do. */
    int (*init)(struct work_device *device, struct tool_error *error);

    /* Before each launch: the queue is empty, the tallies are 0. Pushes the first tasks. */
    int (*reset)(struct work_device *device, struct tool_error *error);

    int (*launch)(struct work_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error);

    /* After the launch; sums and mosts are there. The same counts as work_problem_solve's. */
    int (*answer)(struct work_device *device, struct answer *answer, struct tool_error *error);

    /* Releases what device->state holds beyond itself; NULL when that is nothing. */
    void (*clear)(struct work_device *device);
};

/* NULL for workloads that are not there. */
const struct work_method *work_method_find(enum work_kind kind);

/* Device memory for problem and queue together; the options are completed. */
uint64_t work_device_bytes(const struct work_method *method, const struct work_problem *problem,
                           struct coop_workqueue_options *options);

/* On failure *device holds what work_device_clear releases. */
int work_device_init(struct work_device *device, const struct session *session,
                     const struct work_method *method, const struct work_problem *problem,
                     const struct coop_workqueue_options *options, struct tool_error *error);
int work_device_reset(struct work_device *device, struct tool_error *error);
int work_device_launch(struct work_device *device, const struct coop_launch_options *options,
                       coop_launch **launch, struct tool_error *error);

/* What the last launch has found, and how. counts may be NULL. */
int work_device_answer(struct work_device *device, struct answer *answer,
                       struct coop_workqueue_counts *counts, struct tool_error *error);

void work_device_clear(struct work_device *device);

/* For methods: a buffer with a copy of `bytes` bytes (at least 1), or, from NULL, of zeros. */
int work_device_buffer(struct work_device *device, const void *from, uint64_t bytes, coop_buffer **buffer,
                       struct tool_error *error);

/* For methods: pushes first tasks. */
int work_device_push(struct work_device *device, uint32_t tag, const void *parameters, size_t parameter_bytes,
                     uint64_t count, struct tool_error *error);

#endif
