/* A workload's part on the device, and what all of them share. */
#ifndef TOOLS_TASKS_TASK_KERNELS_H
#define TOOLS_TASKS_TASK_KERNELS_H

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

static inline coop_address task_address(const struct task_device *device, unsigned buffer)
{
    return coop_buffer_address(device->buffers[buffer]);
}

/* Whole buffers, from and to memory of the host. */
int task_write(struct task_device *device, unsigned buffer, const void *from, uint64_t bytes,
               struct tool_error *error);
int task_read(struct task_device *device, unsigned buffer, void *to, uint64_t bytes,
              struct tool_error *error);

/* A buffer of struct tally for each work-item. */
uint64_t task_tallies_bytes(const struct task_device *device);

/* Adds up such a buffer and what the host has counted; of the counts in `largest`, bits, takes the
 * largest. */
int task_read_tallies(struct task_device *device, unsigned buffer, unsigned largest, struct tally *sum,
                      struct tool_error *error);

/* The same of a buffer of struct level_tally for each work-group; of the depths the largest. */
uint64_t task_level_tallies_bytes(const struct task_device *device);
int task_read_level_tallies(struct task_device *device, unsigned buffer, struct level_tally *sum,
                            struct tool_error *error);

#endif
