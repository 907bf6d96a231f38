/* The workloads' parts, and what they share. */
#ifndef TOOLS_TASKS_TASK_KERNELS_H
#define TOOLS_TASKS_TASK_KERNELS_H

#include "task_device.h"

extern const struct task_kernel task_kernel_memset;
extern const struct task_kernel task_kernel_contains;
extern const struct task_kernel task_kernel_uts;
extern const struct task_kernel task_kernel_queens;
extern const struct task_kernel task_kernel_octree;
extern const struct task_kernel task_kernel_game;
extern const struct task_kernel task_kernel_fib;
extern const struct task_kernel task_kernel_tree;

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
