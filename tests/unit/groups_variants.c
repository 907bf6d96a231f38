/* The steps of shared/groups.h where work-groups end in any order, or all of them, over every state that can
 * be reached with few work-groups: S1a, S1b, S3a, S3b and P1b to P7b. As groups_steps.c, which has the steps
 * of kernels that do neither. The kind of a barrier is 1, plain, or 2, resizing; 0: nobody waits. */
#include "groups_states.h"
#include "test.h"

#include <string.h>

static int kills_any;
static int may_kill_all;
static uint64_t suspensions;
static uint64_t suspensions_after_returns;
static uint64_t gaps;

static coop_u32 count_waiting(const struct state *state)
{
    return count(state, WAITS) + count(state, COMPLETES) + count(state, RELEASES);
}

/* What holds in every state: the word against what the work-groups do. */
static void check_state(const struct state *state)
{
    coop_u32 running = count(state, RUNS) + count(state, FORGETS) + count_waiting(state);
    int is_suspended = (state->word & COOP_GROUPS_SUSPENDED) != 0;

    TEST_EQUAL(get(state, COOP_GROUPS_ACTIVE), running + count(state, RETURNED)); /* S1a, S1b */
    TEST_EQUAL(get(state, COOP_GROUPS_RETURNED), count(state, RETURNED));
    TEST_EQUAL(coop_groups_arrived(state->word, state->phase), count_waiting(state)); /* P3 */
    TEST_EQUAL(count(state, COMPLETES) + count(state, RELEASES),
               count_waiting(state) > 0 && count_waiting(state) == get(state, COOP_GROUPS_ACTIVE)); /* P3 */
    TEST_EQUAL(is_suspended, count(state, PARKED) == 1 && may_kill_all);                            /* P1b */
    TEST_TRUE(!is_suspended || running == 0);                                                       /* P1b */
    /* P4b */
    TEST_EQUAL(coop_groups_is_complete(state->word), running == 0 && !is_suspended);
    /* P2 */
    TEST_TRUE(coop_groups_kill_wanted(state->word) == 0 || coop_groups_fork_granted(state->word) == 0);
    TEST_AT_MOST(coop_groups_kill_wanted(state->word) + !may_kill_all,
                 get(state, COOP_GROUPS_ACTIVE));                                             /* P5, P5b */
    TEST_EQUAL(state->free_slots + coop_groups_fork_granted(state->word) + running, WORKERS); /* P6 */
    TEST_TRUE(!is_suspended ||
              coop_groups_fork_granted(state->word) + coop_groups_kill_wanted(state->word) == 0);
    TEST_EQUAL((state->word & COOP_GROUPS_MAY_SUSPEND) != 0, may_kill_all);
    TEST_EQUAL(state->forgetting != 0, count(state, RELEASES) + count(state, FORGETS)); /* P8 */
    if (count(state, RELEASES) == 0) {
        TEST_EQUAL_U64(state->word + state->forgetting, coop_groups_forget(state->word, state->phase ^ 1u));
    }
    if (!kills_any && !is_suspended) { /* S1: without gaps */
        for (coop_u32 id = 0; id < LIMIT; id++) {
            TEST_EQUAL(state->doing[id] != ABSENT, id < get(state, COOP_GROUPS_ACTIVE));
        }
    }
}

/* Ends and begins of a step, other than the caller's own. */
static void apply(struct state *after, const struct coop_groups_step *step, coop_u32 barrier_kills)
{
    coop_u32 forked = step->forked;

    after->word = step->word;
    if (step->event == COOP_GROUPS_BARRIER) {
        after->phase ^= 1;
        after->kind = 0;
        for (int id = LIMIT - 1; id >= 0; id--) {
            if (after->doing[id] == WAITS || after->doing[id] == COMPLETES) {
                after->doing[id] = barrier_kills > 0 ? ABSENT : RUNS;
                barrier_kills -= barrier_kills > 0;
            }
        }
    }
    for (int id = 0; id < LIMIT && forked > 0; id++) { /* the lowest free ids */
        if (after->doing[id] == ABSENT) {
            after->doing[id] = RUNS;
            forked--;
        }
    }
    TEST_EQUAL(forked, 0); /* S4a: there are as many */
    after->free_slots += step->killed;
}

