/* One event of a replayed instance: may it come now, and what does it change?
 *
 * Stands on: trace_check.h. */
#include "host/trace/check.h"

#include "coop/shared/release.h"

int coop_replay_is_step(const struct coop_replay *replay, const struct coop_trace_event *event)
{
    switch (event->kind) {
    case COOP_TRACE_STARTED:
    case COOP_TRACE_GROUP_RETURNS:
    case COOP_TRACE_GROUP_KILLED:
    case COOP_TRACE_KILL_WANTED:
    case COOP_TRACE_FORK_GRANTED:
    case COOP_TRACE_FORKED:
    case COOP_TRACE_ARRIVED:
    case COOP_TRACE_RESUMED:
        return 1;
    case COOP_TRACE_BARRIER:
        return 1;
    case COOP_TRACE_RESIZED: /* a part of the completing kill, where that is seen to be one */
        return !replay->slots[event->slot].owes_resized;
    default:
        return 0;
    }
}

uint64_t coop_replay_bound(const struct coop_replay *replay, size_t event)
{
    return coop_replay_is_step(replay, &replay->trace->events[event])
               ? replay->checker->links[event].before_ns
               : replay->trace->events[event].time_ns;
}

/* Of the words that the steps leave. */
static uint64_t generation_of(const struct coop_replay *replay)
{
    return replay->trace->has_barriers ? replay->state->generation : COOP_TRACE_NO_ARRIVALS;
}

/* The work-group that the event names is on its slot, and free to do something. */
static int is_at_work(const struct coop_replay *replay, const struct coop_trace_event *event,
                      struct coop_trace_reason *reason)
{
    const struct coop_replay_slot *slot = &replay->slots[event->slot];

    if (slot->status == COOP_TRACE_SLOT_IDLE) {
        return coop_trace_refuse(reason, "S1", "work-group %u is not there: it has not begun, or has ended",
                                 event->group_id);
    }
    if (slot->group_id != event->group_id) {
        return coop_trace_refuse(reason, "S2", "slot %u has work-group %u of the instance, not %u",
                                 event->slot, slot->group_id, event->group_id);
    }
    if (slot->status == COOP_TRACE_SLOT_WAITS) {
        return coop_trace_refuse(reason, "S5", "work-group %u has arrived at a barrier and not passed it",
                                 event->group_id);
    }
    if (slot->status == COOP_TRACE_SLOT_CONDEMNED) {
        return coop_trace_refuse(reason, "S6", "work-group %u goes on after a resizing barrier that ended it",
                                 event->group_id);
    }
    return 1;
}

/* The work-group whose arrival has filled the word has still to complete a barrier that changes M. */
static int may_complete_barrier(const struct coop_replay *replay, const struct coop_trace_event *event,
                                struct coop_trace_reason *reason)
{
    const struct coop_replay_slot *slot = &replay->slots[event->slot];

    if (!replay->trace->has_barriers) {
        return is_at_work(replay, event, reason);
    }
    if (!slot->owes_completion || slot->group_id != event->group_id) {
        return coop_trace_refuse(reason, "S5",
                                 "work-group %u completes a barrier at which it was not the last to arrive",
                                 event->group_id);
    }
    return 1;
}

static int may_step(const struct coop_replay *replay, const struct coop_trace_event *event,
                    struct coop_trace_effect *effect, struct coop_trace_reason *reason)
{
    const struct coop_replay_state *state = replay->state;

    if (event->kind == COOP_TRACE_STARTED) {
        if (!state->was_seen || state->was_started) {
            return coop_trace_refuse(reason, "E2", "the instance starts %s",
                                     state->was_started ? "again" : "before the scheduler has seen it");
        }
    } else if (event->slot == 0) {
        if (!state->was_started || state->was_completed) {
            return coop_trace_refuse(reason, "E2", "the scheduler wishes something of an instance that %s",
                                     state->was_completed ? "has completed" : "has not started");
        }
    } else if (event->kind == COOP_TRACE_RESIZED || event->kind == COOP_TRACE_BARRIER
                   ? !may_complete_barrier(replay, event, reason)
                   : !is_at_work(replay, event, reason)) {
        return 0;
    }
    if (!replay->launch->is_cooperative && event->kind != COOP_TRACE_STARTED &&
        event->kind != COOP_TRACE_GROUP_RETURNS) {
        return coop_trace_refuse(reason, "E2", "a regular kernel does what only cooperative ones may");
    }
    if (event->kind == COOP_TRACE_RESUMED && event->group_id != state->parked_group) {
        return coop_trace_refuse(reason, "S3b", "work-group %u is resumed, and %u was killed last",
                                 event->group_id, state->parked_group);
    }
    if (event->kind == COOP_TRACE_ARRIVED && replay->slots[event->slot].generation != state->generation) {
        return coop_trace_refuse(reason, "S5",
                                 "work-group %u arrives after %llu barriers, the instance has had %llu",
                                 event->group_id, (unsigned long long)replay->slots[event->slot].generation,
                                 (unsigned long long)state->generation);
    }
    return coop_trace_may_follow(event, replay->launch, state->pool, generation_of(replay), effect, reason);
}

