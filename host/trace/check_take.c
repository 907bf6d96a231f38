#include "host/trace/check_take.h"

#include "host/trace/check_sight.h"
#include "host/trace/check_step.h"

int coop_replay_may_take(const struct coop_replay *replay, uint32_t slot, struct coop_trace_effect *effect,
                         struct coop_trace_reason *reason)
{
    size_t number = replay->slots[slot].next;
    const struct coop_trace_event *event = &replay->trace->events[number];
    int is_step = coop_replay_is_step(replay, event);

    if (replay->slots[slot].owes_resized && event->kind != COOP_TRACE_RESIZED) {
        return coop_trace_refuse(
            reason, "S6", "work-group %u has completed a barrier that changed M without a record of it",
            event->group_id);
    }
    if (is_step ? !coop_replay_may_step(replay, event, effect, reason)
                : !coop_replay_may_see(replay, event, reason)) {
        return 0;
    }
    if (replay->state->latest_ns > coop_replay_bound(replay, number)) {
        if (event->kind == COOP_TRACE_PASSED) {
            return coop_trace_refuse(
                reason, "S5", "work-group %u passes a barrier %.3f us before the last one arrives at it",
                event->group_id, (double)(replay->state->latest_ns - event->time_ns) / 1e3);
        }
        return coop_trace_refuse(reason, "E3", "it is recorded %.3f us before a step that it follows from",
                                 (double)(replay->state->latest_ns - coop_replay_bound(replay, number)) /
                                     1e3);
    }
    return 1;
}

int coop_replay_take(struct coop_replay *replay, uint32_t slot, const struct coop_trace_effect *effect)
{
    size_t number = replay->slots[slot].next;
    const struct coop_trace_event *event = &replay->trace->events[number];

    replay->state->taken++;
    replay->state->taken_of_barriers +=
        coop_trace_kind_get(event->kind)->recorded == COOP_RECORDED_WITH_BARRIERS;
    replay->slots[slot].next = replay->checker->links[number].next_in_slot;
    if (!coop_replay_is_step(replay, event)) {
        coop_replay_take_sight(replay, event);
    } else if (coop_replay_take_step(replay, event, effect) != 0) {
        return -1;
    }
    if (event->kind == COOP_TRACE_RESIZED) {
        replay->slots[slot].owes_resized = 0;
    }
    return 0;
}
