/* What the scheduler's leader makes of launches that repeat: V5 to V8, one step at a time. */
#include "leader.h"

#define MS 1000000ul
#define PERIOD (10 * MS)

static struct coop_instance *post_repeating(uint index, uint sequence)
{
    struct coop_instance *instance = post(index, sequence, COOP_INSTANCE_REPEATS, 1);

    instance->launch.period_ns = PERIOD;
    return instance;
}

static void begin(void)
{
    make_device(8, EVENTS);
    lead_scheduler();
    SET(&control->free.words[0], 0xfeul);
}

/* The one work-group of the job that runs returns, and gives its slot back. */
static void complete(uint index)
{
    struct coop_instance *instance = &control->instances[index];

    SET(&instance->stats.last_return_ns, leader_now_ns);
    SET(&instance->next_logical_group, 7);
    SET(&instance->counts, coop_groups_with(coop_groups_launched(1), COOP_GROUPS_RETURNED, 1));
    SET(&control->free.words[0], 0xfeul);
}

static ulong figure(coop_word64 *word)
{
    return GET(word);
}

TEST(v5_jobs_start_one_period_apart)
{
    struct coop_instance *instance;
    ulong first_ns;

    begin();
    instance = post_repeating(3, 1);
    ring_the_scheduler();
    first_ns = instance->stats.seen_ns;
    for (uint job = 1; job <= 5; job++) {
        TEST_EQUAL(state_of(3), COOP_INSTANCE_RUNNING);
        TEST_EQUAL_U64(GET(&instance->next_logical_group), 1);
        TEST_EQUAL_U64(figure(&instance->repeat.launched), job);
        leader_now_ns += 2 * MS;
        complete(3);
        ring_the_scheduler();
        TEST_EQUAL(state_of(3), COOP_INSTANCE_RESTING);
        TEST_EQUAL_U64(table.due_ns[3], first_ns + job * PERIOD);
        leader_now_ns = first_ns + job * PERIOD - 1;
        ring_the_scheduler();
        TEST_EQUAL(state_of(3), COOP_INSTANCE_RESTING);
        leader_now_ns = first_ns + job * PERIOD + job * MS; /* late: the next one is not */
        ring_the_scheduler();
        TEST_EQUAL_U64(instance->stats.started_ns, first_ns + job * PERIOD + job * MS);
    }
    TEST_EQUAL_U64(figure(&instance->repeat.missed), 0);
    TEST_EQUAL_U64(figure(&instance->repeat.late_ns), 4 * MS);
    TEST_EQUAL(GET(&instance->repeat_of), 1);
}

/* Jobs that the host has launched were a series before, with a schedule of its own. */
TEST(v5_jobs_are_due_by_the_time_at_which_the_first_is_seen)
{
    struct coop_instance *instance;
    ulong seen_ns;

    begin();
    post(0, 1, 0, 1)->launch.period_ns = PERIOD;
    ring_the_scheduler();
    complete(0);
    ring_the_scheduler();
    leader_now_ns += PERIOD + 3 * MS;
    instance = post_repeating(1, 2);
    ring_the_scheduler();
    seen_ns = instance->stats.seen_ns;
    complete(1);
    ring_the_scheduler();
    TEST_EQUAL_U64(table.due_ns[1], seen_ns + PERIOD);
    TEST_EQUAL_U64(figure(&instance->repeat.late_ns), 0);
    for (uint job = 1; job <= 3; job++) {
        leader_now_ns = seen_ns + job * PERIOD;
        ring_the_scheduler();
        TEST_EQUAL(state_of(1), COOP_INSTANCE_RUNNING);
        TEST_EQUAL_U64(table.due_ns[1], seen_ns + job * PERIOD);
        leader_now_ns += MS;
        complete(1);
        ring_the_scheduler();
        TEST_EQUAL_U64(table.due_ns[1], seen_ns + (job + 1) * PERIOD);
        TEST_EQUAL_U64(figure(&instance->repeat.late_ns), 0);
        TEST_EQUAL_U64(figure(&instance->repeat.missed), 0);
    }
}