/* Could another work-group that has begun earlier be meant by the same forks? Who has a part in a later step
 * has begun first. */
static int is_earliest(const struct coop_replay *replay, const struct coop_trace_event *event)
{
    for (uint32_t slot = 0; slot < replay->slot_count; slot++) {
        size_t next = replay->slots[slot].next;
        const struct coop_trace_event *other = &replay->trace->events[next != COOP_NO_EVENT ? next : 0];

        if (next != COOP_NO_EVENT && other < event && other->kind == COOP_TRACE_GROUP_BEGINS &&
            other->value == event->value) {
            return 0;
        }
    }
    return 1;
}

/* Where ids have gaps, the scheduler has chosen it, and the work-groups do not record it: it must be one that
 * nobody bears. A fork's newcomers begin before the next barrier can complete. */
static int may_begin_unnamed(const struct coop_replay *replay, const struct coop_trace_event *event,
                             struct coop_trace_reason *reason)
{
    const struct coop_replay_group *group = &replay->groups[event->group_id];

    if (group->status != COOP_TRACE_GROUP_ABSENT) {
        return coop_trace_refuse(reason, "S1a", "work-group %u begins while another one %s its id",
                                 event->group_id,
                                 group->status == COOP_TRACE_GROUP_RETURNED ? "has returned under" : "bears");
    }
    if (event->value > replay->launch->groups || replay->groups[event->value].unnamed == 0 ||
        !is_earliest(replay, event)) {
        return coop_trace_refuse(reason, "S1a",
                                 "work-group %u begins with M = %u though no start or fork has made it",
                                 event->group_id, event->value);
    }
    if ((size_t)(event - replay->trace->events) != group->next_begin) {
        return coop_trace_refuse(reason, "S1a", "work-group %u begins twice", event->group_id);
    }
    if (replay->trace->has_barriers && event->word != replay->state->generation) {
        return coop_trace_refuse(
            reason, "S5", "work-group %u begins after %llu barriers by its frame, after %llu in truth",
            event->group_id, (unsigned long long)event->word, (unsigned long long)replay->state->generation);
    }
    return 1;
}

static int may_begin(const struct coop_replay *replay, const struct coop_trace_event *event,
                     struct coop_trace_reason *reason)
{
    const struct coop_replay_group *group = &replay->groups[event->group_id];
    int is_checked = replay->trace->has_barriers || replay->state->barriers == 0;

    if (replay->slots[event->slot].status != COOP_TRACE_SLOT_IDLE) {
        return coop_trace_refuse(reason, "S2", "work-group %u begins on slot %u, which has work-group %u",
                                 event->group_id, event->slot, replay->slots[event->slot].group_id);
    }
    if (replay->launch->kill_any && group->status != COOP_TRACE_GROUP_PENDING) {
        return may_begin_unnamed(replay, event, reason);
    }
    if (group->status != COOP_TRACE_GROUP_PENDING) {
        return coop_trace_refuse(reason, "S1",
                                 "work-group %u begins though no start, fork or barrier has made it",
                                 event->group_id);
    }
    if ((size_t)(event - replay->trace->events) != group->next_begin) {
        return coop_trace_refuse(reason, "S1", "work-group %u begins twice", event->group_id);
    }
    if (event->value != group->active) {
        return coop_trace_refuse(reason, "S4", "work-group %u begins with M = %u in its frame, not %u",
                                 event->group_id, event->value, group->active);
    }
    if (is_checked && event->word != group->generation) {
        return coop_trace_refuse(
            reason, "S5",
            "work-group %u begins after %llu barriers by its frame, after %llu by who made it (R2)",
            event->group_id, (unsigned long long)event->word, (unsigned long long)group->generation);
    }
    return 1;
}