static void take(const struct state *after)
{
    check_state(after);
    gaps += after->doing[0] == ABSENT && after->doing[LIMIT - 1] == RUNS;
    groups_states_add(after);
}

/* S3a, S3b: who may be killed is, whoever may not stays. */
static void offer(const struct state *state, coop_u32 id, coop_u32 kills_max)
{
    struct coop_groups_step step =
        coop_groups_offer_kill(state->word, state->phase, kills_any ? COOP_GROUPS_ANY_GROUP : id, kills_max);
    struct state after = *state;
    coop_u32 running = count(state, RUNS) + count(state, FORGETS) + count_waiting(state);
    int is_turn = kills_any ? running > 1 : id == get(state, COOP_GROUPS_ACTIVE) - 1 && id > 0;
    int may = coop_groups_kill_wanted(state->word) > 0 && (is_turn || (may_kill_all && running == 1));

    TEST_EQUAL(step.event != COOP_GROUPS_NOTHING, may);
    TEST_EQUAL(step.event == COOP_GROUPS_SUSPENDS, may && may_kill_all && running == 1);
    if (step.event == COOP_GROUPS_NOTHING || step.event == COOP_GROUPS_STUCK) {
        return;
    }
    suspensions += step.event == COOP_GROUPS_SUSPENDS;
    suspensions_after_returns += step.event == COOP_GROUPS_SUSPENDS && count(state, RETURNED) > 0;
    after.doing[id] = step.event == COOP_GROUPS_SUSPENDS ? PARKED : ABSENT;
    apply(&after, &step, step.killed - 1);
    take(&after);
}

static void arrive(const struct state *state, coop_u32 id, unsigned char kind, coop_u32 kills_max)
{
    struct coop_groups_step step = coop_groups_arrive(state->word, state->phase, kind == 2, id);
    struct state after = *state;

    TEST_TRUE(step.event != COOP_GROUPS_BARRIER_CLASHES);
    if (step.event == COOP_GROUPS_STUCK) {
        return;
    }
    after.doing[id] = WAITS;
    after.kind = kind;
    if (step.event == COOP_GROUPS_FULL) {
        struct coop_groups_step next = coop_groups_complete_barrier(step.word, state->phase, kills_max);
        int keeps = coop_groups_keeps_active(next);
        after.doing[id] = keeps ? RELEASES : COMPLETES;
        after.forgetting = keeps ? coop_groups_forgetting(step.word, state->phase) : 0;
    }
    apply(&after, &step, 0);
    take(&after);
}

static void act(const struct state *state, coop_u32 id, coop_u32 kills_max)
{
    struct coop_groups_step step = coop_groups_return(state->word, state->phase);
    struct state after = *state;

    offer(state, id, kills_max);
    after.doing[id] = RETURNED;
    after.free_slots++;
    apply(&after, &step, 0);
    if (step.event != COOP_GROUPS_STUCK) {
        take(&after);
    }
    after = *state;
    step = coop_groups_request_fork(state->word);
    TEST_TRUE(step.forked == 0 || count(state, RETURNED) == 0); /* P7b */
    apply(&after, &step, 0);
    take(&after);
    for (unsigned char kind = 1; kind <= (kills_any ? 1 : 2);
         kind++) { /* a kernel with gaps has no resizing barriers */
        if (state->kind == 0 || state->kind == kind) {
            arrive(state, id, kind, kills_max);
        }
    }
}

static void complete(const struct state *state, coop_u32 kills_max)
{
    struct coop_groups_step step = coop_groups_complete_barrier(state->word, state->phase, kills_max);
    struct state after = *state;

    apply(&after, &step, step.killed);
    take(&after);
}

