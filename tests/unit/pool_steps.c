/* The steps of shared/pool.h over every state that can be reached with few work-groups: invariants P1..P7.
 *
 * A state is the pool word, what each work-group does, and how many slots are free; the release word is abstracted to
 * the moment in which the barrier completes. pool_interleaving.c takes that moment apart. */
#include "test.h"

#include "coop/shared/pool.h"
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 4, WORKERS = 5, STATES_MAX = 1 << 17 };

enum doing { ABSENT, RUNS, WAITS, COMPLETES, RETURNED }; /* COMPLETES: waits, and has filled the word */

struct state {
    coop_u64 word;
    coop_u32 free_slots;
    unsigned char doing[LIMIT];
};

enum action { ARRIVE_PLAIN, ARRIVE_RESIZING, OFFER, REQUEST, RETURN, COMPLETE, RETARGET };

struct edge {
    struct state before;
    struct state after;
    enum action action;
    struct coop_pool_step step;
    coop_u32 group_id;
    coop_u32 target; /* RETARGET */
};

typedef void (*checker)(const struct edge *edge);

static struct state *states;
static size_t state_count;
static unsigned seen_at[STATES_MAX * 2]; /* hash table of indices into `states`, plus 1 */
static int checks_failed;

static coop_u32 get(const struct state *state, coop_u32 field)
{
    return coop_pool_get(state->word, field);
}

static int is_complete(const struct state *state)
{
    return get(state, COOP_POOL_RETURNED) == get(state, COOP_POOL_ACTIVE);
}

static void add_state(const struct state *state)
{
    uint64_t hash = state->word * UINT64_C(0x9e3779b97f4a7c15);

    for (int i = 0; i < LIMIT; i++) {
        hash = (hash ^ state->doing[i]) * UINT64_C(0x100000001b3);
    }
    hash = (hash ^ state->free_slots) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 40) % (STATES_MAX * 2);
    while (seen_at[at] != 0) {
        const struct state *other = &states[seen_at[at] - 1];
        if (other->word == state->word && other->free_slots == state->free_slots &&
            memcmp(other->doing, state->doing, sizeof state->doing) == 0) {
            return;
        }
        at = (at + 1) % (STATES_MAX * 2);
    }
    if (state_count == STATES_MAX) {
        abort(); /* the exploration would be a part only */
    }
    states[state_count++] = *state;
    seen_at[at] = (unsigned)state_count;
}

static void check_and_add(struct edge *edge, checker check)
{
    int before = test_failures();

    check(edge);
    if (test_failures() != before && checks_failed++ < 3) {
        TEST_NOTE("  in word 0x%llx, action %d of work-group %u (target %u), to word 0x%llx, event %u",
                  (unsigned long long)edge->before.word, (int)edge->action, edge->group_id, edge->target,
                  (unsigned long long)edge->after.word, edge->step.event);
    }
    if (edge->step.event != COOP_POOL_STUCK && edge->step.event != COOP_POOL_BARRIER_CLASHES) {
        add_state(&edge->after); /* after a failure everybody drains */
    }
}

/* What the step means for the work-groups and the slots. */
static void apply(struct edge *edge)
{
    struct state *after = &edge->after;
    coop_u32 active = coop_pool_get(edge->step.word, COOP_POOL_ACTIVE);

    after->word = edge->step.word;
    if (edge->step.event == COOP_POOL_BARRIER) {
        for (int i = 0; i < LIMIT; i++) {
            after->doing[i] =
                after->doing[i] == WAITS || after->doing[i] == COMPLETES ? RUNS : after->doing[i];
        }
    } else if (edge->step.event == COOP_POOL_FULL) {
        after->doing[edge->group_id] = COMPLETES;
    }
    for (coop_u32 i = 0; i < LIMIT; i++) {
        if (i >= active) {
            after->doing[i] = ABSENT;
        } else if (after->doing[i] == ABSENT) {
            after->doing[i] = RUNS;
        }
    }
    after->free_slots += edge->step.killed + (edge->action == RETURN ? 1u : 0u);
}

