/* What is known: the order in which each slot wrote its own events; the group-count word that each step
 * left; and that a step happened after its recorded time, which was read before it, and before the slot's
 * next event. The replay builds an order event by event: of the slots' next steps it takes one that may
 * follow the present word. Nearly always there is only one, since the words tell how many work-groups have
 * arrived or are active. Where there are two, the replay tries the earlier first and remembers the place;
 * when the order later leads nowhere, the replay goes back there. An event that is no step (a work-group
 * begins, passes a barrier or ends at one; the scheduler sees the completion) is taken as soon as the steps
 * from which it follows have been. When no order can be continued to the end, the event that stopped the
 * one that got furthest is the violation. */
#include "host/trace/check_replay.h"

#include "host/trace/check_take.h"

#include <stdio.h>

/* How many places are remembered, and how often the replay goes back; beyond that the order cannot be
 * told. */
#define PLACES_MAX 4096
#define PLACES_BYTES_MAX ((size_t)64 << 20)
#define RETURNS_MAX 200000

struct search {
    struct coop_replay replay;
    size_t bytes; /* of a state with its slots and groups */
    uint8_t
        *places; /* a ring of `place_count` states, each followed by the number of the event that was tried */
    size_t place_count;
    size_t oldest;
    size_t newest;
    uint64_t returns;
    int has_forgotten;
    struct coop_replay_state *furthest;
};

static uint8_t *place_at(struct search *search, size_t number)
{
    return search->places + number % search->place_count * (search->bytes + sizeof(size_t));
}

static void point_at(struct search *search, struct coop_replay_state *state)
{
    search->replay.state = state;
    search->replay.slots = (struct coop_replay_slot *)(state + 1);
    search->replay.groups = (struct coop_replay_group *)(search->replay.slots + search->replay.slot_count);
}

static void clear(struct search *search)
{
    free(search->replay.state);
    free(search->furthest);
    free(search->places);
    free(search->replay.after_barriers);
}

static int compare_numbers(const void *a, const void *b)
{
    const size_t *left = a;
    const size_t *right = b;

    return *left < *right ? -1 : *left > *right;
}

/* Links the beginnings of each id, over all slots. */
static int link_begins(struct coop_replay *replay)
{
    struct coop_trace_link *links = replay->checker->links;
    size_t capacity = 0;
    size_t count = 0;
    size_t *begins = NULL;

    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t slot = 0; slot < replay->slot_count; slot++) {
            for (size_t i = replay->slots[slot].next; i != COOP_NO_EVENT; i = links[i].next_in_slot) {
                if (replay->trace->events[i].kind != COOP_TRACE_GROUP_BEGINS) {
                    continue;
                }
                if (pass == 0) {
                    capacity++;
                } else {
                    begins[count++] = i;
                }
            }
        }
        if (pass == 0 && (begins = malloc((capacity + 1) * sizeof *begins)) == NULL) {
            return -1;
        }
    }
    qsort(begins, count, sizeof *begins, compare_numbers);
    for (uint32_t id = 0; id < replay->launch->groups; id++) {
        replay->groups[id].next_begin = COOP_NO_EVENT;
    }
    while (count-- > 0) {
        struct coop_replay_group *group = &replay->groups[replay->trace->events[begins[count]].group_id];

        links[begins[count]].next_begin = group->next_begin;
        group->next_begin = begins[count];
    }
    free(begins);
    return 0;
}