TEST(v6_due_times_in_a_job_are_missed)
{
    struct coop_instance *instance;

    begin();
    instance = post_repeating(0, 1);
    instance->launch.deadline_ns = 15 * MS;
    ring_the_scheduler();
    leader_now_ns += 34 * MS;
    complete(0);
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_RESTING);
    TEST_EQUAL_U64(figure(&instance->repeat.missed), 3);
    TEST_EQUAL_U64(figure(&instance->repeat.overdue), 1);
    leader_now_ns += 6 * MS; /* the fifth due time */
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_RUNNING);
    leader_now_ns += 1 * MS;
    complete(0);
    ring_the_scheduler();
    TEST_EQUAL_U64(figure(&instance->repeat.missed), 3);
    TEST_EQUAL_U64(figure(&instance->repeat.overdue), 1);
}

/* A job that ends at its deadline has kept it, and at the next due time has missed that. */
TEST(v6_a_job_that_ends_at_its_deadline_is_in_time)
{
    struct coop_instance *instance;

    begin();
    instance = post_repeating(0, 1);
    instance->launch.deadline_ns = PERIOD;
    ring_the_scheduler();
    leader_now_ns = instance->stats.seen_ns + PERIOD;
    complete(0);
    ring_the_scheduler();
    TEST_EQUAL_U64(figure(&instance->repeat.overdue), 0);
    TEST_EQUAL_U64(figure(&instance->repeat.missed), 1);
    leader_now_ns += PERIOD;
    ring_the_scheduler();
    leader_now_ns = instance->stats.seen_ns + PERIOD + 1;
    complete(0);
    ring_the_scheduler();
    TEST_EQUAL_U64(figure(&instance->repeat.overdue), 1);
    TEST_EQUAL_U64(figure(&instance->repeat.missed), 2);
}

/* Not from when it starts. */
TEST(a_deadline_is_counted_from_the_due_time)
{
    struct coop_instance *instance;

    begin();
    instance = post_repeating(0, 1);
    instance->launch.deadline_ns = 5 * MS;
    ring_the_scheduler();
    complete(0);
    ring_the_scheduler();
    leader_now_ns = instance->stats.seen_ns + PERIOD + 4 * MS;
    ring_the_scheduler();
    leader_now_ns += 2 * MS;
    complete(0);
    ring_the_scheduler();
    TEST_EQUAL_U64(figure(&instance->repeat.overdue), 1);
}

/* The most is of all jobs, and the other one of the last. */
TEST(figures_of_late_jobs_are_the_last_and_the_most)
{
    static const ulong late_ns[] = {3 * MS, 5 * MS, 2 * MS, 0};
    struct coop_instance *instance;
    ulong first_ns;

    begin();
    instance = post_repeating(0, 1);
    ring_the_scheduler();
    first_ns = instance->stats.seen_ns;
    complete(0);
    ring_the_scheduler();
    for (uint job = 1; job <= 4; job++) {
        leader_now_ns = first_ns + job * PERIOD + late_ns[job - 1];
        ring_the_scheduler();
        complete(0);
        ring_the_scheduler();
        TEST_EQUAL_U64(figure(&instance->repeat.late_ns), late_ns[job - 1]);
        TEST_EQUAL_U64(figure(&instance->repeat.most_late_ns), job == 1 ? 3 * MS : 5 * MS);
    }
    TEST_EQUAL_U64(figure(&instance->repeat.launched), 5);
    TEST_EQUAL_U64(figure(&instance->repeat.missed), 0);
    TEST_EQUAL_U64(figure(&instance->repeat.overdue), 0);
}

/* Each job wants what the launch does, and starts with the least that it takes. */
static void expect_groups_of_three_jobs(uint sequence)
{
    struct coop_instance *instance = post_repeating(0, sequence);

    instance->launch.groups_wanted = 4;
    instance->launch.groups_least = 2;
    for (uint job = 1; job <= 3; job++) {
        SET(&control->free.words[0], job == 1 ? 0xful << 1 : 3ul << 1);
        ring_the_scheduler();
        TEST_EQUAL(state_of(0), COOP_INSTANCE_RUNNING);
        TEST_EQUAL(instance->stats.groups_wanted, 4);
        TEST_EQUAL(instance->stats.groups_at_start, job == 1 ? 4 : 2);
        SET(&instance->stats.last_return_ns, leader_now_ns);
        SET(&instance->counts,
            coop_groups_with(coop_groups_launched(job == 1 ? 4 : 2), COOP_GROUPS_RETURNED, job == 1 ? 4 : 2));
        ring_the_scheduler();
        TEST_EQUAL(state_of(0), COOP_INSTANCE_RESTING);
        TEST_EQUAL(table.series_of[0], COOP_SERIES_MAX); /* whose job it is not */
        leader_now_ns += PERIOD;
    }
}

