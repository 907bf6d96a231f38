/* Numbers out of a trace: of each launch, of each kernel, of each slot, and over time. */
#ifndef TOOLS_TRACE_STAT_H
#define TOOLS_TRACE_STAT_H

#include "tools/measure/samples.h"

#include <coop/trace.h>
#include <stddef.h>
#include <stdint.h>

struct stat_launch {
    size_t kernel; /* index in `kernels` */
    int has_started;
    int has_ended;
    uint64_t seen_ns;
    uint64_t started_ns;
    uint64_t ended_ns;
    uint64_t busy_ns; /* of its work-groups, all together */
    uint64_t kills;   /* at offer_kill and at barriers */
    uint64_t forks;
    uint64_t barriers; /* 0 in a trace without */
    uint32_t groups_at_start;
    uint32_t groups_least;
    uint32_t groups_most;
    double group_ns; /* M over the time from start to end */
    uint32_t groups; /* M at present, while the events are read */
    uint64_t since_ns;
};

struct stat_kernel {
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
    struct samples gather_us;
};

struct stat_slot {
    uint64_t busy_ns;
    uint64_t groups;
};

struct trace_stat {
    const struct coop_trace *trace;
    uint64_t begin_ns;
    uint64_t end_ns;
    struct stat_launch *launches; /* as in the trace */
    struct stat_kernel *kernels;
    size_t kernel_count;
    struct stat_slot *slots;
    size_t parts; /* of equal length */
    double part_ns;
    double *occupied; /* work-groups on average: [part * kernel_count + kernel] */
};

/* -1 when memory is exhausted; stat_clear releases it all the same. */
int stat_init(struct trace_stat *stat, const struct coop_trace *trace, size_t parts);
void stat_clear(struct trace_stat *stat);

#endif
