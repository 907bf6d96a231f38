/* The steps of shared/groups.h over every state that can be reached with few work-groups: invariants P1..P8.
 *
 * A state is the group-count word, what each work-group does, how many slots are free, and how many barriers
 * there have been, modulo 2. The kernel is uniform: a barrier is of the kind of the first arrival, an action;
 * RETARGET: nobody waits. Where a barrier changes M, its completion and the phase word are one step;
 * groups_interleaving.c takes that one apart. */
#include "groups_states.h"
#include "test.h"

#include "coop/shared/phase.h"

#include <string.h>

enum action { ARRIVE_PLAIN, ARRIVE_RESIZING, OFFER, REQUEST, RETURN, COMPLETE, RELEASE, FORGET, RETARGET };

struct edge {
    struct state before;
    struct state after;
    enum action action;
    struct coop_groups_step step;
    coop_u32 group_id;
    coop_u32 target; /* RETARGET */
};

typedef void (*checker)(const struct edge *edge);

static int checks_failed;

static int is_complete(const struct state *state)
{
    return get(state, COOP_GROUPS_RETURNED) == get(state, COOP_GROUPS_ACTIVE);
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
    if (edge->step.event != COOP_GROUPS_STUCK && edge->step.event != COOP_GROUPS_BARRIER_CLASHES) {
        groups_states_add(&edge->after); /* after a failure everybody drains */
    }
}

static void open_barrier(struct state *state)
{
    for (int i = 0; i < LIMIT; i++) {
        state->doing[i] = state->doing[i] == WAITS || state->doing[i] == COMPLETES ? RUNS : state->doing[i];
    }
    state->phase ^= 1;
    state->kind = RETARGET;
}

/* The arrival has filled the word. */
static void fill(struct edge *edge, coop_u32 kills_max)
{
    struct coop_groups_step step =
        coop_groups_complete_barrier(edge->step.word, edge->before.phase, kills_max);

    edge->after.doing[edge->group_id] = COMPLETES;
    if (coop_groups_keeps_active(step)) {
        edge->after.doing[edge->group_id] = RELEASES;
        edge->after.forgetting = coop_groups_forgetting(edge->step.word, edge->before.phase);
    }
}

/* What the step means for the work-groups and the slots. */
static void apply(struct edge *edge, coop_u32 kills_max)
{
    struct state *after = &edge->after;
    coop_u32 active = coop_groups_get(edge->step.word, COOP_GROUPS_ACTIVE);

    after->word = edge->step.word;
    if (edge->step.event == COOP_GROUPS_BARRIER) {
        open_barrier(after);
    } else if (edge->step.event == COOP_GROUPS_FULL) {
        fill(edge, kills_max);
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
        edge.step = coop_groups_arrive(state->word, state->phase, action == ARRIVE_RESIZING, group_id);
        edge.after.doing[group_id] = WAITS;
        edge.after.kind = (unsigned char)action;
        break;
    case OFFER:
        edge.step = coop_groups_offer_kill(state->word, state->phase, group_id, kills_max);
        break;
    case REQUEST:
        edge.step = coop_groups_request_fork(state->word);
        break;
    case COMPLETE:
        edge.step = coop_groups_complete_barrier(state->word, state->phase, kills_max);
        break;
    case RELEASE: /* the word is left alone */
        edge.step = coop_groups_unchanged(state->word);
        edge.step.event = COOP_GROUPS_DONE;
        open_barrier(&edge.after);
        edge.after.doing[group_id] = FORGETS;
        break;
    case FORGET:
        edge.step = coop_groups_unchanged(state->word + state->forgetting);
        edge.step.event = COOP_GROUPS_DONE;
        edge.after.forgetting = 0;
        edge.after.doing[group_id] = RUNS;
        break;
    default:
        edge.step = coop_groups_return(state->word, state->phase);
        edge.after.doing[group_id] = RETURNED;
        break;
    }
    apply(&edge, kills_max);
    check_and_add(&edge, check);
}

static void try_retarget(const struct state *state, coop_u32 target, checker check)
{
    struct edge edge = {.before = *state, .after = *state, .action = RETARGET, .target = target};
    coop_u32 granted = coop_groups_fork_granted(state->word);

    edge.step = coop_groups_unchanged(state->word);
    edge.step.word = coop_groups_retarget(state->word, target, state->free_slots);
    edge.after.word = edge.step.word;
    edge.after.free_slots += granted - coop_groups_fork_granted(edge.after.word);
    check_and_add(&edge, check);
}