TEST(every_job_takes_as_many_work_groups_as_the_first)
{
    begin();
    expect_groups_of_three_jobs(1);
}

/* Then nobody but the launch says how many it wants. */
TEST(every_job_takes_as_many_work_groups_as_the_first_where_series_have_no_place)
{
    begin();
    for (uint i = 1; i <= COOP_SERIES_MAX; i++) {
        struct coop_instance *instance = post(1, i, 0, 1);

        instance->launch.period_ns = 1000 * PERIOD;
        instance->launch.series = i;
        ring_the_scheduler();
        complete(1);
        ring_the_scheduler();
    }
    expect_groups_of_three_jobs(COOP_SERIES_MAX + 1);
    TEST_EQUAL(table.series_of[0], COOP_SERIES_MAX);
}

TEST(v6_due_times_that_pass_without_a_round_are_missed)
{
    struct coop_instance *instance;
    ulong first_ns;

    begin();
    instance = post_repeating(0, 1);
    ring_the_scheduler();
    first_ns = instance->stats.seen_ns;
    leader_now_ns += 1 * MS;
    complete(0);
    ring_the_scheduler();
    leader_now_ns = first_ns + 47 * MS;
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_RUNNING);
    TEST_EQUAL_U64(figure(&instance->repeat.missed), 3);
    TEST_EQUAL_U64(table.due_ns[0], first_ns + 4 * PERIOD);
    leader_now_ns += 1 * MS;
    complete(0);
    ring_the_scheduler();
    TEST_EQUAL_U64(figure(&instance->repeat.late_ns), 7 * MS);
    TEST_EQUAL_U64(table.due_ns[0], first_ns + 5 * PERIOD);
}

TEST(v7_a_job_begins_when_the_poll_has_seen_the_one_before_return)
{
    struct coop_instance *instance;

    begin();
    instance = post_repeating(0, 1);
    ring_the_scheduler();
    leader_now_ns += 3 * PERIOD; /* its work-group runs all the time */
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_RUNNING);
    TEST_EQUAL_U64(figure(&instance->repeat.launched), 1);
    complete(0);
    ring_the_scheduler();
    leader_now_ns += PERIOD;
    ring_the_scheduler();
    leader_now_ns += 3 * PERIOD; /* as does that of the second */
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_RUNNING);
    TEST_EQUAL_U64(figure(&instance->repeat.launched), 2);
    TEST_EQUAL(table.resting, 0);
}

TEST(v8_a_launch_ends_behind_the_job_that_runs)
{
    struct coop_instance *instance;

    begin();
    instance = post_repeating(0, 1);
    ring_the_scheduler();
    SET(&instance->repeat_end, 1);
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_RUNNING);
    complete(0);
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_DONE);
    TEST_EQUAL(instance->stats.was_cut_short, 0);
    TEST_EQUAL(instance->stats.kills, 0);
    TEST_EQUAL(table.resting, 0);
    TEST_EQUAL(leader.scheduler.held, 0);
}

TEST(v8_a_launch_that_rests_ends_at_once)
{
    struct coop_instance *instance;

    begin();
    instance = post_repeating(0, 1);
    ring_the_scheduler();
    complete(0);
    ring_the_scheduler();
    SET(&instance->repeat_end, 1);
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_DONE);
    TEST_EQUAL(instance->stats.kills, 0);
    TEST_EQUAL_U64(figure(&instance->repeat.launched), 1);
}

/* The word still names the launch before. */
TEST(v8_the_next_launch_of_an_entry_does_not_end_with_the_last_one)
{
    begin();
    post_repeating(0, 1);
    ring_the_scheduler();
    complete(0);
    SET(&control->instances[0].repeat_end, 1);
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_DONE);
    control->instances[0].repeat.missed = control->instances[0].repeat.overdue =
        control->instances[0].repeat.late_ns = control->instances[0].repeat.most_late_ns =
            (coop_word64){7}; /* the last one's */
    post_repeating(0, 2);
    ring_the_scheduler();
    TEST_EQUAL(GET(&control->instances[0].repeat_of), 2);
    TEST_EQUAL_U64(figure(&control->instances[0].repeat.missed), 0);
    TEST_EQUAL_U64(figure(&control->instances[0].repeat.overdue), 0);
    TEST_EQUAL_U64(figure(&control->instances[0].repeat.late_ns), 0);
    TEST_EQUAL_U64(figure(&control->instances[0].repeat.most_late_ns), 0);
    complete(0);
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_RESTING);
}