/* The release word that a work-group saw. */
static int has_seen(const struct coop_replay *replay, const struct coop_trace_event *event,
                    struct coop_trace_reason *reason)
{
    const struct coop_replay_state *state = replay->state;
    uint64_t generation = coop_release_generation(event->word);
    uint64_t since = state->generation - generation;

    if (coop_release_active(event->word) != event->value) {
        return coop_trace_refuse(reason, "E1", "its record says M = %u and the release word %u", event->value,
                                 coop_release_active(event->word));
    }
    if (!replay->trace->has_barriers) {
        return 1;
    }
    if (since >= state->barriers) { /* not yet, or an instance that used the same table entry later */
        if (state->pool.returned == state->pool.active && (int64_t)since < 0) {
            return 1;
        }
        return coop_trace_refuse(
            reason, "S5",
            "work-group %u sees barrier %llu complete; %u of M = %u had arrived at barrier %llu",
            event->group_id, (unsigned long long)generation, state->pool.arrived, state->pool.active,
            (unsigned long long)state->generation + 1);
    }
    if (replay->after_barriers[state->barriers - 1 - since] != (event->word & 0xffff)) {
        return coop_trace_refuse(
            reason, "S6", "work-group %u sees M = %u after barrier %llu, which left %u, or another kind",
            event->group_id, event->value, (unsigned long long)generation,
            coop_release_active(replay->after_barriers[state->barriers - 1 - since]));
    }
    return 1;
}

static int may_pass(const struct coop_replay *replay, const struct coop_trace_event *event,
                    struct coop_trace_reason *reason)
{
    const struct coop_replay_slot *slot = &replay->slots[event->slot];

    if (slot->status == COOP_TRACE_SLOT_CONDEMNED && slot->group_id == event->group_id) {
        return coop_trace_refuse(reason, "S6", "work-group %u passes a barrier that left M = %u",
                                 event->group_id, replay->state->pool.active);
    }
    if (slot->status != COOP_TRACE_SLOT_WAITS || slot->group_id != event->group_id) {
        return coop_trace_refuse(reason, "S5", "work-group %u passes a barrier at which it has not arrived",
                                 event->group_id);
    }
    if (coop_release_generation(event->word) != slot->generation + 1) {
        return coop_trace_refuse(reason, "S5",
                                 "work-group %u passes barrier %llu though it stands at barrier %llu (R3)",
                                 event->group_id, (unsigned long long)coop_release_generation(event->word),
                                 (unsigned long long)slot->generation + 1);
    }
    if (slot->waits_to_resize != ((event->word & COOP_RELEASE_RESIZING) != 0)) {
        return coop_trace_refuse(reason, "S7",
                                 "work-group %u passes a barrier of another kind than the one it stands at",
                                 event->group_id);
    }
    return has_seen(replay, event, reason);
}

static int may_end_at_barrier(const struct coop_replay *replay, const struct coop_trace_event *event,
                              struct coop_trace_reason *reason)
{
    const struct coop_replay_slot *slot = &replay->slots[event->slot];
    uint64_t beyond = coop_release_generation(event->word) - slot->generation;

    if (slot->status != COOP_TRACE_SLOT_CONDEMNED || slot->group_id != event->group_id) {
        return coop_trace_refuse(reason, "S6", "work-group %u ends at a barrier that did not end it",
                                 event->group_id);
    }
    if (replay->trace->has_barriers && !slot->waits_to_resize) {
        return coop_trace_refuse(reason, "S7", "work-group %u ends at a barrier that ends nobody",
                                 event->group_id);
    }
    if (replay->trace->has_barriers && (int64_t)beyond < 1) {
        return coop_trace_refuse(reason, "S6", "work-group %u ends at a barrier that is not complete",
                                 event->group_id);
    }
    return has_seen(replay, event, reason);
}