static void try_action(const struct state *state, coop_u32 group_id, enum action action, coop_u32 kills_max,
                       checker check)
{
    struct edge edge = {.before = *state, .after = *state, .action = action, .group_id = group_id};

    switch (action) {
    case ARRIVE_PLAIN:
    case ARRIVE_RESIZING:
        edge.step = coop_pool_arrive(state->word, action == ARRIVE_PLAIN ? COOP_POOL_ARRIVED_PLAIN
                                                                         : COOP_POOL_ARRIVED_RESIZING);
        edge.after.doing[group_id] = WAITS;
        break;
    case OFFER:
        edge.step = coop_pool_offer_kill(state->word, group_id, kills_max);
        break;
    case REQUEST:
        edge.step = coop_pool_request_fork(state->word);
        break;
    case COMPLETE:
        edge.step = coop_pool_complete_barrier(state->word, kills_max);
        break;
    default:
        edge.step = coop_pool_return(state->word);
        edge.after.doing[group_id] = RETURNED;
        break;
    }
    apply(&edge);
    check_and_add(&edge, check);
}

static void try_retarget(const struct state *state, coop_u32 target, checker check)
{
    struct edge edge = {.before = *state, .after = *state, .action = RETARGET, .target = target};
    coop_u32 granted = coop_pool_fork_granted(state->word);

    edge.step = coop_pool_unchanged(state->word);
    edge.step.word = coop_pool_retarget(state->word, target, state->free_slots);
    edge.after.word = edge.step.word;
    edge.after.free_slots += granted - coop_pool_fork_granted(edge.after.word);
    check_and_add(&edge, check);
}

/* Calls `check` for every step that can happen. */
static void explore(coop_u32 kills_max, checker check)
{
    states = malloc(STATES_MAX * sizeof *states);
    state_count = 0;
    checks_failed = 0;
    memset(seen_at, 0, sizeof seen_at);
    for (coop_u32 active = 1; active <= LIMIT; active++) {
        struct state first = {coop_pool_launched(active), WORKERS - active, {0}};
        memset(first.doing, RUNS, active);
        add_state(&first);
    }
    for (size_t i = 0; i < state_count && checks_failed < 20; i++) {
        struct state state = states[i];
        if (is_complete(&state)) {
            continue;
        }
        for (coop_u32 target = 0; target <= LIMIT; target++) {
            try_retarget(&state, target, check);
        }
        for (coop_u32 id = 0; id < LIMIT; id++) {
            for (int action = ARRIVE_PLAIN; state.doing[id] == RUNS && action <= RETURN; action++) {
                try_action(&state, id, (enum action)action, kills_max, check);
            }
            if (state.doing[id] == COMPLETES) {
                try_action(&state, id, COMPLETE, kills_max, check);
            }
        }
    }
    TEST_AT_LEAST(state_count, 500); /* an exploration that goes nowhere proves nothing */
    free(states);
}

static void explore_all(checker check)
{
    explore(UINT32_MAX, check);
    explore(1, check);
}

static coop_u32 count(const struct state *state, enum doing doing)
{
    coop_u32 number = 0;

    for (int i = 0; i < LIMIT; i++) {
        number += state->doing[i] == doing;
    }
    return number;
}

/* At a barrier. */
static coop_u32 count_waiting(const struct state *state)
{
    return count(state, WAITS) + count(state, COMPLETES);
}

static void check_p1(const struct edge *edge)
{
    TEST_AT_LEAST(get(&edge->after, COOP_POOL_ACTIVE), 1);
    TEST_AT_MOST(get(&edge->after, COOP_POOL_ACTIVE), LIMIT);
    TEST_EQUAL(LIMIT - count(&edge->after, ABSENT), get(&edge->after, COOP_POOL_ACTIVE));
}

TEST(p1_active_stays_between_one_and_the_limit)
{
    explore_all(check_p1);
}

static void check_p2(const struct edge *edge)
{
    coop_u64 word = edge->after.word;

    TEST_TRUE(coop_pool_kill_wanted(word) == 0 || coop_pool_fork_granted(word) == 0);
    TEST_TRUE(coop_pool_get(word, COOP_POOL_WISH) > 0 || !(word & COOP_POOL_WISH_IS_GRANT));
}

TEST(p2_kills_and_grants_exclude_each_other)
{
    explore_all(check_p2);
}

