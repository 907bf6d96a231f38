#include "host/trace/check_step.h"

#include "coop/shared/phase.h"

#include "host/trace/check_rules.h"

/* Whether the work-group that the event names is on its slot, and free to act. */
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

    if (!replay->checker->has_barriers) {
        return is_at_work(replay, event, reason);
    }
    if (!slot->owes_completion || slot->group_id != event->group_id) {
        return coop_trace_refuse(reason, "S5",
                                 "work-group %u completes a barrier at which it was not the last to arrive",
                                 event->group_id);
    }
    return 1;
}

/* A barrier that ends work-groups says in the word that some may not know it yet (P12). */
static int says_who_leaves(const struct coop_replay *replay, const struct coop_trace_event *event,
                           const struct coop_trace_effect *effect, struct coop_trace_reason *reason)
{
    if (!effect->completes_barrier || effect->kills == 0 || (event->word & COOP_GROUPS_LEAVING) ||
        replay->checker->trace->is_version_1) {
        return 1;
    }
    return coop_trace_refuse(
        reason, "S6", "the barrier ends %u work-groups, and the word says that all know it", effect->kills);
}

/* What a regular kernel does; an elastic one also takes requests (S9a). */
static int is_of_regular(const struct coop_replay *replay, const struct coop_trace_event *event)
{
    int takes_requests = event->kind == COOP_TRACE_KILL_WANTED || event->kind == COOP_TRACE_GROUP_KILLED ||
                         event->kind == COOP_TRACE_FORK_GRANTED || event->kind == COOP_TRACE_FORKED;

    return event->kind == COOP_TRACE_STARTED || event->kind == COOP_TRACE_GROUP_RETURNS ||
           (takes_requests && replay->launch->can_shrink);
}

int coop_replay_may_step(const struct coop_replay *replay, const struct coop_trace_event *event,
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
            return coop_trace_refuse(reason, "E2", "the scheduler requests something of an instance that %s",
                                     state->was_completed ? "has completed" : "has not started");
        }
    } else if (event->kind == COOP_TRACE_RESIZED || event->kind == COOP_TRACE_BARRIER
                   ? !may_complete_barrier(replay, event, reason)
                   : !is_at_work(replay, event, reason)) {
        return 0;
    }
    if (!replay->launch->is_cooperative && !is_of_regular(replay, event)) {
        return coop_trace_refuse(reason, "E2", "a regular kernel does what only cooperative ones may");
    }
    if (event->kind == COOP_TRACE_RESUMED && event->group_id != state->parked_group) {
        return coop_trace_refuse(reason, "S3b", "work-group %u is resumed, and %u was killed last",
                                 event->group_id, state->parked_group);
    }
    if (event->kind == COOP_TRACE_ARRIVED && replay->slots[event->slot].phase != state->phase) {
        return coop_trace_refuse(reason, "S5",
                                 "work-group %u arrives after %llu barriers, the instance has had %llu",
                                 event->group_id, (unsigned long long)replay->slots[event->slot].phase,
                                 (unsigned long long)state->phase);
    }
    return coop_trace_may_follow(event, replay->launch, state->counts, coop_replay_phase_of(replay), effect,
                                 reason) &&
           says_who_leaves(replay, event, effect, reason);
}

/* Work-groups that the start makes begin before the first barrier; for others the replay knows all barriers
 * only where they are traced. */