TEST(a_job_stands_behind_launches_that_were_there_before_it)
{
    struct coop_instance *instance;

    begin();
    SET(&control->free.words[0], 2ul);
    instance = post_repeating(0, 1);
    ring_the_scheduler();
    post(1, 2, 0, 1);
    ring_the_scheduler(); /* it waits for the one work-group */
    TEST_EQUAL(state_of(1), COOP_INSTANCE_QUEUED);
    leader_now_ns += PERIOD + 1;
    SET(&instance->stats.last_return_ns, leader_now_ns - PERIOD);
    SET(&instance->counts, coop_groups_with(coop_groups_launched(1), COOP_GROUPS_RETURNED, 1));
    ring_the_scheduler(); /* the next job is due, too; the slot comes back */
    TEST_EQUAL(state_of(0), COOP_INSTANCE_QUEUED);
    SET(&control->free.words[0], 2ul);
    ring_the_scheduler();
    TEST_EQUAL(state_of(1), COOP_INSTANCE_RUNNING);
    TEST_EQUAL(state_of(0), COOP_INSTANCE_QUEUED);
}

TEST(the_scheduler_sleeps_until_a_job_is_due)
{
    struct coop_instance *instance;

    begin();
    instance = post_repeating(0, 1);
    instance->launch.lead_ns = 0;
    ring_the_scheduler();
    leader_now_ns += 4 * MS;
    complete(0);
    ring_the_scheduler();
    coop_scheduler_by_item(&leader, 0);
    leader_asked_ns = 0;
    leader_wait_ns = 1;
    coop_scheduler_by_leader(&leader);
    TEST_AT_LEAST(leader_asked_ns, 5 * MS);
    TEST_AT_MOST(leader_asked_ns, 6 * MS);
}

/* Of several, until the first of them is. */
TEST(the_scheduler_sleeps_until_the_first_of_several_jobs_is_due)
{
    begin();
    post_repeating(0, 1)->launch.lead_ns = 0;
    post_repeating(1, 2)->launch.lead_ns = 0;
    post_repeating(2, 3)->launch.lead_ns = 0;
    control->instances[1].launch.kernel_index = control->instances[2].launch.kernel_index = 0;
    control->instances[1].launch.series = 1;
    control->instances[2].launch.series = 2;
    control->instances[1].launch.period_ns = 6 * MS;
    ring_the_scheduler();
    leader_now_ns += 4 * MS;
    complete(0);
    complete(1);
    complete(2);
    ring_the_scheduler();
    TEST_EQUAL(table.resting, 7);
    coop_scheduler_by_item(&leader, 0);
    leader_asked_ns = 0;
    leader_wait_ns = 1;
    coop_scheduler_by_leader(&leader);
    TEST_AT_LEAST(leader_asked_ns, MS);
    TEST_AT_MOST(leader_asked_ns, 2 * MS);
}

TEST(a_run_that_stops_cuts_a_launch_short_that_rests)
{
    struct coop_instance *instance;

    begin();
    instance = post_repeating(0, 1);
    ring_the_scheduler();
    complete(0);
    ring_the_scheduler();
    SET(&control->stop, 1);
    SET(&control->exited, GET(&control->slot_count) - 1);
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_DONE);
    TEST_EQUAL(instance->stats.was_cut_short, 1);
}

/* Its first job is due when all that it comes after have ended. */
TEST(a_launch_that_repeats_after_another_one)
{
    struct coop_instance *instance;
    ulong released_ns;

    begin();
    post(0, 1, 0, 1);
    instance = post_repeating(1, 2);
    instance->launch.after = 1u << 0;
    ring_the_scheduler();
    leader_now_ns += 7 * MS;
    complete(0);
    released_ns = leader_now_ns;
    ring_the_scheduler();
    TEST_EQUAL(state_of(1), COOP_INSTANCE_RUNNING);
    complete(1);
    ring_the_scheduler();
    TEST_EQUAL(state_of(1), COOP_INSTANCE_RESTING);
    TEST_EQUAL_U64(table.due_ns[1], released_ns + PERIOD);
    TEST_EQUAL_U64(figure(&instance->repeat.late_ns), 0);
}