/* Arrivals count only where they are traced. */
static int is_present_word(const struct coop_replay *replay, uint64_t word)
{
    const struct coop_trace_pool *pool = &replay->state->pool;
    struct coop_trace_pool seen = coop_trace_pool_of(word, generation_of(replay));

    return seen.active == pool->active && seen.returned == pool->returned &&
           seen.is_suspended == pool->is_suspended && seen.kill_wanted == pool->kill_wanted &&
           seen.fork_granted == pool->fork_granted && !coop_trace_is_odd_word(word, replay->launch) &&
           (seen.past == 0 || seen.past == pool->past) &&
           (!replay->trace->has_barriers || (seen.arrived == pool->arrived && seen.resizes == pool->resizes));
}

static int may_complete(const struct coop_replay *replay, const struct coop_trace_event *event,
                        struct coop_trace_reason *reason)
{
    const struct coop_replay_state *state = replay->state;
    struct coop_trace_pool seen = coop_trace_pool_of(event->word, generation_of(replay));

    if (event->value > 1 || state->was_completed) {
        return coop_trace_refuse(reason, "E2", "the instance completes %s",
                                 state->was_completed ? "again" : "in an unknown way");
    }
    if (event->value == 1 && !state->was_seen) {
        return 1; /* the run ended before the scheduler saw the posting, whose words are another's */
    }
    if (event->value == 0 &&
        (!state->was_started || state->pool.returned != state->pool.active || state->pool.is_suspended)) {
        return coop_trace_refuse(reason, "E2", "the instance completes when %u of M = %u have returned",
                                 state->pool.returned, state->pool.active);
    }
    if (!is_present_word(replay, event->word)) {
        return coop_trace_refuse(reason, "S1", "the instance ends with M = %u and %u returned, not %u and %u",
                                 seen.active, seen.returned, state->pool.active, state->pool.returned);
    }
    return 1;
}

static int may_observe(const struct coop_replay *replay, const struct coop_trace_event *event,
                       struct coop_trace_reason *reason)
{
    const struct coop_replay_slot *slot = &replay->slots[event->slot];

