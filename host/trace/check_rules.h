/* Which step may follow which group-count word: S1, S3, S4, S5 and S6 as conditions on the fields before and
 * after.
 *
 * Stands on: check_barrier.h. */
#ifndef COOP_HOST_TRACE_CHECK_RULES_H
#define COOP_HOST_TRACE_CHECK_RULES_H

#include "host/trace/check_counts.h"

/* Whether the step that `event` records may follow `before`, which came after `phase` barriers or
 * COOP_TRACE_NO_ARRIVALS. `launch` limits it. 1 and *effect, or 0 and, unless it is NULL, *reason. */
int coop_trace_may_follow(const struct coop_trace_event *event, const struct coop_trace_launch *launch,
                          struct coop_trace_counts before, uint64_t phase, struct coop_trace_effect *effect,
                          struct coop_trace_reason *reason);

#endif