static void check_p3(const struct edge *edge)
{
    coop_u32 active = get(&edge->after, COOP_POOL_ACTIVE);
    coop_u32 waiting = count_waiting(&edge->before);
    coop_u32 arrived = coop_pool_arrived(edge->after.word);

    TEST_AT_MOST(arrived + get(&edge->after, COOP_POOL_RETURNED), active);
    if (edge->step.event == COOP_POOL_BARRIER) {
        TEST_EQUAL(arrived, 0);
        TEST_EQUAL(waiting, get(&edge->before, COOP_POOL_ACTIVE) - (edge->action == OFFER ? 1u : 0u));
        TEST_TRUE(edge->action == COMPLETE || edge->action == OFFER);
    } else if (edge->step.event != COOP_POOL_BARRIER_CLASHES) {
        TEST_EQUAL(arrived, count_waiting(&edge->after));
        TEST_EQUAL(count(&edge->after, COMPLETES),
                   arrived == active && arrived > 0); /* a full word has one */
    }
    if (edge->action <= ARRIVE_RESIZING && edge->step.event != COOP_POOL_BARRIER_CLASHES) {
        TEST_EQUAL(edge->step.event == COOP_POOL_FULL, waiting + 1 == active);
    }
}

TEST(p3_the_arrival_that_fills_the_word_completes_the_barrier)
{
    explore_all(check_p3);
}

/* The second half: what a full word can meet before its completer comes. */
static void check_p3_full(const struct edge *edge)
{
    if (count(&edge->before, COMPLETES) > 0) {
        TEST_TRUE(edge->action == COMPLETE || edge->action == RETARGET);
        TEST_EQUAL(count(&edge->before, RUNS) + count(&edge->before, RETURNED), 0);
        TEST_EQUAL(edge->action == COMPLETE, edge->step.event == COOP_POOL_BARRIER);
    }
}

TEST(p3_only_wishes_change_a_full_word_before_its_completer)
{
    explore_all(check_p3_full);
}

static void check_p4(const struct edge *edge)
{
    int completes = edge->action != RETARGET && edge->step.event == COOP_POOL_COMPLETE;

    TEST_EQUAL(completes, is_complete(&edge->after)); /* no step leaves a complete instance */
    if (completes) {
        TEST_EQUAL(count(&edge->after, RUNS) + count_waiting(&edge->after), 0);
    }
}

TEST(p4_one_step_completes_the_instance)
{
    explore_all(check_p4);
}

static void check_p5(const struct edge *edge)
{
    TEST_AT_MOST(coop_pool_kill_wanted(edge->after.word), get(&edge->after, COOP_POOL_ACTIVE) - 1);
    TEST_TRUE(edge->after.doing[0] != ABSENT);
    if (edge->action == OFFER && edge->step.killed > 0) {
        TEST_EQUAL(edge->group_id, get(&edge->before, COOP_POOL_ACTIVE) - 1);
        TEST_TRUE(edge->group_id > 0);
    }
}

TEST(p5_work_group_zero_is_never_asked_for)
{
    explore_all(check_p5);
}

static void check_p6(const struct edge *edge)
{
    coop_u32 held = count(&edge->after, RUNS) + count_waiting(&edge->after);

    /* Reserved slots stand between the free ones and the held ones; a grant is all that may use them. */
    TEST_EQUAL(edge->after.free_slots + coop_pool_fork_granted(edge->after.word) + held, WORKERS);
}

TEST(p6_a_grant_is_covered_by_slots)
{
    explore_all(check_p6);
}

static void check_p7_grant(const struct edge *edge)
{
    if (edge->action == RETARGET && get(&edge->before, COOP_POOL_RETURNED) > 0) {
        TEST_AT_MOST(coop_pool_fork_granted(edge->after.word), 0);
    }
}

TEST(p7_no_grant_is_made_after_a_return)
{
    explore_all(check_p7_grant);
}

static void check_p7_active(const struct edge *edge)
{
    if (get(&edge->before, COOP_POOL_RETURNED) > 0) {
        TEST_AT_MOST(get(&edge->after, COOP_POOL_ACTIVE), get(&edge->before, COOP_POOL_ACTIVE));
    }
}

TEST(p7_active_only_falls_after_a_return)
{
    explore_all(check_p7_active);
}

static void check_stuck(const struct edge *edge)
{
    int hopeless = count_waiting(&edge->after) > 0 && count(&edge->after, RETURNED) > 0 &&
                   count(&edge->after, RUNS) == 0;

    if (edge->action != RETARGET && edge->step.event != COOP_POOL_BARRIER_CLASHES &&
        edge->step.event != COOP_POOL_NOTHING) {
        TEST_EQUAL(edge->step.event == COOP_POOL_STUCK, hopeless);
    }
}

