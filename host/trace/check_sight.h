/* Events that follow from the steps of a replayed instance and are no steps themselves: a work-group
 * begins, passes a barrier or ends at one; the scheduler sees the posting and the completion.
 *
 * Stands on: replay.h. */
#ifndef COOP_HOST_TRACE_CHECK_SIGHT_H
#define COOP_HOST_TRACE_CHECK_SIGHT_H

#include "host/trace/replay.h"

/* 1; or 0 and, unless it is NULL, *reason. */
int coop_replay_may_see(const struct coop_replay *replay, const struct coop_trace_event *event,
                        struct coop_trace_reason *reason);
void coop_replay_take_sight(struct coop_replay *replay, const struct coop_trace_event *event);

#endif
