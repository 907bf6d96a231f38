/* The number of work-groups with which launches start (S9, and its refinement Y2 in docs/design.md).
 *
 * Stands on: checker.h. */
#ifndef COOP_HOST_TRACE_CHECK_START_H
#define COOP_HOST_TRACE_CHECK_START_H

#include "host/trace/checker.h"

/* 0, or -1 when memory is exhausted. */
int coop_trace_check_starts(struct coop_trace_checker *checker);

#endif
