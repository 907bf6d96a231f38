#include "task_kernels.h"

#include <stdlib.h>
#include <string.h>

int task_fill(struct task_device *device, unsigned buffer, unsigned char value, struct tool_error *error)
{
    uint64_t bytes = device->bytes[buffer];
    coop_status status = device->team != NULL
                             ? coop_team_buffer_fill(device->shared[buffer], UINT32_MAX, 0, value, bytes)
                             : coop_buffer_fill(device->buffers[buffer], 0, value, bytes);

    return session_check(device->session, status, error);
}

int task_write(struct task_device *device, unsigned buffer, const void *from, uint64_t bytes,
               struct tool_error *error)
{
    coop_status status = device->team != NULL
                             ? coop_team_buffer_write(device->shared[buffer], UINT32_MAX, 0, from, bytes)
                             : coop_buffer_write(device->buffers[buffer], 0, from, bytes);

    return session_check(device->session, status, error);
}

/* Adds a domain's content, word by word; the bytes behind the last word each have one writer. */
static void add_content(unsigned char *sum, const unsigned char *more, uint64_t bytes)
{
    uint64_t at;

    for (at = 0; at + sizeof(uint64_t) <= bytes; at += sizeof(uint64_t)) {
        uint64_t a, b;

        memcpy(&a, sum + at, sizeof a);
        memcpy(&b, more + at, sizeof b);
        a += b;
        memcpy(sum + at, &a, sizeof a);
    }
    for (; at < bytes; at++) {
        sum[at] |= more[at];
    }
}

/* What the tasks of all domains have written. */
static int read_all_domains(struct task_device *device, unsigned buffer, void *to, uint64_t bytes,
                            struct tool_error *error)
{
    uint32_t count = coop_devices_count(device->devices);
    unsigned char *more = malloc(bytes);
    coop_status status = COOP_OK;

    if (more == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    memset(to, 0, bytes);
    for (uint32_t i = 0; i < count && status == COOP_OK; i++) {
        if (i == 0 ||
            coop_devices_domain(device->devices, i) != coop_devices_domain(device->devices, i - 1)) {
            status = coop_team_buffer_read(device->shared[buffer], i, 0, more, bytes);
            add_content(to, more, bytes);
        }
    }
    free(more);
    return session_check(device->session, status, error);
}

int task_read(struct task_device *device, unsigned buffer, void *to, uint64_t bytes, struct tool_error *error)
{
    if (device->team != NULL && buffer < device->kernel->cleared) {
        return read_all_domains(device, buffer, to, bytes, error);
    }
    return session_check(device->session,
                         device->team != NULL
                             ? coop_team_buffer_read(device->shared[buffer], UINT32_MAX, 0, to, bytes)
                             : coop_buffer_read(device->buffers[buffer], 0, to, bytes),
                         error);
}

uint64_t task_row_bytes(const struct task_device *device, unsigned buffer)
{
    if (buffer == device->kernel->tallies) {
        return device->setup.local_items * sizeof(struct tally);
    }
    return buffer + 1 == device->kernel->levels ? sizeof(struct level_tally) : 0;
}

uint64_t task_tallies_bytes(const struct task_device *device)
{
    return (uint64_t)device->setup.groups * device->setup.local_items * sizeof(struct tally);
}

void task_sizes_of_tallies(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    bytes[device->kernel->tallies] = task_tallies_bytes(device);
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
        sum->lanes += tallies[i].lanes;
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

int task_read_placed(struct task_device *device, uint32_t first_group, uint32_t groups, uint64_t placed[2],
                     struct tool_error *error)
{
    uint64_t begin = (uint64_t)first_group * device->setup.local_items;
    struct tally *tallies = read_all(device, device->kernel->tallies, task_tallies_bytes(device), error);

    if (tallies == NULL) {
        return -1;
    }
    placed[0] = 0;
    placed[1] = 0;
    for (uint64_t i = begin; i < begin + (uint64_t)groups * device->setup.local_items; i++) {
        placed[0] += tallies[i].at_home;
        placed[1] += tallies[i].strayed;
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
