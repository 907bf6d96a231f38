#include "host/trace/replay.h"

int coop_replay_is_step(const struct coop_replay *replay, const struct coop_trace_event *event)
{
    enum coop_trace_part part = coop_trace_kind_get(event->kind)->part;

    /* Either a step of its own, or a part of the completing kill where the trace shows that one. */
    return part == COOP_PART_STEP || (part == COOP_PART_EITHER && !replay->slots[event->slot].owes_resized);
}

uint64_t coop_replay_bound(const struct coop_replay *replay, size_t event)
{
    return coop_replay_is_step(replay, &replay->trace->events[event])
               ? replay->checker->links[event].before_ns
               : replay->trace->events[event].time_ns;
}

uint64_t coop_replay_phase_of(const struct coop_replay *replay)
{
    return replay->checker->has_barriers ? replay->state->phase : COOP_TRACE_NO_ARRIVALS;
}
