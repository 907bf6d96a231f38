#include "task_kernels.h"

#include <stdlib.h>

int task_write(struct task_device *device, unsigned buffer, const void *from, uint64_t bytes,
               struct tool_error *error)
{
    return session_check(device->session, coop_buffer_write(device->buffers[buffer], 0, from, bytes), error);
}

int task_read(struct task_device *device, unsigned buffer, void *to, uint64_t bytes, struct tool_error *error)
{
    return session_check(device->session, coop_buffer_read(device->buffers[buffer], 0, to, bytes), error);
}

uint64_t task_tallies_bytes(const struct task_device *device)
{
    return (uint64_t)device->setup.groups * device->setup.local_items * sizeof(struct tally);
}

uint64_t task_level_tallies_bytes(const struct task_device *device)
{
    return (uint64_t)device->setup.groups * sizeof(struct level_tally);
}

/* A copy of a whole buffer, for the caller to free. */
static void *read_all(struct task_device *device, unsigned buffer, uint64_t bytes, struct tool_error *error)
{
    void *memory = malloc(bytes);

    if (memory == NULL) {
        tool_fail(error, "memory is exhausted");
    } else if (task_read(device, buffer, memory, bytes, error) != 0) {
        free(memory);
        memory = NULL;
    }
    return memory;
}

int task_read_tallies(struct task_device *device, unsigned buffer, unsigned largest, struct tally *sum,
                      struct tool_error *error)
{
    uint64_t bytes = task_tallies_bytes(device);
    struct tally *tallies = read_all(device, buffer, bytes, error);
    uint64_t i;
    unsigned k;

    if (tallies == NULL) {
        return -1;
    }
    *sum = device->host;
    for (i = 0; i < bytes / sizeof *tallies; i++) {
        for (k = 0; k < sizeof sum->counts / sizeof *sum->counts; k++) {
            uint64_t count = tallies[i].counts[k];

            if ((largest >> k & 1) == 0) {
                sum->counts[k] += count;
            } else if (count > sum->counts[k]) {
                sum->counts[k] = count;
            }
        }
    }
    free(tallies);
    return 0;
}

int task_read_level_tallies(struct task_device *device, unsigned buffer, struct level_tally *sum,
                            struct tool_error *error)
{
    struct level_tally *tallies = read_all(device, buffer, task_level_tallies_bytes(device), error);
    uint32_t i, level;

    if (tallies == NULL) {
        return -1;
    }
    *sum = device->host_levels;
    for (i = 0; i < device->setup.groups; i++) {
        for (level = 0; level < TALLY_LEVELS; level++) {
            sum->levels[level] += tallies[i].levels[level];
        }
        sum->inner_nodes += tallies[i].inner_nodes;
        sum->leaves += tallies[i].leaves;
        sum->depth = tallies[i].depth > sum->depth ? tallies[i].depth : sum->depth;
    }
    free(tallies);
    return 0;
}