static int init(struct search *search, struct coop_trace_checker *checker, size_t launch)
{
    const struct coop_trace *trace = checker->trace;
    struct coop_replay *replay = &search->replay;
    struct coop_replay_state *state;

    memset(search, 0, sizeof *search);
    replay->checker = checker;
    replay->trace = trace;
    replay->launch = &trace->launches[launch];
    replay->slot_count = trace->slot_count;
    replay->sure_ns = checker->sure_ns;
    if (checker->has_barriers && checker->accounts[launch].barriers_sure_ns < replay->sure_ns) {
        replay->sure_ns = checker->accounts[launch].barriers_sure_ns;
    }
    search->bytes = sizeof *state + trace->slot_count * sizeof *replay->slots +
                    ((size_t)replay->launch->groups + 1) * sizeof *replay->groups;
    search->place_count = PLACES_BYTES_MAX / search->bytes;
    search->place_count = search->place_count > PLACES_MAX ? PLACES_MAX : search->place_count + 1;
    state = calloc(1, search->bytes);
    search->furthest = calloc(1, search->bytes);
    search->places = malloc(search->place_count * (search->bytes + sizeof(size_t)));
    replay->state = state;
    if (state == NULL || search->furthest == NULL || search->places == NULL) {
        return -1;
    }
    point_at(search, state);
    for (uint32_t slot = 0; slot < trace->slot_count; slot++) {
        replay->slots[slot].next = checker->first[launch * trace->slot_count + slot];
    }
    return link_begins(replay);
}

/* Takes all events that follow from the steps taken so far and are no steps themselves. -1 when memory is
 * exhausted. */
static int take_observations(struct search *search)
{
    struct coop_replay *replay = &search->replay;
    struct coop_trace_effect effect;
    int has_taken;

    do {
        has_taken = 0;
        for (uint32_t slot = 0; slot < replay->slot_count; slot++) {
            while (replay->slots[slot].next != COOP_NO_EVENT &&
                   !coop_replay_is_step(replay, &replay->trace->events[replay->slots[slot].next]) &&
                   coop_replay_may_take(replay, slot, &effect, NULL)) {
                if (coop_replay_take(replay, slot, &effect) != 0) {
                    return -1;
                }
                has_taken = 1;
            }
        }
    } while (has_taken);
    return 0;
}

/* An event that happened before the latest step can no longer fit. */
static int is_dead(const struct coop_replay *replay)
{
    for (uint32_t slot = 0; slot < replay->slot_count; slot++) {
        size_t next = replay->slots[slot].next;

        if (next != COOP_NO_EVENT && coop_replay_bound(replay, next) < replay->state->latest_ns &&
            coop_replay_bound(replay, next) < replay->sure_ns) {
            return 1;
        }
    }
    return 0;
}

/* The slot whose step comes next: of those that may, the one with the earliest event that is later than event
 * `tried` (COOP_NO_EVENT: any). slot_count when there is none; *others tells whether there are more. */
static uint32_t choose(const struct coop_replay *replay, size_t tried, struct coop_trace_effect *effect,
                       int *others)
{
    struct coop_trace_effect candidate;
    uint32_t chosen = replay->slot_count;
    unsigned count = 0;

    for (uint32_t slot = 0; slot < replay->slot_count; slot++) {
        size_t next = replay->slots[slot].next;

        if (next == COOP_NO_EVENT || (tried != COOP_NO_EVENT && next <= tried) ||
            !coop_replay_is_step(replay, &replay->trace->events[next]) ||
            !coop_replay_may_take(replay, slot, &candidate, NULL)) {
            continue;
        }
        count++;
        if (chosen == replay->slot_count || next < replay->slots[chosen].next) {
            chosen = slot;
            *effect = candidate;
        }
    }
    *others = count > 1;
    return chosen;
}

static void remember(struct search *search, size_t tried)
{
    uint8_t *place;

    if (search->newest - search->oldest == search->place_count) {
        search->oldest++;
        search->has_forgotten = 1;
    }
    place = place_at(search, search->newest++);
    memcpy(place, search->replay.state, search->bytes);
    memcpy(place + search->bytes, &tried, sizeof tried);
}

/* Goes back to the newest place; the event that was tried there, or COOP_NO_EVENT when there is none. */
static size_t go_back(struct search *search)
{
    uint8_t *place;
    size_t tried;

    if (search->newest == search->oldest || ++search->returns > RETURNS_MAX) {
        return COOP_NO_EVENT;
    }
    place = place_at(search, --search->newest);
    memcpy(search->replay.state, place, search->bytes);
    memcpy(&tried, place + search->bytes, sizeof tried);
    return tried;
}

