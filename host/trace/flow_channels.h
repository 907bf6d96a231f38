/* The channels that a trace tells of: one list for all kernels with a flow graph.
 *
 * Stands on: format.h. */
#ifndef COOP_HOST_TRACE_FLOW_CHANNELS_H
#define COOP_HOST_TRACE_FLOW_CHANNELS_H

#include "coop/trace_stat.h"
#include "host/trace/format.h"

#define COOP_TRACE_NAME_BYTES 25u

struct coop_trace_channel {
    const char *kernel; /* of the trace */
    uint32_t number;    /* from 0 on */
    uint32_t work_items;
    int is_by_group;
    char name[COOP_TRACE_NAME_BYTES];
};

struct coop_trace_channels {
    struct coop_trace_channel *items;
    size_t count;
};

/* The trace must outlive the list; coop_trace_channels_clear releases it. -1 when memory is exhausted. */
int coop_trace_channels_read(struct coop_trace_channels *channels, const struct coop_trace *trace);

/* The channel that the event of a flow graph is about: its place in the list, or the list's count. */
size_t coop_trace_channels_find(const struct coop_trace_channels *channels, const struct coop_trace *trace,
                                const struct coop_trace_event *event);

void coop_trace_channels_clear(struct coop_trace_channels *channels);

/* What happened in each channel of a trace's flow graphs: a part of struct coop_trace_stat.
 *
 * Stands on: flow_channels.h. */

/* Fills stat->channels of stat->trace. -1 when memory is exhausted. */
int coop_trace_stat_flow(struct coop_trace_stat *stat);

#endif
