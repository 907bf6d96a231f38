/* Draws of logical work-groups in the structured form, where a work-group draws the next ones while it is at
 * those that it has (cl/draw.cl, cl/worker.cl). */
#define COOP_STRUCTURED 1
#include "leader.h"

enum { GROUPS = 3, TOTAL_MOST = 5000 };

static struct coop_instance *begin(ulong total, ulong in_a_row, uint rank, struct coop_group *group)
{
    struct coop_instance *instance = &control->instances[0];

    instance->launch.logical_groups_total = total;
    memset(group, 0, sizeof *group);
    group->instance = instance;
    group->control = control;
    group->doing = &device.slots[1].doing;
    for (uint i = 0; i < 3; i++) {
        group->groups[i] = i == 0 ? in_a_row : i == 1 ? total / in_a_row : 1;
        group->local_items[i] = 1;
        group->global_items[i] = group->groups[i];
    }
    coop_draw_begin(group, GROUPS, rank);
    SET(&instance->next_logical_group, GROUPS);
    return instance;
}

static uint seen[TOTAL_MOST];

/* Of GROUPS work-groups that take turns as `seed` says. */
static void draw_all(uint total, uint seed)
{
    struct coop_group groups[GROUPS];
    uint is_at_end[GROUPS] = {0};

    memset(seen, 0, sizeof seen);
    for (uint i = 0; i < GROUPS; i++) {
        begin(total, total, i, &groups[i]);
    }
    while (!is_at_end[0] || !is_at_end[1] || !is_at_end[2]) {
        struct coop_group *group = &groups[(seed = seed * 1103515245u + 12345u) / 65536u % GROUPS];

        if (is_at_end[group - groups]) {
            continue;
        }
        if (!coop_draw(group)) {
            is_at_end[group - groups] = 1;
            continue;
        }
        TEST_TRUE(group->drawn_end <= total);
        for (ulong at = group->drawn; at < group->drawn_end; at++) {
            seen[at]++;
        }
        group->ahead = coop_draw_ahead(group);
    }
    for (uint i = 0; i < total; i++) {
        TEST_EQUAL(seen[i], 1);
    }
}

TEST(i2_each_number_is_drawn_once_however_many_there_are)
{
    static const uint totals[] = {1, 2, 23, 24, 25, 47, 48, 49, 500, TOTAL_MOST};

    make_device(SLOTS, 0);
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        for (uint seed = 1; seed <= 20; seed++) {
            draw_all(totals[i], seed);
        }
    }
}

TEST(the_first_of_a_work_group_is_its_rank_and_needs_no_counter)
{
    struct coop_group group;
    struct coop_instance *instance;

    make_device(SLOTS, 0);
    instance = begin(GROUPS + 1, GROUPS + 1, 2, &group);
    TEST_TRUE(coop_draw(&group));
    TEST_EQUAL_U64(group.drawn, 2);
    TEST_EQUAL_U64(GET(&instance->next_logical_group), GROUPS);
    TEST_TRUE(coop_draw(&group));
    TEST_EQUAL_U64(group.drawn, GROUPS);
    instance = begin(2, 2, 2, &group);
    TEST_TRUE(!coop_draw(&group));
}

TEST(with_few_left_that_take_long_nobody_draws_ahead_of_the_others)
{
    struct coop_group group;
    struct coop_instance *instance;

    make_device(SLOTS, 0);
    instance = begin(GROUPS, GROUPS, 1, &group);
    TEST_TRUE(coop_draw(&group));
    coop_draw_ahead(&group);
    TEST_EQUAL(group.ahead_count, 0);
    TEST_EQUAL_U64(GET(&instance->next_logical_group), GROUPS);
    group.draw_most = 2; /* those before were quick */
    coop_draw_ahead(&group);
    TEST_EQUAL(group.ahead_count, 1);
}

/* A launch of 2,400 in rows of 10, whose draws take next to no time, at its first logical work-group. */
static void begin_step(struct coop_group *group)
{
    make_device(SLOTS, 0);
    begin(2400, 10, 0, group);
    SET(&group->instance->next_logical_group, 1);
    group->has_work = 1;
    group->items = 4;
    TEST_TRUE(coop_instance_next_logical_group(group));
    group->active_items = 4;
    TEST_EQUAL_U64(group->group_at[0], 0);
    TEST_EQUAL_U64(group->drawn, 1);
}