/* Calls `check` for every step that can happen. */
static void explore(coop_u32 kills_max, checker check)
{
    groups_states_begin();
    checks_failed = 0;
    for (coop_u32 active = 1; active <= LIMIT; active++) {
        struct state first = {
            .word = coop_groups_launched(active), .free_slots = WORKERS - active, .kind = RETARGET};
        memset(first.doing, RUNS, active);
        groups_states_add(&first);
    }
    for (size_t i = 0; i < groups_states_count() && checks_failed < 20; i++) {
        struct state state = groups_states_at(i);
        if (is_complete(&state)) {
            continue;
        }
        for (coop_u32 target = 0; target <= LIMIT; target++) {
            try_retarget(&state, target, check);
        }
        for (coop_u32 id = 0; id < LIMIT; id++) {
            for (int action = ARRIVE_PLAIN; state.doing[id] == RUNS && action <= RETURN; action++) {
                if (action > ARRIVE_RESIZING || state.kind == RETARGET || state.kind == action) {
                    try_action(&state, id, (enum action)action, kills_max, check);
                }
            }
            if (state.doing[id] >= COMPLETES && state.doing[id] <= FORGETS) {
                try_action(&state, id, (enum action)(COMPLETE + (state.doing[id] - COMPLETES)), kills_max,
                           check);
            }
        }
    }
    groups_states_end();
}

static void explore_all(checker check)
{
    explore(UINT32_MAX, check);
    explore(1, check);
}

/* The word. */
static coop_u32 count_filling(const struct state *state)
{
    return count(state, COMPLETES) + count(state, RELEASES);
}

/* At a barrier. */
static coop_u32 count_waiting(const struct state *state)
{
    return count(state, WAITS) + count_filling(state);
}

/* All that have not ended. */
static coop_u32 count_held(const struct state *state)
{
    return count_waiting(state) + count(state, RUNS) + count(state, FORGETS);
}

static void check_p1(const struct edge *edge)
{
    TEST_AT_LEAST(get(&edge->after, COOP_GROUPS_ACTIVE), 1);
    TEST_AT_MOST(get(&edge->after, COOP_GROUPS_ACTIVE), LIMIT);
    TEST_EQUAL(LIMIT - count(&edge->after, ABSENT), get(&edge->after, COOP_GROUPS_ACTIVE));
}

TEST(p1_active_stays_between_one_and_the_limit)
{
    explore_all(check_p1);
}

static void check_p2(const struct edge *edge)
{
    coop_u64 word = edge->after.word;

    TEST_TRUE(coop_groups_kill_wanted(word) == 0 || coop_groups_fork_granted(word) == 0);
    TEST_TRUE(coop_groups_get(word, COOP_GROUPS_REQUEST) > 0 || !(word & COOP_GROUPS_REQUEST_IS_GRANT));
}

TEST(p2_kills_and_grants_exclude_each_other)
{
    explore_all(check_p2);
}

static void check_p3(const struct edge *edge)
{
    coop_u32 active = get(&edge->after, COOP_GROUPS_ACTIVE);
    coop_u32 waiting = count_waiting(&edge->before);
    coop_u32 arrived = coop_groups_arrived(edge->after.word, edge->after.phase);

    TEST_AT_MOST(arrived + get(&edge->after, COOP_GROUPS_RETURNED), active);
    TEST_TRUE(edge->step.event != COOP_GROUPS_BARRIER_CLASHES);
    TEST_EQUAL(arrived, count_waiting(&edge->after));
    TEST_EQUAL(count_filling(&edge->after), arrived == active && arrived > 0); /* a full word has one */
    if (edge->step.event == COOP_GROUPS_BARRIER || edge->action == RELEASE) {
        TEST_EQUAL(arrived, 0);
        TEST_EQUAL(waiting, get(&edge->before, COOP_GROUPS_ACTIVE) - (edge->action == OFFER ? 1u : 0u));
        TEST_TRUE(edge->action == COMPLETE || edge->action == OFFER || edge->action == RELEASE);
    }
    if (edge->action <= ARRIVE_RESIZING) {
        TEST_EQUAL(edge->step.event == COOP_GROUPS_FULL, waiting + 1 == active);
    }
}

