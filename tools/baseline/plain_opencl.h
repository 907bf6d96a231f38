/* Ordinary OpenCL for programs that do without the library: building with the log in the message, and
 * launches with a deadline. */
#ifndef TOOLS_PLAIN_OPENCL_H
#define TOOLS_PLAIN_OPENCL_H

#include "tools/error/tool_error.h"

#include <CL/cl.h>

/* 0 for CL_SUCCESS, else -1 and a message with `doing`: "creating a queue". */
int plain_check(cl_int code, const char *doing, struct tool_error *error);

/* Builds a program out of `count` texts. On failure *program is what clReleaseProgram takes, or NULL.
 * what  for the message: "the plain kernel". */
int plain_build(cl_context context, cl_device_id id, const char *device_name, const char *what,
                const char *const *texts, const size_t *lengths, cl_uint count, const char *options,
                cl_program *program, struct tool_error *error);

/* Waits until the event has come, or the deadline (clock_now_ns): on a processor asleep, on other devices by
 * asking again and again. What comes before it in its queue has been flushed.
 * Returns 0; 1 when it has not come; -1 with a message, with `doing` as above, when it stands for a command
 * that has failed. */
int plain_wait(cl_event event, uint64_t deadline_ns, const char *doing, struct tool_error *error);

struct plain_times {
    uint64_t kernel_ns; /* on the device */
    uint64_t wall_ns;   /* from enqueuing until the host knows */
    uint64_t end_ns;    /* absolute, as OpenCL's profiling tells it */
};

/* A kernel whose arguments are set, and its queue. */
struct plain_work {
    cl_command_queue queue; /* with profiling */
    cl_kernel kernel;
    uint32_t groups; /* 0: of other index spaces, whose work-groups do not wait for each other */
    uint32_t local_items;
    uint64_t timeout_ns;
    const char *device_name;
};

/* Launches it and waits until it has ended. After a missed deadline the process can only end, since OpenCL
 * cannot stop a kernel. */
int plain_launch(const struct plain_work *work, struct plain_times *times, struct tool_error *error);

/* The same of any index space. */
int plain_launch_range(const struct plain_work *work, cl_uint dimensions, const size_t *global_items,
                       const size_t *local_items, struct plain_times *times, struct tool_error *error);

#endif
