/* The steps of shared/claim.h beside those of shared/groups.h, over every state that can be reached with few
 * work-groups: M1 to M4, S3a, S3b and P1 to P7b. A work-group claims whatever it saw before: between its look
 * and its addition anything may happen. */
#include "coop/shared/claim.h"
#include "groups_states.h"
#include "test.h"

#include <string.h>

static int may_kill_all;
static uint64_t others_returned; /* grants whose settlement completed the instance */
static uint64_t spurious;        /* claims refused although a kill was wanted */
static uint64_t held_back;       /* requests that had to stay */

static coop_u32 count_running(const struct state *state)
{
    return count(state, RUNS) + count(state, CLAIMED) + count(state, TAKES_BACK);
}

static void check_state(const struct state *state)
{
    coop_u32 claims = coop_groups_get(state->word, coop_claims_field(state->phase));
    coop_u32 wanted = coop_groups_kill_wanted(state->word);
    int is_suspended = (state->word & COOP_GROUPS_SUSPENDED) != 0;

    TEST_EQUAL(get(state, COOP_GROUPS_ACTIVE), count_running(state) + count(state, RETURNED)); /* P1 */
    TEST_EQUAL(get(state, COOP_GROUPS_RETURNED), count(state, RETURNED));
    TEST_EQUAL(claims, count(state, CLAIMED) + count(state, TAKES_BACK)); /* P8 */
    TEST_EQUAL(coop_groups_arrived(state->word, state->phase), 0);
    TEST_AT_MOST(count(state, CLAIMED), claims < wanted ? claims : wanted); /* M2 */
    TEST_AT_MOST(count(state, CLAIMED), coop_claims_held(state->word));
    TEST_TRUE(wanted == 0 || coop_groups_fork_granted(state->word) == 0); /* P2 */
    TEST_AT_MOST(wanted + !may_kill_all, get(state, COOP_GROUPS_ACTIVE)); /* P5, P5b */
    TEST_EQUAL(is_suspended, count(state, PARKED) == 1);                  /* P1b */
    TEST_TRUE(!is_suspended || count_running(state) == 0);                /* M4 */
    TEST_EQUAL(coop_groups_is_complete(state->word), count_running(state) == 0 && !is_suspended); /* P4b */
    TEST_EQUAL(state->free_slots + coop_groups_fork_granted(state->word) + count_running(state), WORKERS);
    TEST_TRUE((state->word & COOP_GROUPS_CLAIMS) != 0);
}

static void take(const struct state *after)
{
    check_state(after);
    groups_states_add(after);
}

static void claim(const struct state *state, coop_u32 id)
{
    struct state after = *state;
    int is_granted = coop_claims_grant(state->word, state->phase);

    after.word += coop_claims_one(state->phase);
    after.doing[id] = is_granted ? CLAIMED : TAKES_BACK;
    if (is_granted) { /* S3a: another one runs that is not killed */
        TEST_TRUE(count(&after, RUNS) + count(&after, TAKES_BACK) >= 1);
    } else {
        spurious += coop_groups_kill_wanted(state->word) > count(state, CLAIMED) && count(state, RUNS) > 1;
    }
    take(&after);
}

static void settle(const struct state *state, coop_u32 id)
{
    struct coop_groups_step step = coop_claims_settle(state->word, state->phase);
    struct state after = *state;

    TEST_EQUAL(step.killed, 1);
    TEST_EQUAL(step.event == COOP_GROUPS_COMPLETE, count_running(state) == 1); /* M3, P4 */
    TEST_TRUE(step.event == COOP_GROUPS_COMPLETE || step.event == COOP_GROUPS_DONE);
    others_returned += step.event == COOP_GROUPS_COMPLETE;
    after.word = step.word;
    after.doing[id] = ABSENT;
    after.free_slots++;
    take(&after);
}

static void take_back(const struct state *state, coop_u32 id)
{
    struct state after = *state;

    after.word -= coop_claims_one(state->phase);
    after.doing[id] = RUNS;
    take(&after);
}

/* The last one that runs: the step of groups.h. */
static void offer(const struct state *state, coop_u32 id)
{
    struct coop_groups_step step =
        coop_groups_offer_kill(state->word, state->phase, COOP_GROUPS_ANY_GROUP, UINT32_MAX);
    struct state after = *state;

    TEST_EQUAL(step.event == COOP_GROUPS_SUSPENDS, may_kill_all && coop_groups_kill_wanted(state->word) > 0);
    TEST_EQUAL(step.event == COOP_GROUPS_NOTHING, step.event != COOP_GROUPS_SUSPENDS); /* S3a */
    if (step.event == COOP_GROUPS_SUSPENDS) {
        after.word = step.word;
        after.doing[id] = PARKED;
        after.free_slots++;
        take(&after);
    }
}