TEST(a_step_goes_on_with_further_draws_and_the_leader_counts_what_has_run)
{
    struct coop_group group;
    ulong ahead;
    uint ran = 1; /* the step's last one is counted behind it */

    begin_step(&group);
    ahead = coop_draw_begin_step(&group);
    for (uint draws = 1; draws < 5; draws++) {
        struct coop_drawn *next = &group.next_drawn[draws % 2];

        coop_draw_on(&group, ahead, next);
        TEST_EQUAL(next->count, draws == 1 ? 1 : 1u << (draws - 1));
        TEST_EQUAL_U64(next->group_at[1] * 10 + next->group_at[0], ran);
        TEST_EQUAL(group.logical_groups_done, ran);
        TEST_EQUAL_U64(group.drawn, ran + 1);
        ahead = coop_draw_ahead(&group);
        ran += next->count;
    }
}

TEST(a_step_that_stops_within_its_draw_goes_on_behind_it)
{
    struct coop_group group;
    ulong ahead;

    begin_step(&group);
    group.draw_most = 64;
    group.drawn_end = 64;
    SET(&control->instances[0].next_logical_group, 64);
    ahead = coop_draw_begin_step(&group);
    coop_draw_stop(&group, ahead, 64 - 9); /* numbers 0 to 8 have run; the next one has another size */
    group.next = COOP_NEXT(COOP_OP_RETURN, 0);
    TEST_TRUE(coop_worker_advances(&group));
    coop_worker_advance(&group);
    TEST_EQUAL_U64(group.group_at[0], 9);
    TEST_EQUAL_U64(group.group_at[1], 0);
    TEST_EQUAL(group.logical_groups_done, 9);
    TEST_EQUAL_U64(group.drawn, 10);
    TEST_EQUAL_U64(group.drawn_end, 64);
    TEST_EQUAL_U64(group.ahead, 64);
    TEST_TRUE(group.ahead_count > 0);
}

TEST(a_step_that_stops_before_the_first_of_a_draw_goes_on_with_it)
{
    struct coop_group group;

    begin_step(&group);
    coop_draw_on(&group, coop_draw_begin_step(&group), &group.next_drawn[0]);
    TEST_EQUAL(group.next_drawn[0].count, 1);
    coop_draw_stop(&group, 0, 1);
    group.next = COOP_NEXT(COOP_OP_RETURN, 0);
    coop_worker_advance(&group);
    TEST_EQUAL_U64(group.group_at[0], 1);
    TEST_EQUAL(group.logical_groups_done, 1);
    TEST_EQUAL_U64(group.drawn, 2);
    TEST_EQUAL_U64(group.drawn_end, 2);
}

/* In both cases the step ends behind its draw, at a place where the leader looks whether it must drain. */
static void ends_and_looks(struct coop_group *group, ulong ahead)
{
    struct coop_drawn *next = &group->next_drawn[0];

    coop_draw_on(group, ahead, next);
    TEST_EQUAL(next->count, 0);
    TEST_EQUAL(group->steps % COOP_WORKER_LOOK, 0);
    group->next = COOP_NEXT(COOP_OP_RETURN, 0);
    TEST_TRUE(coop_worker_advances(group));
    coop_worker_advance(group);
    TEST_EQUAL_U64(group->group_at[0], 1);
    TEST_EQUAL(group->logical_groups_done, 1);
}

TEST(a_step_that_takes_long_ends_behind_a_draw)
{
    struct coop_group group;
    ulong ahead;

    begin_step(&group);
    ahead = coop_draw_begin_step(&group);
    group.step_ns = 0ul - 2 * COOP_DRAW_STEP_NS;
    ends_and_looks(&group, ahead);
}

TEST(a_step_without_some_of_the_work_items_ends_behind_its_draw)
{
    struct coop_group group;
    ulong ahead;

    begin_step(&group);
    group.active_items = 3;
    ahead = coop_draw_begin_step(&group);
    ends_and_looks(&group, ahead);
}

TEST(a_step_ends_when_none_is_left_and_does_not_draw_again)
{
    struct coop_group group;
    struct coop_drawn *next = &group.next_drawn[0];
    struct coop_instance *instance;

    begin_step(&group);
    instance = group.instance;
    SET(&instance->next_logical_group, 2400);
    coop_draw_on(&group, coop_draw_begin_step(&group), next);
    TEST_EQUAL(next->count, 0);
    TEST_EQUAL_U64(GET(&instance->next_logical_group), 2401);
    TEST_TRUE(!coop_instance_next_logical_group(&group));
    TEST_EQUAL_U64(GET(&instance->next_logical_group), 2401);
    TEST_EQUAL(group.logical_groups_done, 0);
}

static void begin_elastic(struct coop_group *group)
{
    begin(TOTAL_MOST, TOTAL_MOST, 0, group);
    group->flags = COOP_INSTANCE_SHRINKS;
    SET(&group->instance->counts, coop_groups_launched(GROUPS));
    SET(&group->instance->next_logical_group, 0);
    coop_draw_begin(group, GROUPS, 0);
}

