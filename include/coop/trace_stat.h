/* Numbers out of a trace: of each launch, of each kernel, of each slot, and over time. Part of the library
 * coop::trace, which needs no device and no handle. */
#ifndef COOP_TRACE_STAT_H
#define COOP_TRACE_STAT_H

#include "coop/trace.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A launch, in the order of the trace. */
struct coop_trace_launch_stat {
    size_t kernel; /* index in `kernels` */
    int has_started;
    int has_ended;
    uint64_t seen_ns;
    uint64_t started_ns;
    uint64_t ended_ns;
    uint64_t busy_ns; /* of its work-groups, all together */
    uint64_t kills;   /* at offer_kill and at barriers */
    uint64_t forks;
    uint64_t barriers; /* 0 in a trace without barriers */
    uint32_t groups_at_start;
    uint32_t groups_least;
    uint32_t groups_most;
    double group_ns; /* M over the time from start to end */
    uint32_t groups; /* M at present, while the events are read */
    uint64_t since_ns;
};

/* All launches of a kernel. */
struct coop_trace_kernel_stat {
    const char *name;
    int is_cooperative;
    uint64_t launches;
    uint64_t kills;
    uint64_t forks;
    uint64_t barriers;
    uint32_t groups_least;
    uint32_t groups_most;
    double group_ns;
    double run_ns;
    double busy_ns;
};

/* A slot: the work-groups that ran on it. */
struct coop_trace_slot_stat {
    uint64_t busy_ns;
    uint64_t groups;
};

/* A channel of a kernel's flow graph, in a trace with trace_flow; all launches of the kernel together. */
struct coop_trace_channel_stat {
    const char *kernel;
    char name[25];
    uint64_t batches;
    uint64_t items; /* that were run */
    uint64_t lanes; /* that the batches offered them: items / lanes is the fill */
    uint64_t pushed;
    uint64_t emitted;
    uint64_t kept;
    uint64_t shared; /* blocks put into the ring, and taken from there */
    uint64_t taken;
    uint64_t waits;   /* times that a work-group found no room for a batch, once between two batches */
    uint64_t wait_ns; /* from then to its next batch */
    uint64_t busy_ns; /* of all batches */
};

/* The closures of a kernel's flow graph, in a trace with trace_flow; all launches of the kernel together. */
struct coop_trace_closure_stat {
    const char *kernel;
    uint64_t closures; /* that there are, without the host's roots; the most of a launch */
    uint64_t opened;   /* taken by tasks */
    uint64_t closed;   /* given back */
    uint64_t waits;    /* begun by tasks */
    uint64_t awaited;  /* returns that they wait for */
    uint64_t returned; /* to tasks and to the host */
    uint64_t joined;   /* returns that were the last ones of a wait */
    uint64_t peak;     /* taken and not given back at once, as batches end; the most of a launch */
};

struct coop_trace_stat {
    const struct coop_trace *trace;
    uint64_t begin_ns;
    uint64_t end_ns;
    struct coop_trace_launch_stat *launches; /* as in the trace */
    struct coop_trace_kernel_stat *kernels;
    size_t kernel_count;
    struct coop_trace_slot_stat *slots;
    struct coop_trace_channel_stat *channels; /* none without trace_flow */
    size_t channel_count;
    struct coop_trace_closure_stat *closures; /* none where no kernel has any */
    size_t closure_count;
    size_t parts; /* of equal length */
    double part_ns;
    double *occupied; /* work-groups on average: [part * kernel_count + kernel] */
};

/* Counts what is in the trace. The trace must outlive the numbers.
 * parts  of equal length, into which the time of the trace is divided; at least 1.
 * stat   out; release with coop_trace_stat_clear, whatever the status is.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  a pointer is NULL, or parts is 0.
 * COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_trace_stat_init(struct coop_trace_stat *stat, const struct coop_trace *trace,
                                          size_t parts);

/* NULL is accepted. */
COOP_API void coop_trace_stat_clear(struct coop_trace_stat *stat);

#ifdef __cplusplus
}
#endif
#endif