static void act(const struct state *state, coop_u32 id)
{
    struct state after = *state;
    struct coop_groups_step step = coop_groups_return(state->word, state->phase);

    after.word = step.word;
    after.doing[id] = RETURNED;
    after.free_slots++;
    TEST_EQUAL(step.event == COOP_GROUPS_COMPLETE, count_running(state) == 1); /* P4 */
    take(&after);

    step = coop_groups_request_fork(state->word);
    TEST_TRUE(step.forked == 0 || count(state, RETURNED) == 0); /* P7 */
    after = *state;
    after.word = step.word;
    for (coop_u32 i = 0, left = step.forked; i < LIMIT && left > 0; i++) {
        left -= after.doing[i] == ABSENT;
        after.doing[i] = after.doing[i] == ABSENT ? RUNS : after.doing[i];
    }
    take(&after);
}

static void retarget(const struct state *state, coop_u32 target)
{
    struct state after = *state;
    coop_u32 least = target > 0 || may_kill_all ? target : 1;
    coop_u32 active = get(state, COOP_GROUPS_ACTIVE);
    coop_u32 wanted = least < active ? active - least : 0;
    int stands;

    after.word = coop_claims_retarget(state->word, target, state->free_slots);
    after.free_slots += coop_groups_fork_granted(state->word) - coop_groups_fork_granted(after.word);
    stands = coop_claims_stand(after.word, target);
    if (!(state->word & COOP_GROUPS_SUSPENDED)) {
        TEST_TRUE(coop_groups_kill_wanted(after.word) == wanted ||
                  (stands && count(state, CLAIMED) + count(state, TAKES_BACK) > 0));
        TEST_TRUE(coop_groups_kill_wanted(after.word) >= wanted);
    }
    held_back += stands != 0;
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
    take(&after);
}

static void explore_from(const struct state *state)
{
    for (coop_u32 target = 0; target <= LIMIT; target++) {
        retarget(state, target);
    }
    for (coop_u32 id = 0; id < LIMIT; id++) {
        switch (state->doing[id]) {
        case RUNS:
            act(state, id);
            if (coop_claims_running(state->word) == 1) {
                offer(state, id);
            }
            claim(state, id);
            break;
        case CLAIMED:
            settle(state, id);
            break;
        case TAKES_BACK:
            take_back(state, id);
            break;
        default:
            break;
        }
    }
    if (state->word & COOP_GROUPS_SUSPENDED) {
        resume(state);
    }
}

static void explore(int all, unsigned char phase)
{
    groups_states_begin();
    may_kill_all = all;
    others_returned = spurious = held_back = 0;
    for (coop_u32 active = 1; active <= LIMIT; active++) {
        struct state first = {.word = coop_groups_launched(active) | COOP_GROUPS_CLAIMS |
                                      (all ? COOP_GROUPS_MAY_SUSPEND : 0),
                              .free_slots = WORKERS - active,
                              .phase = phase};
        memset(first.doing, RUNS, active);
        take(&first);
    }
    for (size_t i = 0; i < groups_states_count() && test_failures() == 0; i++) {
        struct state state = groups_states_at(i);
        if (!coop_groups_is_complete(state.word)) {
            explore_from(&state);
        }
    }
    TEST_TRUE(others_returned > 0);
    TEST_TRUE(spurious > 0);
    TEST_TRUE(held_back > 0);
    groups_states_end();
}

TEST(kills_are_claimed_after_an_even_number_of_barriers)
{
    explore(0, 0);
}

TEST(kills_are_claimed_after_an_odd_number_of_barriers)
{
    explore(0, 1);
}

TEST(the_last_one_claims_nothing_and_is_suspended)
{
    explore(1, 0);
}

/* A look that is not an addition: what cl/work.cl and cl/resize.cl go by before they give anything up. */
TEST(an_offer_looks_for_a_kill_that_nobody_has_claimed)
{
    coop_u64 word = coop_groups_with_kill_wanted(coop_groups_launched(3), 1);

    TEST_TRUE(coop_claims_may_kill(word | COOP_GROUPS_CLAIMS, 4, COOP_GROUPS_ANY_GROUP));
    TEST_TRUE(
        !coop_claims_may_kill((word | COOP_GROUPS_CLAIMS) + coop_claims_one(4), 4, COOP_GROUPS_ANY_GROUP));
    /* without claims the same bits are arrivals at another barrier */
    TEST_TRUE(coop_claims_may_kill(word + coop_claims_one(4), 4, COOP_GROUPS_ANY_GROUP));
    TEST_TRUE(!coop_claims_may_kill(word, 4, 1));
    TEST_TRUE(coop_claims_may_kill(word, 4, 2));
}
