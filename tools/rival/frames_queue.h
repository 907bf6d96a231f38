/* The work of periodic jobs as an ordinary OpenCL kernel, on a queue of its own: what a user of OpenCL has
 * for it today. The driver decides on which part of the device a job runs, and when. */
#ifndef TOOLS_RIVAL_FRAMES_QUEUE_H
#define TOOLS_RIVAL_FRAMES_QUEUE_H

#include "tools/periodic/matmul.h"
#include "tools/periodic/periodic_work.h"

#include <CL/cl.h>

struct frames_queue_options {
    cl_context context;
    cl_device_id id;
    const char *device_name;
    uint32_t local_items;
    uint64_t seed;
    uint64_t timeout_ns; /* for one job */
    /* Not 0: the matrices' memory is taken once, for this size at most, since a driver lets the release of
     * memory wait for a live run. */
    uint32_t n_most;
};

struct frames_queue {
    struct frames_queue_options options;
    cl_command_queue queue; /* with profiling */
    cl_program program;
    cl_kernel kernel;
    cl_mem a;
    cl_mem b;
    cl_mem c;
    struct matmul matmul;
};

/* On failure *frames is what frames_queue_close takes.
 * options  copied; context and name live as long as *frames. */
int frames_queue_open(struct frames_queue *frames, const struct frames_queue_options *options,
                      struct tool_error *error);

/* Enqueues product `number`. `event` may be NULL. */
int frames_queue_enqueue(struct frames_queue *frames, uint32_t number, cl_event *event,
                         struct tool_error *error);

/* Of a job, `gather_ns` is the time from its launch to its start by the device's clock, and `seen_ns` its
 * launch by the host's (clock_now_ns). */
struct periodic_work frames_queue_work(struct frames_queue *frames);

/* One that is all 0 is accepted. */
void frames_queue_close(struct frames_queue *frames);

#endif
