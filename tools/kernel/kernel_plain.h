/* The baseline of a cooperative run (S8): the same source as an ordinary OpenCL kernel of a fixed number of
 * work-groups, with the fastest ordinary barrier of the device (tools/baseline/plain_barrier.h). The
 * barrier's words are in shared virtual memory because the text names them by address. */
#ifndef TOOLS_KERNEL_PLAIN_H
#define TOOLS_KERNEL_PLAIN_H

#include "kernel_opencl.h"

struct kernel_plain;

struct kernel_plain_options {
    struct kernel_opencl_options opencl;
    int fills; /* as many work-groups as the device holds at once, found by launches, with a barrier that
                * counts them; at least `groups` are asked of a device that can be told how many */
};

/* Builds the kernel and makes its memory.
 * plan  copied; what it names is read during the call, and by kernel_plain_reset. */
int kernel_plain_create(const struct kernel_plain_options *options, const struct kernel_source *source,
                        const struct kernel_plan *plan, struct kernel_plain **plain,
                        struct tool_error *error);

/* Fills the memory, launches, and waits for the end or the deadline; after a missed deadline the process can
 * only end, since OpenCL cannot stop a kernel. */
int kernel_plain_run(struct kernel_plain *plain, struct plain_times *times, struct tool_error *error);

/* The result's first words. */
int kernel_plain_read(struct kernel_plain *plain, uint32_t *words, uint64_t count, struct tool_error *error);

/* The work-groups of each launch: as the options say, or as found. */
uint32_t kernel_plain_groups(const struct kernel_plain *plain);

/* Device, context and queue, for other kernels beside it. Lives as long as `plain`. */
const struct kernel_opencl *kernel_plain_opencl(const struct kernel_plain *plain);

/* Its barrier, and what one of them took when it was chosen; 0 where the kernel fills the device. */
const char *kernel_plain_barrier_name(const struct kernel_plain *plain);
double kernel_plain_barrier_ns(const struct kernel_plain *plain);

/* NULL is accepted. */
void kernel_plain_destroy(struct kernel_plain *plain);

#endif