/* The word is left alone. */
static void release(const struct state *state)
{
    struct state after = *state;

    for (int id = 0; id < LIMIT; id++) {
        after.doing[id] = after.doing[id] == WAITS      ? RUNS
                          : after.doing[id] == RELEASES ? FORGETS
                                                        : after.doing[id];
    }
    after.phase ^= 1;
    after.kind = 0;
    take(&after);
}

static void forget(const struct state *state, coop_u32 id)
{
    struct state after = *state;

    after.word += state->forgetting;
    after.forgetting = 0;
    after.doing[id] = RUNS;
    take(&after);
}

static void retarget(const struct state *state, coop_u32 target)
{
    struct state after = *state;
    coop_u32 least = target > 0 || may_kill_all ? target : 1;

    after.word = coop_groups_retarget(state->word, target, state->free_slots);
    after.free_slots += coop_groups_fork_granted(state->word) - coop_groups_fork_granted(after.word);
    if (state->word & COOP_GROUPS_SUSPENDED) {
        TEST_EQUAL_U64(after.word, state->word);
    } else if (least < get(state, COOP_GROUPS_ACTIVE)) {
        TEST_EQUAL(coop_groups_kill_wanted(after.word), get(state, COOP_GROUPS_ACTIVE) - least);
    }
    take(&after);
}

static void resume(const struct state *state)
{
    struct state after = *state;

    after.word = coop_groups_resumed(state->word);
    after.free_slots--;
    for (int id = 0; id < LIMIT; id++) {
        after.doing[id] = state->doing[id] == PARKED ? RUNS : state->doing[id];
    }
    TEST_EQUAL(get(&after, COOP_GROUPS_ACTIVE), get(state, COOP_GROUPS_ACTIVE) + 1); /* P7b */
    take(&after);
}

static void explore(int any, int all, coop_u32 kills_max)
{
    groups_states_begin();
    kills_any = any;
    may_kill_all = all;
    suspensions = suspensions_after_returns = gaps = 0;
    for (coop_u32 active = 1; active <= LIMIT; active++) {
        struct state first = {.word = coop_groups_launched(active) | (all ? COOP_GROUPS_MAY_SUSPEND : 0),
                              .free_slots = WORKERS - active};
        memset(first.doing, RUNS, active);
        take(&first);
    }
    for (size_t i = 0; i < groups_states_count() && test_failures() == 0; i++) {
        struct state state = groups_states_at(i);
        if (coop_groups_is_complete(state.word)) {
            continue;
        }
        for (coop_u32 target = 0; target <= LIMIT; target++) {
            retarget(&state, target);
        }
        for (coop_u32 id = 0; id < LIMIT; id++) {
            if (state.doing[id] == RUNS) {
                act(&state, id, kills_max);
            }
            if (state.doing[id] == COMPLETES) {
                complete(&state, kills_max);
            }
            if (state.doing[id] == RELEASES) {
                release(&state);
            }
            if (state.doing[id] == FORGETS) {
                forget(&state, id);
            }
        }
        if (state.word & COOP_GROUPS_SUSPENDED) {
            resume(&state);
        }
    }
    TEST_EQUAL(gaps > 0, any);
    TEST_EQUAL(suspensions > 0, all);
    TEST_EQUAL(suspensions_after_returns > 0, all);
    groups_states_end();
}

TEST(work_groups_end_in_any_order)
{
    explore(1, 0, UINT32_MAX);
}

TEST(the_last_one_is_suspended_and_resumed)
{
    explore(0, 1, UINT32_MAX);
}

TEST(one_kill_at_a_barrier_and_the_last_one)
{
    explore(0, 1, 1);
}

TEST(any_of_all)
{
    explore(1, 1, UINT32_MAX);
}

/* What the group-count word of a kernel without variants does is not changed by them. */
TEST(without_variants_nothing_is_suspended)
{
    explore(0, 0, UINT32_MAX);
}
