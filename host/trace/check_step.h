/* A step of the group-count word in a replayed instance: whether its work-group or the scheduler may make
 * it now, and what becomes of work-groups and slots. check_rules.h says how it may change the word.
 *
 * Stands on: replay.h. */
#ifndef COOP_HOST_TRACE_CHECK_STEP_H
#define COOP_HOST_TRACE_CHECK_STEP_H

#include "host/trace/replay.h"

/* 1 and *effect; or 0 and, unless it is NULL, *reason. */
int coop_replay_may_step(const struct coop_replay *replay, const struct coop_trace_event *event,
                         struct coop_trace_effect *effect, struct coop_trace_reason *reason);

/* -1 when memory is exhausted. */
int coop_replay_take_step(struct coop_replay *replay, const struct coop_trace_event *event,
                          const struct coop_trace_effect *effect);

#endif
