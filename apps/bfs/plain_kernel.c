#include "plain_kernel.h"

#include "bfs_hubs.h"

#define COUNTING_STATE_BYTES 192

uint64_t plain_state_bytes(const struct plain *plain)
{
    return plain->options.fills ? COUNTING_STATE_BYTES : plain_barrier_state_bytes(plain->options.groups);
}

int plain_copy(struct plain *plain, void *to, const void *from, uint64_t bytes, struct tool_error *error)
{
    if (bytes == 0) {
        return 0;
    }
    return plain_check(clEnqueueSVMMemcpy(plain->queue, CL_TRUE, to, from, bytes, 0, NULL, NULL), "copying",
                       error);
}

int plain_run(struct plain *plain, struct plain_times *times, struct tool_error *error)
{
    const struct plain_work work = {.queue = plain->queue,
                                    .kernel = plain->kernel,
                                    .groups = plain->options.groups,
                                    .local_items = plain->options.local_items,
                                    .timeout_ns = plain->options.timeout_ns,
                                    .device_name = plain->device.name};

    return plain_launch(&work, times, error);
}

int plain_fill(struct plain *plain, void *memory, uint32_t word, uint64_t bytes, struct tool_error *error)
{
    if (plain_check(clEnqueueSVMMemFill(plain->queue, memory, &word, sizeof word, bytes, 0, NULL, NULL),
                    "filling", error) != 0) {
        return -1;
    }
    return plain_check(clFinish(plain->queue), "filling", error);
}

int plain_reset(struct plain *plain, uint32_t first_frontier_size, uint32_t source, struct tool_error *error)
{
    const uint32_t zero = 0;

    if (plain_fill(plain, plain->state, 0, plain_state_bytes(plain), error) != 0 ||
        plain_fill(plain, plain->levels, UINT32_MAX, (uint64_t)plain->vertex_count * sizeof *plain->levels,
                   error) != 0 ||
        plain_fill(plain, plain->search, 0, BFS_SEARCH_HEAD_BYTES, error) != 0 ||
        plain_copy(plain, plain->levels + source, &zero, sizeof zero, error) != 0 ||
        plain_copy(plain, plain->frontiers[0], &source, sizeof source, error) != 0) {
        return -1;
    }
    return plain_copy(plain, plain->search, &first_frontier_size, sizeof first_frontier_size, error);
}
