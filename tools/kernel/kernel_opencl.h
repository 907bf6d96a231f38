/* The memory of a planned kernel in a context of its own, without the library: what ordinary kernels are run
 * with. */
#ifndef TOOLS_KERNEL_OPENCL_H
#define TOOLS_KERNEL_OPENCL_H

#include "kernel_plan.h"
#include "tools/baseline/plain_device.h"
#include "tools/baseline/plain_opencl.h"

struct kernel_opencl_options {
    const char
        *device;     /* as in coop_context_options; NULL or "" takes COOP_DEVICE, else the first with SVM */
    uint32_t groups; /* at once, or the most of a phase; 0: as the device likes */
    uint32_t local_items;
    uint64_t timeout_ns; /* for one run */
};

struct kernel_opencl {
    struct kernel_opencl_options options;
    struct plain_device device;
    cl_context context;
    cl_command_queue queue; /* in order, with profiling */
    struct kernel_plan plan;
    cl_mem buffers[KERNEL_BUFFERS_MAX];
};

/* Chooses the device, and makes context, queue and buffers; what is written once is written. On failure
 * *opencl is what kernel_opencl_close takes. */
int kernel_opencl_open(struct kernel_opencl *opencl, const struct kernel_opencl_options *options,
                       const struct kernel_plan *plan, struct tool_error *error);

/* Does the plan's fills, and waits for their end: before each run. */
int kernel_opencl_reset(struct kernel_opencl *opencl, struct tool_error *error);

/* Arguments from the first on. */
int kernel_opencl_pass(const struct kernel_opencl *opencl, const struct kernel_arguments *arguments,
                       cl_kernel kernel, struct tool_error *error);

/* The result's first words. Waits for what is in the queue. */
int kernel_opencl_read(struct kernel_opencl *opencl, uint32_t *words, uint64_t count,
                       struct tool_error *error);

/* One that is all 0 is accepted. */
void kernel_opencl_close(struct kernel_opencl *opencl);

#endif