    switch (event->kind) {
    case COOP_TRACE_SEEN:
        if (replay->state->was_seen || event->value != replay->launch->groups) {
            return coop_trace_refuse(reason, "E2", "the scheduler sees the posting %s",
                                     replay->state->was_seen ? "again"
                                                             : "with another number of work-groups");
        }
        return 1;
    case COOP_TRACE_GROUP_BEGINS:
        return may_begin(replay, event, reason);
    case COOP_TRACE_PASSED:
        return may_pass(replay, event, reason);
    case COOP_TRACE_GROUP_RESIZED_AWAY:
        return may_end_at_barrier(replay, event, reason);
    case COOP_TRACE_RESIZED:
        if (!slot->owes_resized || event->value != replay->state->pool.active ||
            !is_present_word(replay, event->word) || slot->group_id != event->group_id) {
            return coop_trace_refuse(reason, "S6", "no barrier that work-group %u completed left M = %u",
                                     event->group_id, event->value);
        }
        return 1;
    default:
        return may_complete(replay, event, reason);
    }
}

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
    if (is_step ? !may_step(replay, event, effect, reason) : !may_observe(replay, event, reason)) {
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

static void make_groups(struct coop_replay *replay, uint32_t first, uint32_t count, uint64_t generation)
{
    for (uint32_t id = first; id < first + count; id++) {
        struct coop_replay_group *group = &replay->groups[id];

        group->status = COOP_TRACE_GROUP_PENDING;
        group->generation = generation;
        group->active = replay->state->pool.active;
    }
}

static int complete_barrier(struct coop_replay *replay, const struct coop_trace_effect *effect)
{
    struct coop_replay_state *state = replay->state;
    uint32_t active = effect->after.active;

    if (state->barriers == replay->after_capacity) {
        size_t capacity = 2 * replay->after_capacity + 64;
        uint32_t *larger = realloc(replay->after_barriers, capacity * sizeof *larger);
        if (larger == NULL) {
            return -1;
        }
        replay->after_barriers = larger;
        replay->after_capacity = capacity;
    }
    replay->after_barriers[state->barriers++] =
        active | (effect->resizes ? (uint32_t)COOP_RELEASE_RESIZING : 0u);
    state->generation++;
    state->transitions += effect->kills + effect->forks;
    for (uint32_t id = active; id < active + effect->kills; id++) {
        struct coop_replay_group *group = &replay->groups[id];

        if (group->status == COOP_TRACE_GROUP_PRESENT) {
            replay->slots[group->slot].status = COOP_TRACE_SLOT_CONDEMNED;
        }
        group->status = COOP_TRACE_GROUP_ABSENT;
    }
    make_groups(replay, active - effect->forks, effect->forks, state->generation);
    return 0;
}

static int take_step(struct coop_replay *replay, const struct coop_trace_event *event,
                     const struct coop_trace_effect *effect)
{
    struct coop_replay_state *state = replay->state;
    struct coop_replay_slot *slot = &replay->slots[event->slot];

    state->pool = effect->after;
    state->latest_ns = state->latest_ns > event->time_ns ? state->latest_ns : event->time_ns;
    switch (event->kind) {
    case COOP_TRACE_STARTED:
        state->was_started = 1;
        state->generation = event->word;
        make_groups(replay, 0, effect->forks, event->word);
        break;
    case COOP_TRACE_GROUP_KILLED:
        state->transitions++;
        if (effect->after.is_suspended) {
            state->parked_group = event->group_id;
            state->parked_generation = slot->generation;
        }
        replay->groups[event->group_id].status = COOP_TRACE_GROUP_ABSENT;
        slot->status = COOP_TRACE_SLOT_IDLE;
        slot->owes_resized = effect->kills + effect->forks > 0;
        break;
    case COOP_TRACE_GROUP_RETURNS:
        replay->groups[event->group_id].status = COOP_TRACE_GROUP_RETURNED;
        slot->status = COOP_TRACE_SLOT_IDLE;
        break;
    case COOP_TRACE_FORKED:
        state->transitions += effect->forks;
        if (replay->launch->kill_any) {
            replay->groups[effect->after.active].unnamed += effect->forks;
        } else {
            make_groups(replay, effect->after.active - effect->forks, effect->forks, slot->generation);
        }
        break;
    case COOP_TRACE_RESUMED:
        make_groups(replay, event->group_id, 1, state->parked_generation);
        break;
    case COOP_TRACE_ARRIVED:
        slot->status = COOP_TRACE_SLOT_WAITS;
        slot->waits_to_resize = event->value == 2;
        slot->owes_completion =
            effect->after.arrived == effect->after.active && effect->after.resizes == (event->value == 2);
        break;
    case COOP_TRACE_RESIZED:
    case COOP_TRACE_BARRIER:
        slot->owes_completion = 0;
        break;
    default:
        break;
    }
    return effect->completes_barrier ? complete_barrier(replay, effect) : 0;
}

static void observe(struct coop_replay *replay, const struct coop_trace_event *event)
{
    struct coop_replay_slot *slot = &replay->slots[event->slot];

    switch (event->kind) {
    case COOP_TRACE_SEEN:
        replay->state->was_seen = 1;
        break;
    case COOP_TRACE_GROUP_BEGINS:
        if (replay->groups[event->group_id].status == COOP_TRACE_GROUP_ABSENT) {
            replay->groups[event->value].unnamed--;
        }
        slot->status = COOP_TRACE_SLOT_RUNS;
        slot->group_id = event->group_id;
        slot->generation = event->word;
        replay->groups[event->group_id].status = COOP_TRACE_GROUP_PRESENT;
        replay->groups[event->group_id].slot = event->slot;
        replay->groups[event->group_id].next_begin =
            replay->checker->links[event - replay->trace->events].next_begin;
        break;
    case COOP_TRACE_PASSED:
        slot->status = COOP_TRACE_SLOT_RUNS;
        slot->generation++;
        break;
    case COOP_TRACE_GROUP_RESIZED_AWAY:
        slot->status = COOP_TRACE_SLOT_IDLE;
        break;
    case COOP_TRACE_RESIZED:
        break;
    default:
        replay->state->was_completed = 1;
        break;
    }
}

int coop_replay_take(struct coop_replay *replay, uint32_t slot, const struct coop_trace_effect *effect)
{
    size_t number = replay->slots[slot].next;
    const struct coop_trace_event *event = &replay->trace->events[number];

    replay->state->taken++;
    replay->slots[slot].next = replay->checker->links[number].next_in_slot;
    if (!coop_replay_is_step(replay, event)) {
        observe(replay, event);
    } else if (take_step(replay, event, effect) != 0) {
        return -1;
    }
    if (event->kind == COOP_TRACE_RESIZED) {
        replay->slots[slot].owes_resized = 0;
    }
    return 0;
}