/* Draws, and takes `ns` for each of those that it has drawn; how many they were. */
static uint draw_and_run(struct coop_group *group, ulong ns)
{
    uint count;

    TEST_TRUE(coop_draw(group));
    count = (uint)(group->drawn_end - group->drawn);
    group->drawn = group->drawn_end;
    leader_now_ns += count * ns;
    return count;
}

TEST(i3_an_elastic_work_group_draws_what_fits_into_its_time)
{
    static const uint counts[] = {1, 2, 4, 8, 16, 20, 20};
    struct coop_group group;

    begin_elastic(&group);
    for (uint i = 0; i < sizeof counts / sizeof *counts; i++) {
        TEST_EQUAL(draw_and_run(&group, 1000), counts[i]);
    }
    TEST_EQUAL(draw_and_run(&group, 10000), 20); /* these take longer than it has known */
    TEST_EQUAL(draw_and_run(&group, 50000), 2);
    TEST_EQUAL(draw_and_run(&group, 100), 1);
    TEST_EQUAL(draw_and_run(&group, 100), 2);
}

TEST(i3_nothing_is_drawn_ahead_while_something_is_asked_for)
{
    struct coop_group group;

    begin_elastic(&group);
    TEST_TRUE(coop_draw(&group));
    TEST_TRUE(!coop_resize_is_due(&group));
    SET(&group.instance->counts, coop_groups_with_kill_wanted(coop_groups_launched(GROUPS), 1));
    coop_draw_ahead(&group);
    TEST_EQUAL(group.ahead_count, 0);
    TEST_TRUE(!coop_resize_is_due(&group)); /* it has something to run */
    group.drawn = group.drawn_end;
    TEST_TRUE(coop_resize_is_due(&group));
    SET(&group.instance->counts, coop_groups_with_fork_granted(coop_groups_launched(GROUPS), 1));
    TEST_TRUE(coop_resize_is_due(&group));
    SET(&group.instance->counts, coop_groups_launched(GROUPS));
    TEST_TRUE(!coop_resize_is_due(&group));
    group.ahead = coop_draw_ahead(&group);
    TEST_EQUAL(group.ahead_count, 1);
    SET(&group.instance->counts, coop_groups_with_kill_wanted(coop_groups_launched(GROUPS), 1));
    TEST_TRUE(!coop_resize_is_due(&group)); /* what was drawn ahead is to be run, too */
    group.flags |= COOP_INSTANCE_COOPERATIVE;
    group.ahead_count = 0;
    TEST_TRUE(!coop_resize_is_due(&group));
}

TEST(i3_a_step_ends_while_something_is_asked_for)
{
    struct coop_group group;
    ulong ahead;

    begin_elastic(&group);
    TEST_TRUE(coop_draw(&group));
    group.drawn = group.drawn_end;
    SET(&group.instance->counts, coop_groups_with_kill_wanted(coop_groups_launched(GROUPS), 1));
    ahead = coop_draw_begin_step(&group);
    coop_draw_on(&group, ahead, &group.next_drawn[0]);
    TEST_EQUAL(group.next_drawn[0].count, 0);
    TEST_EQUAL_U64(GET(&group.instance->next_logical_group), 1);
    TEST_TRUE(coop_resize_is_due(&group));
    SET(&group.instance->counts, coop_groups_launched(GROUPS));
    coop_draw_on(&group, ahead, &group.next_drawn[0]);
    TEST_EQUAL(group.next_drawn[0].count, 2);
}

TEST(i4_who_was_asked_in_vain_goes_on)
{
    struct coop_group group;

    begin_elastic(&group);
    group.items = 2;
    group.has_work = 1;
    TEST_TRUE(coop_instance_next_logical_group(&group));
    SET(&group.instance->counts, coop_groups_with_kill_wanted(coop_groups_launched(GROUPS), 1));
    coop_worker_return(&group); /* it might end, and puts that off (W2) */
    TEST_EQUAL(group.pending, COOP_OP_RETURN);
    TEST_EQUAL(group.has_work, 0);
    TEST_EQUAL(group.logical_groups_done, 1);
    SET(&group.instance->counts, coop_groups_launched(GROUPS)); /* another one has gone */
    group.has_work = 1;
    coop_worker_return(&group);
    TEST_EQUAL(group.has_work, 1);
    TEST_EQUAL(group.drawn, 2); /* it is at the next one */
    TEST_EQUAL(GET(&group.instance->counts), coop_groups_launched(GROUPS));
}
