#include "host/trace/check_sight.h"

#include "coop/shared/phase.h"

/* Whether the same forks may mean another work-group that has begun earlier, in a slot that has events to be
 * taken before. A work-group that takes part in a later step has begun before. */
static int is_earliest(const struct coop_replay *replay, const struct coop_trace_event *event)
{
    const struct coop_trace_checker *checker = replay->checker;
    const struct coop_trace_event *events = replay->trace->events;

    for (uint32_t slot = 0; slot < replay->slot_count; slot++) {
        for (size_t i = replay->slots[slot].next; i != COOP_NO_EVENT && &events[i] < event;
             i = checker->links[i].next_in_slot) {
            if (events[i].kind == COOP_TRACE_GROUP_BEGINS && events[i].value == event->value) {
                return 0;
            }
        }
    }
    return 1;
}

/* Where ids have gaps, the scheduler has chosen it, and the work-groups do not record it: it must be one
 * that no work-group has. A fork's joining work-groups begin before the next barrier can complete. */
static int may_begin_unnamed(const struct coop_replay *replay, const struct coop_trace_event *event,
                             struct coop_trace_reason *reason)
{
    const struct coop_replay_group *group = &replay->groups[event->group_id];

    if (group->status != COOP_TRACE_GROUP_ABSENT) {
        return coop_trace_refuse(reason, "S1a", "work-group %u begins while another one %s its id",
                                 event->group_id,
                                 group->status == COOP_TRACE_GROUP_RETURNED ? "has returned under" : "has");
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
    if (replay->checker->has_barriers && event->word != replay->state->phase) {
        return coop_trace_refuse(
            reason, "S5", "work-group %u begins after %llu barriers by its frame, after %llu in truth",
            event->group_id, (unsigned long long)event->word, (unsigned long long)replay->state->phase);
    }
    return 1;
}

static int may_begin(const struct coop_replay *replay, const struct coop_trace_event *event,
                     struct coop_trace_reason *reason)
{
    const struct coop_replay_group *group = &replay->groups[event->group_id];
    int64_t beyond = (int64_t)(event->word - group->phase);

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
    if (beyond < 0 || (beyond > 0 && !group->is_least)) {
        return coop_trace_refuse(reason, "S5",
                                 "work-group %u begins after %llu barriers by its frame, after %s%llu by the "
                                 "step that made it (R2)",
                                 event->group_id, (unsigned long long)event->word,
                                 group->is_least ? "at least " : "", (unsigned long long)group->phase);
    }
    return 1;
}

/* The phase word that a work-group saw. */
static int has_seen(const struct coop_replay *replay, const struct coop_trace_event *event,
                    struct coop_trace_reason *reason)
{
    const struct coop_replay_state *state = replay->state;
    uint64_t phase = coop_phase_number(event->word);
    uint64_t since = state->phase - phase;

    if (coop_phase_active(event->word) != event->value) {
        return coop_trace_refuse(reason, "E1", "its record says M = %u and the phase word %u", event->value,
                                 coop_phase_active(event->word));
    }
    if (!replay->checker->has_barriers) {
        return 1;
    }
    if (since >= state->barriers) { /* too early, or of a later instance in the same table entry */
        if (state->counts.returned == state->counts.active && (int64_t)since < 0) {
            return 1;
        }
        return coop_trace_refuse(
            reason, "S5",
            "work-group %u sees barrier %llu complete; %u of M = %u had arrived at barrier %llu",
            event->group_id, (unsigned long long)phase, state->counts.arrived, state->counts.active,
            (unsigned long long)state->phase + 1);
    }
    if (replay->after_barriers[state->barriers - 1 - since] != (event->word & 0xffff)) {
        return coop_trace_refuse(
            reason, "S6", "work-group %u sees M = %u after barrier %llu, which left %u, or another kind",
            event->group_id, event->value, (unsigned long long)phase,
            coop_phase_active(replay->after_barriers[state->barriers - 1 - since]));
    }
    return 1;
}

static int may_pass(const struct coop_replay *replay, const struct coop_trace_event *event,
                    struct coop_trace_reason *reason)
{
    const struct coop_replay_slot *slot = &replay->slots[event->slot];