/* Whether no event is left for which all earlier events are known for certain. */
static int is_at_end(const struct coop_replay *replay)
{
    for (uint32_t slot = 0; slot < replay->slot_count; slot++) {
        size_t next = replay->slots[slot].next;

        if (next != COOP_NO_EVENT && coop_replay_bound(replay, next) < replay->sure_ns) {
            return 0;
        }
    }
    return 1;
}

/* 1: explained; 0: not; -1: memory is exhausted. */
static int search_order(struct search *search)
{
    struct coop_replay *replay = &search->replay;
    size_t tried = COOP_NO_EVENT;

    for (;;) {
        struct coop_trace_effect effect;
        uint32_t slot;
        int has_others;

        if (take_observations(search) != 0) {
            return -1;
        }
        slot = is_dead(replay) ? replay->slot_count : choose(replay, tried, &effect, &has_others);
        if (slot < replay->slot_count) {
            size_t next = replay->slots[slot].next;

            if (has_others) {
                remember(search, next);
            }
            tried = COOP_NO_EVENT;
            if (coop_replay_take(replay, slot, &effect) != 0) {
                return -1;
            }
            continue;
        }
        if (tried == COOP_NO_EVENT && is_at_end(replay)) {
            return 1;
        }
        if (tried == COOP_NO_EVENT && replay->state->taken >= search->furthest->taken) {
            memcpy(search->furthest, replay->state, search->bytes);
        }
        tried = go_back(search);
        if (tried == COOP_NO_EVENT) {
            return 0;
        }
    }
}

/* The earliest event that cannot be next in the order that got furthest. */
static void report(struct search *search)
{
    struct coop_replay *replay = &search->replay;
    struct coop_trace_checker *checker = replay->checker;
    struct coop_trace_reason reason = {"E2", ""};
    struct coop_trace_reason candidate;
    struct coop_trace_effect effect;
    size_t earliest = COOP_NO_EVENT;

    memcpy(replay->state, search->furthest, search->bytes);
    for (uint32_t slot = 0; slot < replay->slot_count; slot++) {
        size_t next = replay->slots[slot].next;

        if (next != COOP_NO_EVENT && next < earliest && coop_replay_bound(replay, next) < replay->sure_ns &&
            !coop_replay_may_take(replay, slot, &effect, &candidate)) {
            earliest = next;
            reason = candidate;
        }
    }
    if (earliest != COOP_NO_EVENT) {
        coop_trace_violation(checker, &replay->trace->events[earliest], reason.rule, "%s", reason.text);
    }
}

/* Each event counts once. Of a launch that is replayed twice the first time counts what the second does not
 * see, its barriers. */
static void count(struct coop_trace_checker *checker, size_t launch, const struct coop_replay_state *state)
{
    struct coop_trace_verdict *verdict = checker->verdict;
    int has_another = checker->has_barriers && checker->accounts[launch].barriers_sure_ns != UINT64_MAX;

    if (checker->has_barriers) {
        verdict->barriers += state->barriers;
    }
    verdict->transitions += has_another ? 0 : state->transitions;
    verdict->events_checked += has_another ? state->taken_of_barriers : state->taken;
}

int coop_trace_replay(struct coop_trace_checker *checker, size_t launch)
{
    struct coop_trace_verdict *verdict = checker->verdict;
    struct search search;
    int outcome = init(&search, checker, launch) == 0 ? search_order(&search) : -1;

    if (outcome >= 0) {
        count(checker, launch, search.replay.state);
    }
    if (outcome == 0 && (search.has_forgotten || search.returns > RETURNS_MAX)) {
        verdict->is_partial = 1;
        snprintf(verdict->remark, sizeof verdict->remark,
                 "the order of the steps of launch %u could not be told from the trace",
                 search.replay.launch->sequence);
    } else if (outcome == 0) {
        report(&search);
    }
    clear(&search);
    return outcome < 0 ? -1 : 0;
}
