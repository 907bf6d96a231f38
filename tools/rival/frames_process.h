/* Periodic jobs of an ordinary kernel in a process of its own: the driver, or the operating system, shares
 * the device out between it and its parent.
 *
 * The child is forked before the parent makes its first OpenCL call, since a fork leaves the threads of a
 * driver behind. It opens the device and sizes the product while the parent waits, runs jobs between two
 * words of the parent's, and ends with its parent. */
#ifndef TOOLS_RIVAL_FRAMES_PROCESS_H
#define TOOLS_RIVAL_FRAMES_PROCESS_H

#include "tools/periodic/periodic_calibration.h"
#include "tools/periodic/periodic_job.h"

#include <sys/types.h>

struct frames_process_options {
    const char *device;
    struct periodic_profile profile;
    uint32_t groups; /* what jobs are noted with; the driver decides */
    uint32_t local_items;
    uint64_t seed;
    uint64_t timeout_ns; /* for each answer of the child */
};

struct frames_process {
    pid_t pid; /* 0: none */
    int to;
    int from;
    uint64_t timeout_ns;
};

/* Forks the child; frames_process_end releases it in any case. */
int frames_process_fork(struct frames_process *process, const struct frames_process_options *options,
                        struct tool_error *error);

/* Lets the child open its device and size the product; the device should be idle. */
int frames_process_prepare(struct frames_process *process, struct periodic_size *size, double *measured_ms,
                           struct tool_error *error);

int frames_process_start(struct frames_process *process, struct tool_error *error);

/* results  of the jobs since the start; released with periodic_results_clear. */
int frames_process_stop(struct frames_process *process, struct periodic_results *results,
                        struct tool_error *error);

/* Ends the child; {0} is accepted. */
void frames_process_end(struct frames_process *process);

#endif