    if (slot->status == COOP_TRACE_SLOT_CONDEMNED && slot->group_id == event->group_id) {
        return coop_trace_refuse(reason, "S6", "work-group %u passes a barrier that left M = %u",
                                 event->group_id, replay->state->counts.active);
    }
    if (slot->status != COOP_TRACE_SLOT_WAITS || slot->group_id != event->group_id) {
        return coop_trace_refuse(reason, "S5", "work-group %u passes a barrier at which it has not arrived",
                                 event->group_id);
    }
    if (coop_phase_number(event->word) != slot->phase + 1) {
        return coop_trace_refuse(reason, "S5",
                                 "work-group %u passes barrier %llu though it stands at barrier %llu (R3)",
                                 event->group_id, (unsigned long long)coop_phase_number(event->word),
                                 (unsigned long long)slot->phase + 1);
    }
    if (slot->waits_to_resize != ((event->word & COOP_PHASE_RESIZING) != 0)) {
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
    uint64_t beyond = coop_phase_number(event->word) - slot->phase;

    if (slot->status != COOP_TRACE_SLOT_CONDEMNED || slot->group_id != event->group_id) {
        return coop_trace_refuse(reason, "S6", "work-group %u ends at a barrier that did not end it",
                                 event->group_id);
    }
    if (replay->checker->has_barriers && !slot->waits_to_resize) {
        return coop_trace_refuse(reason, "S7", "work-group %u ends at a barrier that ends nobody",
                                 event->group_id);
    }
    if (replay->checker->has_barriers && (int64_t)beyond < 1) {
        return coop_trace_refuse(reason, "S6", "work-group %u ends at a barrier that is not complete",
                                 event->group_id);
    }
    return has_seen(replay, event, reason);
}

/* Arrivals count only where they are traced. */
static int is_present_word(const struct coop_replay *replay, uint64_t word)
{
    const struct coop_trace_counts *counts = &replay->state->counts;
    struct coop_trace_counts seen = coop_trace_counts_of(word, coop_replay_phase_of(replay));

    return seen.active == counts->active && seen.returned == counts->returned &&
           seen.is_suspended == counts->is_suspended && seen.kill_wanted == counts->kill_wanted &&
           seen.fork_granted == counts->fork_granted && !coop_trace_is_odd_word(word, replay->launch) &&
           (seen.past == 0 || seen.past == counts->past) &&
           (!replay->checker->has_barriers ||
            (seen.arrived == counts->arrived && seen.resizes == counts->resizes));
}

static int may_completion(const struct coop_replay *replay, const struct coop_trace_event *event,
                          struct coop_trace_reason *reason)
{
    const struct coop_replay_state *state = replay->state;
    struct coop_trace_counts seen = coop_trace_counts_of(event->word, coop_replay_phase_of(replay));

    if (event->value > 1 || state->was_completed) {
        return coop_trace_refuse(reason, "E2", "the instance completes %s",
                                 state->was_completed ? "again" : "in an unknown way");
    }
    if (event->value == 1 && !state->was_seen) {
        return 1; /* the run ended before the scheduler saw it; the words are another launch's */
    }
    if (event->value == 0 && state->was_rested && !state->was_started) {
        return event->word == state->rested_word ||
               coop_trace_refuse(reason, "E2", "the instance completes with another word than its last job");
    }
    if (event->value == 1 && state->was_rested && !state->was_started) {
        return event->word == state->rested_word || event->word == 0 ||
               coop_trace_refuse(reason, "E2", "the instance ends with a word that no job has left");
    }
    if (event->value == 0 && (!state->was_started || state->counts.returned != state->counts.active ||
                              state->counts.is_suspended)) {
        return coop_trace_refuse(reason, "E2", "the instance completes when %u of M = %u have returned",
                                 state->counts.returned, state->counts.active);
    }
    if (!is_present_word(replay, event->word)) {
        return coop_trace_refuse(reason, "S1", "the instance ends with M = %u and %u returned, not %u and %u",
                                 seen.active, seen.returned, state->counts.active, state->counts.returned);
    }
    return 1;
}

/* A job of a launch that repeats has completed. */
static int may_rest(const struct coop_replay *replay, const struct coop_trace_event *event,
                    struct coop_trace_reason *reason)
{
    const struct coop_replay_state *state = replay->state;

