/* One event of a replayed instance: whether it may come now, and what it changes.
 *
 * Stands on: check_step.h, check_sight.h. */
#ifndef COOP_HOST_TRACE_CHECK_TAKE_H
#define COOP_HOST_TRACE_CHECK_TAKE_H

#include "host/trace/replay.h"

/* Whether the next event of `slot` may come now: 1, or 0 and, unless it is NULL, *reason. */
int coop_replay_may_take(const struct coop_replay *replay, uint32_t slot, struct coop_trace_effect *effect,
                         struct coop_trace_reason *reason);

/* Takes the event. -1 when memory is exhausted. */
int coop_replay_take(struct coop_replay *replay, uint32_t slot, const struct coop_trace_effect *effect);

#endif
