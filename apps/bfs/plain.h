/* The baseline of a cooperative run (S8): the same kernel source as an ordinary OpenCL program with a fixed
 * number of work-groups. Uses OpenCL alone, and SVM because the barrier's words and the frontiers are named
 * by address. */
#ifndef APPS_BFS_PLAIN_H
#define APPS_BFS_PLAIN_H

#include "plain_kernel.h"
#include "tools/graph/graph.h"

/* Builds the kernel and puts the graph into device memory; compiles it by a launch that has nothing to do.
 * graph  kept by nobody after the call. */
int plain_create(const struct plain_options *options, const struct graph *graph, struct plain **plain,
                 struct tool_error *error);

/* Searches from `source`. Blocks until the end or the deadline; after a missed deadline the process can only
 * end, since OpenCL cannot stop a kernel. */
int plain_search(struct plain *plain, uint32_t source, struct plain_times *times, struct tool_error *error);

/* levels  one per vertex. */
int plain_levels(struct plain *plain, int32_t *levels, struct tool_error *error);

/* The work-groups of each launch: as the options say, or as found. */
uint32_t plain_groups(const struct plain *plain);

const char *plain_device_name(const struct plain *plain);

/* The kernel's barrier, the fastest of those known (tools/baseline/plain_barrier.h), and what one of it took
 * when it was chosen; 0 where the kernel fills the device. */
const char *plain_barrier_name(const struct plain *plain);
double plain_barrier_ns(const struct plain *plain);

/* The device and context of the baseline kernel, for other kernels beside it. Borrowed: lives as long as
 * the baseline kernel. */
struct plain_place {
    cl_context context;
    cl_device_id id;
    const char *name;
};

void plain_get_place(const struct plain *plain, struct plain_place *place);

/* NULL is accepted. */
void plain_destroy(struct plain *plain);

#endif