TEST(p3_the_arrival_that_fills_the_word_completes_the_barrier)
{
    explore_all(check_p3);
}

/* The second half: what a full word can meet before its completer comes. */
static void check_p3_full(const struct edge *edge)
{
    if (count_filling(&edge->before) > 0) {
        TEST_TRUE(edge->action == COMPLETE || edge->action == RELEASE || edge->action == RETARGET);
        TEST_EQUAL(count_waiting(&edge->before), LIMIT - count(&edge->before, ABSENT));
        TEST_EQUAL(edge->action == COMPLETE, edge->step.event == COOP_GROUPS_BARRIER);
    }
}

TEST(p3_only_wishes_change_a_full_word_before_its_completer)
{
    explore_all(check_p3_full);
}

static void check_p4(const struct edge *edge)
{
    int completes = edge->action != RETARGET && edge->step.event == COOP_GROUPS_COMPLETE;

    TEST_EQUAL(completes, is_complete(&edge->after)); /* no step leaves a complete instance */
    if (completes) {
        TEST_EQUAL(count_held(&edge->after), 0);
    }
}

TEST(p4_one_step_completes_the_instance)
{
    explore_all(check_p4);
}

static void check_p5(const struct edge *edge)
{
    TEST_AT_MOST(coop_groups_kill_wanted(edge->after.word), get(&edge->after, COOP_GROUPS_ACTIVE) - 1);
    TEST_TRUE(edge->after.doing[0] != ABSENT);
    if (edge->action == OFFER && edge->step.killed > 0) {
        TEST_EQUAL(edge->group_id, get(&edge->before, COOP_GROUPS_ACTIVE) - 1);
        TEST_TRUE(edge->group_id > 0);
    }
}

TEST(p5_work_group_zero_is_never_asked_for)
{
    explore_all(check_p5);
}

static void check_p6(const struct edge *edge)
{
    coop_u32 held = count_held(&edge->after);

    /* Reserved slots stand between the free ones and the held ones; a grant is all that may use them. */
    TEST_EQUAL(edge->after.free_slots + coop_groups_fork_granted(edge->after.word) + held, WORKERS);
}

TEST(p6_a_grant_is_covered_by_slots)
{
    explore_all(check_p6);
}

static void check_p7_grant(const struct edge *edge)
{
    if (edge->action == RETARGET && get(&edge->before, COOP_GROUPS_RETURNED) > 0) {
        TEST_AT_MOST(coop_groups_fork_granted(edge->after.word), 0);
    }
}

TEST(p7_no_grant_is_made_after_a_return)
{
    explore_all(check_p7_grant);
}

static void check_p7_active(const struct edge *edge)
{
    if (get(&edge->before, COOP_GROUPS_RETURNED) > 0) {
        TEST_AT_MOST(get(&edge->after, COOP_GROUPS_ACTIVE), get(&edge->before, COOP_GROUPS_ACTIVE));
    }
}

TEST(p7_active_only_falls_after_a_return)
{
    explore_all(check_p7_active);
}

static void check_stuck(const struct edge *edge)
{
    int hopeless = count_waiting(&edge->after) > 0 && count(&edge->after, RETURNED) > 0 &&
                   count(&edge->after, RUNS) + count(&edge->after, FORGETS) == 0;

    if (edge->action != RETARGET && edge->step.event != COOP_GROUPS_NOTHING) {
        TEST_EQUAL(edge->step.event == COOP_GROUPS_STUCK, hopeless);
    }
}

TEST(a_barrier_that_cannot_complete_is_noticed_at_once)
{
    explore_all(check_stuck);
}

/* P8: of the barrier before is in the word what is still to be taken back. */
static void check_p11(const struct edge *edge)
{
    const struct state *after = &edge->after;
    coop_u64 without = coop_groups_forget(after->word, after->phase ^ 1u);

    TEST_EQUAL(count(after, FORGETS) + count(after, RELEASES), after->forgetting != 0);
    if (count(after, RELEASES) == 0) {
        TEST_EQUAL_U64(after->word + after->forgetting, without);
    } else {
        TEST_EQUAL_U64(after->word, without); /* not before its own is open */
        TEST_EQUAL_U64(after->word + after->forgetting, coop_groups_forget(after->word, after->phase));
    }
}