static void make_groups(struct coop_replay *replay, uint32_t first, uint32_t count, uint64_t phase,
                        int by_start)
{
    for (uint32_t id = first; id < first + count; id++) {
        struct coop_replay_group *group = &replay->groups[id];

        group->status = COOP_TRACE_GROUP_PENDING;
        group->phase = phase;
        group->is_least = !by_start && !replay->checker->has_barriers;
        group->active = replay->state->counts.active;
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
        active | (effect->resizes ? (uint32_t)COOP_PHASE_RESIZING : 0u);
    state->phase++;
    state->transitions += effect->kills + effect->forks;
    for (uint32_t id = active; id < active + effect->kills; id++) {
        struct coop_replay_group *group = &replay->groups[id];

        if (group->status == COOP_TRACE_GROUP_PRESENT) {
            replay->slots[group->slot].status = COOP_TRACE_SLOT_CONDEMNED;
        }
        group->status = COOP_TRACE_GROUP_ABSENT;
    }
    make_groups(replay, active - effect->forks, effect->forks, state->phase, 0);
    return 0;
}

static int take_start(struct coop_replay *replay, const struct coop_trace_event *event,
                      const struct coop_trace_effect *effect)
{
    replay->state->was_started = 1;
    replay->state->phase = event->word;
    make_groups(replay, 0, effect->forks, event->word, 1);
    return 0;
}

static int take_return(struct coop_replay *replay, const struct coop_trace_event *event,
                       const struct coop_trace_effect *effect)
{
    (void)effect;
    replay->groups[event->group_id].status = COOP_TRACE_GROUP_RETURNED;
    replay->slots[event->slot].status = COOP_TRACE_SLOT_IDLE;
    return 0;
}

static int take_be_killed(struct coop_replay *replay, const struct coop_trace_event *event,
                          const struct coop_trace_effect *effect)
{
    struct coop_replay_state *state = replay->state;
    struct coop_replay_slot *slot = &replay->slots[event->slot];

    state->transitions++;
    if (effect->after.is_suspended) {
        state->parked_group = event->group_id;
        state->parked_phase = slot->phase;
    }
    replay->groups[event->group_id].status = COOP_TRACE_GROUP_ABSENT;
    slot->status = COOP_TRACE_SLOT_IDLE;
    slot->owes_resized = effect->kills + effect->forks > 0;
    return effect->completes_barrier ? complete_barrier(replay, effect) : 0;
}

/* The step changes only the word. */
static int take_request(struct coop_replay *replay, const struct coop_trace_event *event,
                        const struct coop_trace_effect *effect)
{
    (void)replay;
    (void)event;
    (void)effect;
    return 0;
}

static int take_fork(struct coop_replay *replay, const struct coop_trace_event *event,
                     const struct coop_trace_effect *effect)
{
    replay->state->transitions += effect->forks;
    if (replay->launch->kill_any) {
        replay->groups[effect->after.active].unnamed += effect->forks;
    } else {
        make_groups(replay, effect->after.active - effect->forks, effect->forks,
                    replay->slots[event->slot].phase, 0);
    }
    return 0;
}

static int take_resume(struct coop_replay *replay, const struct coop_trace_event *event,
                       const struct coop_trace_effect *effect)
{
    (void)effect;
    make_groups(replay, event->group_id, 1, replay->state->parked_phase, 0);
    return 0;
}

static int take_arrive(struct coop_replay *replay, const struct coop_trace_event *event,
                       const struct coop_trace_effect *effect)
{
    struct coop_replay_slot *slot = &replay->slots[event->slot];

    slot->status = COOP_TRACE_SLOT_WAITS;
    slot->waits_to_resize = event->value == 2;
    slot->owes_completion =
        effect->after.arrived == effect->after.active && effect->after.resizes == (event->value == 2);
    return effect->completes_barrier ? complete_barrier(replay, effect) : 0;
}

static int take_complete_barrier(struct coop_replay *replay, const struct coop_trace_event *event,
                                 const struct coop_trace_effect *effect)
{
    replay->slots[event->slot].owes_completion = 0;
    return effect->completes_barrier ? complete_barrier(replay, effect) : 0;
}

typedef int (*take_rule)(struct coop_replay *replay, const struct coop_trace_event *event,
                         const struct coop_trace_effect *effect);

#define STEP(rule) take_##rule
#define SIGHT(rule) NULL
#define EITHER(step_rule, sight_rule) take_##step_rule
#define SUM(rule) NULL
#define ROW(name, number, writer, recorded, about, word, active, life, rule, meaning) \
    [COOP_TRACE_##name] = rule,

static const take_rule rules[COOP_TRACE_KIND_END] = {COOP_TRACE_LIST(ROW)};

int coop_replay_take_step(struct coop_replay *replay, const struct coop_trace_event *event,
                          const struct coop_trace_effect *effect)
{
    struct coop_replay_state *state = replay->state;

    state->counts = effect->after;
    state->latest_ns = state->latest_ns > event->time_ns ? state->latest_ns : event->time_ns;
    return rules[event->kind](replay, event, effect);
}
