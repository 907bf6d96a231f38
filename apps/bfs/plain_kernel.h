/* The ordinary kernel with its device and its memory, and a launch of it. */
#ifndef APPS_BFS_PLAIN_KERNEL_H
#define APPS_BFS_PLAIN_KERNEL_H

#include "tools/baseline/plain_barrier.h"
#include "tools/baseline/plain_device.h"
#include "tools/baseline/plain_opencl.h"
#include "tools/error/tool_error.h"

#include <CL/cl.h>

struct plain_options {
    const char
        *device; /* as in coop_context_options; NULL or "" takes COOP_DEVICE, else the first with SVM */
    uint32_t groups;
    uint32_t local_items;
    uint32_t hub_arcs;   /* as bfs_device.h's */
    uint64_t timeout_ns; /* for one launch */
    int fills; /* as many work-groups as the device holds at once, found by launches; at least `groups` are
                          * asked of a device that can be told how many */
};

struct plain {
    struct plain_options options; /* `groups` as found, when it fills the device */
    struct plain_device device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    uint32_t vertex_count;
    uint32_t *state;
    uint32_t *rows;
    int32_t *arcs;
    int32_t *levels;
    uint32_t *frontiers[2];
    uint32_t *search;
    unsigned barrier; /* its form */
    double barrier_ns;
};

/* The barrier's words: tools/baseline/plain_barriers.clh's, or tools/baseline/plain_counting.clh's. */
uint64_t plain_state_bytes(const struct plain *plain);

int plain_copy(struct plain *plain, void *to, const void *from, uint64_t bytes, struct tool_error *error);
int plain_fill(struct plain *plain, void *memory, uint32_t word, uint64_t bytes, struct tool_error *error);

/* Makes the device's memory ready for a search; with a first frontier of size 0 the search has no work. */
int plain_reset(struct plain *plain, uint32_t first_frontier_size, uint32_t source, struct tool_error *error);

/* One launch of options.groups work-groups, and its end. */
int plain_run(struct plain *plain, struct plain_times *times, struct tool_error *error);

#endif
