/* Flow graphs in a trace: the items and the blocks of each launch add up (K2, K5 in shared/channel.h).
 *
 * Stands on: checker.h. */
#ifndef COOP_HOST_TRACE_CHECK_FLOW_H
#define COOP_HOST_TRACE_CHECK_FLOW_H

#include "host/trace/checker.h"

/* Checks the launches whose channels the trace tells; nothing in a trace from which events may be missing. -1
 * when memory is exhausted. */
int coop_trace_check_flow(struct coop_trace_checker *checker);

#endif