TEST(p8_only_the_last_barriers_arrivals_stay_for_a_while)
{
    explore_all(check_p11);
}

/* Work-groups of these kinds (a bit each: it is at a resizing barrier) arrive in this order; a bit each for
 * those that report it. */
static coop_u32 reporters(const unsigned char *order, coop_u32 groups, coop_u32 kinds, coop_u64 phase,
                          int *completes)
{
    struct coop_groups_step step = coop_groups_unchanged(coop_groups_launched(groups));
    coop_u32 reports = 0;

    for (coop_u32 i = 0; i < groups; i++) {
        step = coop_groups_arrive(step.word, phase, kinds >> order[i] & 1, order[i]);
        reports |= step.event == COOP_GROUPS_BARRIER_CLASHES ? 1u << order[i] : 0u;
    }
    *completes = step.event == COOP_GROUPS_FULL;
    if (*completes) {
        int resizes = (int)coop_groups_complete_barrier(step.word, phase, UINT32_MAX).resizes;
        coop_u64 phase_word = coop_phase_make(phase + 1, groups) | (resizes ? COOP_PHASE_RESIZING : 0);
        for (coop_u32 id = 0; id < groups; id++) {
            if (id == order[groups - 1]) {
                continue; /* who completes it does not look */
            }
            reports |= coop_phase_clashes(phase_word, phase, kinds >> id & 1) ? 1u << id : 0u;
        }
    }
    return reports;
}

static void check_reports(const unsigned char *order, coop_u32 groups)
{
    for (coop_u32 kinds = 0; kinds < 1u << groups; kinds++) {
        for (coop_u64 phase = 4; phase < 6; phase++) {
            coop_u32 others = (kinds & 1 ? ~kinds : kinds) & ((1u << groups) - 1); /* than work-group 0 */
            int completes = 0;
            coop_u32 reports = reporters(order, groups, kinds, phase, &completes);

            TEST_EQUAL(reports & ~others, 0);
            TEST_EQUAL(reports != 0, others != 0);
            TEST_TRUE(!completes || reports == others);
            TEST_TRUE(completes || (others >> order[groups - 1] & 1));
        }
    }
}

/* P9: in every order of arrival. */
TEST(p9_a_barrier_of_both_kinds_is_reported)
{
    for (coop_u32 groups = 1; groups <= 4; groups++) {
        coop_u32 orders = groups == 4 ? 24 : groups == 3 ? 6 : groups;
        for (coop_u32 number = 0; number < orders; number++) {
            unsigned char order[4] = {0, 1, 2, 3};
            for (coop_u32 i = 0, rest = number; i < groups; rest /= groups - i, i++) {
                coop_u32 k = i + rest % (groups - i);
                unsigned char id = order[i];
                order[i] = order[k];
                order[k] = id;
            }
            check_reports(order, groups);
        }
    }
}

static void check_counts(const struct edge *edge)
{
    coop_u32 before = get(&edge->before, COOP_GROUPS_ACTIVE);

    TEST_EQUAL(get(&edge->after, COOP_GROUPS_ACTIVE), before + edge->step.forked - edge->step.killed);
    if (edge->step.event == COOP_GROUPS_NOTHING && edge->action != RETARGET) {
        TEST_EQUAL_U64(edge->step.word, edge->before.word);
    }
    if (edge->action == COMPLETE) {
        TEST_EQUAL(edge->before.kind, ARRIVE_RESIZING);
        TEST_EQUAL(edge->step.resizes, 1);
    } else if (edge->action == OFFER && edge->step.event == COOP_GROUPS_BARRIER) {
        TEST_EQUAL(edge->step.resizes, edge->before.kind == ARRIVE_RESIZING);
        TEST_TRUE(edge->step.resizes || edge->step.killed == 1);
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
    coop_u32 wanted = coop_groups_kill_wanted(edge->before.word);

    if (edge->action == COMPLETE) {
        TEST_EQUAL(edge->step.killed, wanted);
        TEST_EQUAL(edge->step.forked, coop_groups_fork_granted(edge->before.word));
    }
}

TEST(the_query_variant_makes_all_the_kills_at_one_barrier)
{
    explore(UINT32_MAX, check_query_variant);
}