TEST(a_barrier_that_cannot_complete_is_noticed_at_once)
{
    explore_all(check_stuck);
}

static void check_clash(const struct edge *edge)
{
    coop_u32 other = edge->action == ARRIVE_PLAIN ? COOP_POOL_ARRIVED_RESIZING : COOP_POOL_ARRIVED_PLAIN;

    if (edge->action <= ARRIVE_RESIZING) {
        TEST_EQUAL(edge->step.event == COOP_POOL_BARRIER_CLASHES, get(&edge->before, other) > 0);
    }
}

TEST(different_kinds_of_barrier_clash)
{
    explore_all(check_clash);
}

/* P9: what the others do until they see that the run has failed. */
static void go_on_after_clash(coop_u64 word, coop_u32 running, coop_u32 depth)
{
    struct coop_pool_step steps[5];

    if (running == 0 || depth == 0) {
        return;
    }
    steps[0] = coop_pool_arrive(word, COOP_POOL_ARRIVED_PLAIN);
    steps[1] = coop_pool_arrive(word, COOP_POOL_ARRIVED_RESIZING);
    steps[2] = coop_pool_return(word);
    steps[3] = coop_pool_offer_kill(word, COOP_POOL_ANY_GROUP, UINT32_MAX);
    steps[4] = coop_pool_request_fork(word);
    for (int i = 0; i < 5; i++) {
        coop_u32 target = i % 2 ? 1 : 6;

        TEST_TRUE(steps[i].event == (i < 2 ? COOP_POOL_BARRIER_CLASHES : COOP_POOL_DONE) ||
                  (i > 2 && steps[i].event == COOP_POOL_NOTHING));
        TEST_TRUE(coop_pool_get(steps[i].word, COOP_POOL_ARRIVED_PLAIN) > 0);
        TEST_TRUE(coop_pool_get(steps[i].word, COOP_POOL_ARRIVED_RESIZING) > 0);
        go_on_after_clash(coop_pool_retarget(steps[i].word, target, 2),
                          running - (i < 3 ? 1 : steps[i].killed) + steps[i].forked, depth - 1);
    }
}

TEST(p9_nothing_completes_after_a_clash)
{
    for (coop_u32 active = 2; active <= 5; active++) {
        for (coop_u32 plain = 1; plain < active; plain++) {
            coop_u64 word = coop_pool_with(coop_pool_launched(active), COOP_POOL_ARRIVED_PLAIN, plain);
            struct coop_pool_step step = coop_pool_arrive(word, COOP_POOL_ARRIVED_RESIZING);

            TEST_EQUAL(step.event, COOP_POOL_BARRIER_CLASHES);
            go_on_after_clash(step.word, active - plain - 1, 5);
        }
    }
}

static void check_counts(const struct edge *edge)
{
    coop_u32 before = get(&edge->before, COOP_POOL_ACTIVE);

    TEST_EQUAL(get(&edge->after, COOP_POOL_ACTIVE), before + edge->step.forked - edge->step.killed);
    if (edge->step.event == COOP_POOL_NOTHING && edge->action != RETARGET) {
        TEST_EQUAL_U64(edge->step.word, edge->before.word);
    }
    if (edge->action == ARRIVE_PLAIN ||
        (edge->action == COMPLETE && get(&edge->before, COOP_POOL_ARRIVED_PLAIN) > 0)) {
        TEST_EQUAL(edge->step.forked + edge->step.killed, 0);
    }
}

TEST(a_step_counts_who_ends_and_who_begins)
{
    explore_all(check_counts);
}

static void check_plain_variant(const struct edge *edge)
{
    if (edge->action == COMPLETE) {
        TEST_AT_MOST(edge->step.killed, 1);
    }
}

TEST(the_plain_variant_makes_one_kill_per_barrier)
{
    explore(1, check_plain_variant);
}

static void check_query_variant(const struct edge *edge)
{
    coop_u32 wanted = coop_pool_kill_wanted(edge->before.word);

    if (edge->action == COMPLETE && get(&edge->before, COOP_POOL_ARRIVED_RESIZING) > 0) {
        TEST_EQUAL(edge->step.killed, wanted);
        TEST_EQUAL(edge->step.forked, coop_pool_fork_granted(edge->before.word));
    }
}

TEST(the_query_variant_makes_all_the_kills_at_one_barrier)
{
    explore(UINT32_MAX, check_query_variant);
}
