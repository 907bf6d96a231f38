/* A workload's part on the device, and what all of them share. */
#ifndef TOOLS_TASKS_TASK_KERNELS_H
#define TOOLS_TASKS_TASK_KERNELS_H

#include "frontier.h"
#include "problem.h"
#include "tally.h"
#include "tools/session/session.h"

#include <coop/coop.h>
#include <coop/shared/closure.h>
#include <coop/team.h>

struct task_setup {
    uint32_t groups; /* the most that a launch may have */
    uint32_t local_items;
    uint64_t seed;
    int is_static;           /* nobody steals, and there are first tasks enough to share out */
    uint32_t owners;         /* of a queue; 0 means 1 */
    uint32_t public_tasks;   /* as in struct coop_workqueue_options; 0 means its default */
    uint32_t overflow_tasks; /* beside a queue's share of the first tasks; 0 means what the workloads need */
    int by_channel;          /* workload->by_channel instead of its kernel */
    int by_each;             /* workload->by_each instead */
    uint32_t block_items;    /* of all channels of a flow graph; 0 means the workload's */
    const char *flow_policy; /* task_flow_policy; NULL means the workload's */
    int by_rival;            /* the kernel that the workload is compared with; only where it has one */
};

struct task_flow;

#define TASK_BUFFERS_MAX 6

struct task_device {
    const struct session *session;
    const struct work_problem *problem;
    struct task_setup setup;
    const struct task_kernel *kernel;
    coop_buffer *queue;         /* or the flow graph */
    struct coop_up root;        /* of tasks that wait for others: where the first one's result is */
    coop_team *team;            /* instead of the queue, where several devices run the tasks; else NULL */
    coop_devices *devices;      /* that team's */
    uint32_t member;            /* of these devices, the one that is launched on next */
    uint32_t first_group;       /* the number of its first work-group */
    enum coop_device_kind kind; /* that it counts as */
    coop_buffer *buffers[TASK_BUFFERS_MAX];
    coop_team_buffer *shared[TASK_BUFFERS_MAX]; /* of a team, instead of these */
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
    uint32_t task_bytes;          /* COOP_WORK_TASK_BYTES of its module */
    const struct task_flow *flow; /* the kernel runs items of a flow graph (task_flow.h); NULL: tasks */
    uint32_t item_pushes;         /* item tasks that one pushes at most; 0: there are none */
    uint32_t tag;                 /* of the first tasks; of a flow graph, the first items' channel */
    size_t parameter_bytes;
    /* The tag of a first task, one of so many from `tag` on, all with the same parameters; NULL: all have
     * `tag`. Only a team's may differ. */
    uint32_t (*tag_of)(const struct task_device *device, const void *task);
    uint32_t tag_count;
    uint32_t prefers_cpu; /* as in struct coop_team_options */
    uint32_t prefers_gpu;
    unsigned cleared;      /* so many buffers, the first ones, are cleared before each launch */
    int tasks_meet;        /* tasks read what others have written: they cannot be run in several domains */
    unsigned tallies;      /* the buffer of struct tally; TASK_BUFFERS_MAX: there is none */
    unsigned levels;       /* one more than the buffer of struct level_tally; 0: there is none */
    unsigned unit;         /* the count of a tally that tells how much work was done */
    const char *unit_name; /* "nodes" */
    /* Sizes of the buffers. */
    void (*sizes)(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX]);
    /* Pushes the first task, or all there are, into device->first; may be NULL where flow->spawn makes it. */
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
    /* What --output writes, after the last launch; NULL: there is no such option. */
    int (*output)(struct task_device *device, const char *path, struct tool_error *error);
    void (*clear)(struct task_device *device); /* frees device->own; may be NULL */
};

/* Of the tasks that prefer a kind of device, those of so many work-groups from one on: [0] ran on one of that
 * kind, [1] elsewhere. */
int task_read_placed(struct task_device *device, uint32_t first_group, uint32_t groups, uint64_t placed[2],
                     struct tool_error *error);

/* A work-group's part of a buffer that has one for each: of tallies, or of tallies by levels; else 0. */
uint64_t task_row_bytes(const struct task_device *device, unsigned buffer);

/* For the launch on device->member, whose work-groups count from 0. */
static inline coop_address task_address(const struct task_device *device, unsigned buffer)
{
    coop_address first = device->team != NULL ? coop_team_buffer_address(device->shared[buffer])
                                              : coop_buffer_address(device->buffers[buffer]);

    return first + device->first_group * task_row_bytes(device, buffer);
}

static inline coop_address task_queue(const struct task_device *device)
{
    return device->team != NULL ? coop_team_queue(device->team, device->member)
                                : coop_buffer_address(device->queue);
}

/* Whole buffers, from and to memory of the host. What the tasks of several domains have written is put
 * together: a word that tasks of one domain have written is theirs, and counts of several are added up. */
int task_fill(struct task_device *device, unsigned buffer, unsigned char value, struct tool_error *error);
int task_write(struct task_device *device, unsigned buffer, const void *from, uint64_t bytes,
               struct tool_error *error);
int task_read(struct task_device *device, unsigned buffer, void *to, uint64_t bytes,
              struct tool_error *error);

/* A buffer of struct tally for each work-item. */
uint64_t task_tallies_bytes(const struct task_device *device);

/* `sizes` of a kernel that has no other buffer. */
void task_sizes_of_tallies(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX]);

/* Adds up such a buffer and what the host has counted; of the counts in `largest`, bits, takes the
 * largest. */
int task_read_tallies(struct task_device *device, unsigned buffer, unsigned largest, struct tally *sum,
                      struct tool_error *error);

/* The same of a buffer of struct level_tally for each work-group; of the depths the largest. */
uint64_t task_level_tallies_bytes(const struct task_device *device);
int task_read_level_tallies(struct task_device *device, unsigned buffer, struct level_tally *sum,
                            struct tool_error *error);

#endif