    if (replay->launch->is_cooperative) {
        return coop_trace_refuse(reason, "E2", "a cooperative kernel does what only regular ones may");
    }
    if (!state->was_started || state->was_completed || state->counts.returned != state->counts.active) {
        return coop_trace_refuse(reason, "E2", "a job completes when %u of M = %u have returned",
                                 state->counts.returned, state->counts.active);
    }
    return is_present_word(replay, event->word) ||
           coop_trace_refuse(reason, "S1", "a job ends with another word than its last step has left");
}

static int may_posting(const struct coop_replay *replay, const struct coop_trace_event *event,
                       struct coop_trace_reason *reason)
{
    int is_right = replay->launch->is_automatic ? event->value >= 1 && event->value <= replay->launch->groups
                                                : event->value == replay->launch->groups;

    if (replay->state->was_seen || !is_right) {
        return coop_trace_refuse(reason, "E2", "the scheduler sees the posting %s",
                                 replay->state->was_seen ? "again" : "with another number of work-groups");
    }
    return 1;
}

/* The kill that completed the barrier is a step; the event after it tells that M has changed. */
static int may_barrier_of_kill(const struct coop_replay *replay, const struct coop_trace_event *event,
                               struct coop_trace_reason *reason)
{
    const struct coop_replay_slot *slot = &replay->slots[event->slot];

    if (!slot->owes_resized || event->value != replay->state->counts.active ||
        !is_present_word(replay, event->word) || slot->group_id != event->group_id) {
        return coop_trace_refuse(reason, "S6", "no barrier that work-group %u completed left M = %u",
                                 event->group_id, event->value);
    }
    return 1;
}

static void take_posting(struct coop_replay *replay, const struct coop_trace_event *event)
{
    (void)event;
    replay->state->was_seen = 1;
}

static void take_begin(struct coop_replay *replay, const struct coop_trace_event *event)
{
    struct coop_replay_slot *slot = &replay->slots[event->slot];
    struct coop_replay_group *group = &replay->groups[event->group_id];

    if (group->status == COOP_TRACE_GROUP_ABSENT) {
        replay->groups[event->value].unnamed--;
    }
    slot->status = COOP_TRACE_SLOT_RUNS;
    slot->group_id = event->group_id;
    slot->phase = event->word;
    group->status = COOP_TRACE_GROUP_PRESENT;
    group->slot = event->slot;
    group->next_begin = replay->checker->links[event - replay->trace->events].next_begin;
}

static void take_pass(struct coop_replay *replay, const struct coop_trace_event *event)
{
    struct coop_replay_slot *slot = &replay->slots[event->slot];

    slot->status = COOP_TRACE_SLOT_RUNS;
    slot->phase++;
}

static void take_end_at_barrier(struct coop_replay *replay, const struct coop_trace_event *event)
{
    replay->slots[event->slot].status = COOP_TRACE_SLOT_IDLE;
}

static void take_barrier_of_kill(struct coop_replay *replay, const struct coop_trace_event *event)
{
    (void)replay;
    (void)event;
}

/* The next job starts anew: its work-groups have the same ids. */
static void take_rest(struct coop_replay *replay, const struct coop_trace_event *event)
{
    struct coop_replay_state *state = replay->state;

    state->was_started = 0;
    state->was_rested = 1;
    state->rested_word = event->word;
    for (uint32_t id = 0; id < replay->launch->groups; id++) {
        replay->groups[id].status = COOP_TRACE_GROUP_ABSENT;
    }
}

static void take_completion(struct coop_replay *replay, const struct coop_trace_event *event)
{
    (void)event;
    replay->state->was_completed = 1;
}

struct sight {
    int (*may)(const struct coop_replay *replay, const struct coop_trace_event *event,
               struct coop_trace_reason *reason);
    void (*take)(struct coop_replay *replay, const struct coop_trace_event *event);
};

#define STEP(rule) \
    {              \
        NULL, NULL \
    }
#define SIGHT(rule)             \
    {                           \
        may_##rule, take_##rule \
    }
#define EITHER(step_rule, sight_rule)       \
    {                                       \
        may_##sight_rule, take_##sight_rule \
    }
#define SUM(rule)  \
    {              \
        NULL, NULL \
    }
#define ROW(name, number, writer, recorded, about, word, active, life, rule, meaning) \
    [COOP_TRACE_##name] = rule,

static const struct sight sights[COOP_TRACE_KIND_END] = {COOP_TRACE_LIST(ROW)};

int coop_replay_may_see(const struct coop_replay *replay, const struct coop_trace_event *event,
                        struct coop_trace_reason *reason)
{
    return sights[event->kind].may(replay, event, reason);
}

void coop_replay_take_sight(struct coop_replay *replay, const struct coop_trace_event *event)
{
    sights[event->kind].take(replay, event);
}
