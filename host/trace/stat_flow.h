/* What happened in each channel of a trace's flow graphs: a part of struct coop_trace_stat.
 *
 * Stands on: flow_channels.h. */
#ifndef COOP_HOST_TRACE_STAT_FLOW_H
#define COOP_HOST_TRACE_STAT_FLOW_H

#include "coop/trace_stat.h"

/* Fills stat->channels of stat->trace. -1 when memory is exhausted. */
int coop_trace_stat_flow(struct coop_trace_stat *stat);

#endif
