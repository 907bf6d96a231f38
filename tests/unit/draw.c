/* Draws of logical work-groups in the structured form, where a work-group draws the next ones while it is at
 * those that it has (cl/draw.cl, cl/worker.cl). */
#define COOP_STRUCTURED 1
#include "leader.h"

enum { GROUPS = 3, TOTAL_MOST = 5000 };

static struct coop_instance *begin(ulong total, ulong in_a_row, struct coop_group *group)
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
    coop_draw_begin(group, GROUPS);
    return instance;
}

/* The step, without the kernel: draws ahead, and says how many it ran behind the first. */
static void step(struct coop_group *group)
{
    uint more = (uint)(group->drawn_end - group->drawn);
    ulong ahead = coop_draw_ahead(group);

    group->ahead = ahead;
    group->next = COOP_NEXT(COOP_OP_RETURN, more);
}

static uint seen[TOTAL_MOST];

/* Of GROUPS work-groups that take turns as `seed` says. */
static void draw_all(uint total, uint seed)
{
    struct coop_group groups[GROUPS];
    uint is_at_end[GROUPS] = {0};

    memset(seen, 0, sizeof seen);
    SET(&control->instances[0].next_logical_group, 0);
    for (uint i = 0; i < GROUPS; i++) {
        begin(total, total, &groups[i]);
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

TEST(d1_each_number_is_drawn_once_however_many_there_are)
{
    static const uint totals[] = {1, 2, 23, 24, 25, 47, 48, 49, 500, TOTAL_MOST};

    make_device(SLOTS, 0);
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        for (uint seed = 1; seed <= 20; seed++) {
            draw_all(totals[i], seed);
        }
    }
}

TEST(with_few_left_nobody_draws_ahead_of_the_others)
{
    struct coop_group group;
    struct coop_instance *instance;

    make_device(SLOTS, 0);
    instance = begin(GROUPS, GROUPS, &group);
    TEST_TRUE(coop_draw(&group));
    step(&group);
    TEST_EQUAL(group.ahead_count, 0);
    TEST_EQUAL_U64(GET(&instance->next_logical_group), 1);
}

TEST(the_leader_counts_what_a_step_has_run_and_takes_up_what_was_drawn_ahead)
{
    struct coop_group group;

    make_device(SLOTS, 0);
    SET(&control->instances[0].next_logical_group, 0);
    begin(2400, 10, &group); /* of which a draw takes 64 */
    group.has_work = 1;
    TEST_TRUE(coop_instance_next_logical_group(&group));
    TEST_EQUAL_U64(group.group_at[0], 0);
    for (uint draws = 1; draws < 4; draws++) {
        step(&group);
        coop_worker_count_logical_groups(&group);
        TEST_EQUAL(group.logical_groups_done, 63 + (draws - 1) * 64);
        TEST_TRUE(coop_worker_advances(&group) || group.steps % COOP_WORKER_LOOK == 0);
        coop_worker_advance(&group);
        TEST_EQUAL_U64(group.group_at[1] * 10 + group.group_at[0], draws * 64);
        TEST_EQUAL(group.state, 0);
    }
}

TEST(a_step_that_stops_within_its_draw_goes_on_behind_it)
{
    struct coop_group group;

    make_device(SLOTS, 0);
    SET(&control->instances[0].next_logical_group, 0);
    begin(2400, 10, &group);
    group.has_work = 1;
    TEST_TRUE(coop_instance_next_logical_group(&group));
    step(&group);
    group.next = COOP_NEXT(COOP_OP_RETURN, 8); /* numbers 0 to 8; the next one has another size */
    coop_worker_count_logical_groups(&group);
    coop_worker_advance(&group);
    TEST_EQUAL_U64(group.group_at[0], 9);
    TEST_EQUAL_U64(group.group_at[1], 0);
    TEST_EQUAL(group.logical_groups_done, 9);
    TEST_EQUAL_U64(group.drawn, 10);
    TEST_EQUAL_U64(group.drawn_end, 64);
}

TEST(a_look_whether_to_drain_is_due_however_many_a_step_has_run)
{
    struct coop_group group;
    uint looks = 0;

    make_device(SLOTS, 0);
    for (uint more = 15; more < 18; more++) {
        begin(2400, 10, &group);
        group.has_work = 1;
        for (uint i = 0; i < 8; i++) {
            group.next = COOP_NEXT(COOP_OP_RETURN, more);
            group.drawn = 1;
            coop_worker_count_logical_groups(&group);
            looks += group.steps % COOP_WORKER_LOOK == 0;
            group.steps++;
        }
    }
    TEST_EQUAL(looks, 24);
}
