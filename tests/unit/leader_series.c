/* Series of jobs as the scheduler's leader takes part in them: when it wakes, and who gets what is held. */
#include "leader.h"

#define MS 1000000ul

/* A round with all work-items. */
static void round_of_the_scheduler(void)
{
    coop_scheduler_poll(&leader, 0, 1);
    coop_scheduler_by_leader(&leader);
    coop_scheduler_assign(&leader, 0, 1);
}

static void make_workers(uint workers)
{
    make_device(workers + 1, 0);
    lead_scheduler();
    for (uint slot = 1; slot <= workers; slot++) {
        coop_slotset_add(&control->free, slot);
    }
}

static struct coop_instance *post_job(uint index, uint sequence, uint groups)
{
    struct coop_instance *instance = &control->instances[index];

    instance->launch.period_ns = 10 * MS;
    instance->launch.lead_ns = 3 * MS;
    return post(index, sequence, COOP_INSTANCE_BY_TIME, groups);
}

/* All work-groups of an instance return, and their slots are free. */
static void end_job(uint index)
{
    struct coop_instance *instance = &control->instances[index];
    uint groups = coop_groups_get(GET(&instance->counts), COOP_GROUPS_ACTIVE);

    TEST_EQUAL(GET(&instance->state), COOP_INSTANCE_RUNNING);
    SET(&instance->counts, coop_groups_with(coop_groups_launched(groups), COOP_GROUPS_RETURNED, groups));
    for (uint slot = 1; slot < leader.scheduler.slot_count; slot++) {
        if (GET(&device.slots[slot].word) == COOP_SLOT_ASSIGNED &&
            device.slots[slot].frame.instance == index) {
            SET(&device.slots[slot].word, COOP_SLOT_FREE);
            coop_slotset_add(&control->free, slot);
        }
    }
    round_of_the_scheduler();
    TEST_EQUAL(GET(&instance->state), COOP_INSTANCE_DONE);
}

TEST(v2_the_scheduler_wakes_for_a_job_that_is_to_be_expected)
{
    make_workers(3);
    post_job(0, 1, 2);
    round_of_the_scheduler();
    end_job(0);
    leader_asked_ns = 0;
    round_of_the_scheduler(); /* seven ms before the lead; some yields later */
    TEST_AT_MOST(leader_asked_ns, 7 * MS);
    TEST_AT_LEAST(leader_asked_ns, 6 * MS);
    leader_now_ns += 8 * MS;
    round_of_the_scheduler();
    TEST_EQUAL(table.entries[COOP_INSTANCES_MAX].phase, COOP_POLICY_EXPECTED);
    TEST_EQUAL(table.entries[COOP_INSTANCES_MAX].start, 2);
    TEST_AT_MOST(leader_asked_ns, 7 * MS); /* three and a quarter beyond ten, of which eight are over */
    TEST_AT_LEAST(leader_asked_ns, 5 * MS);
    leader_now_ns += 8 * MS;
    leader_asked_ns = 0;
    round_of_the_scheduler(); /* nobody has come */
    TEST_EQUAL(table.entries[COOP_INSTANCES_MAX].phase, COOP_POLICY_ABSENT);
    TEST_EQUAL_U64(leader_asked_ns, COOP_HEARTBEAT_NS);
}

TEST(y7_the_job_that_comes_has_the_place_of_the_holding)
{
    struct coop_instance *later;
    struct coop_instance *job;

    make_workers(3);
    post_job(0, 1, 1);
    round_of_the_scheduler();
    end_job(0);
    leader_now_ns += 8 * MS;
    round_of_the_scheduler(); /* holds one of the three */
    later = post(1, 2, 0, 3);
    round_of_the_scheduler();
    TEST_EQUAL(GET(&later->state), COOP_INSTANCE_QUEUED);
    job = post_job(0, 3, 1);
    round_of_the_scheduler();
    TEST_EQUAL(GET(&job->state), COOP_INSTANCE_RUNNING);
    TEST_EQUAL(GET(&later->state), COOP_INSTANCE_QUEUED);
    TEST_TRUE(job->stats.ahead_us > 0);
    end_job(0);
    leader_now_ns += 1 * MS;
    round_of_the_scheduler();
    TEST_EQUAL(GET(&later->state), COOP_INSTANCE_RUNNING);
}

TEST(the_host_can_read_how_many_are_held_and_for_which_kernel)
{
    make_workers(3);
    control->instances[0].launch.kernel_index = 5;
    post_job(0, 1, 2);
    round_of_the_scheduler();
    end_job(0);
    TEST_EQUAL_U64(GET(&control->held), 0);
    leader_now_ns += 8 * MS;
    round_of_the_scheduler();
    TEST_EQUAL_U64(GET(&control->held), COOP_HELD(2u, 5u));
    leader_now_ns += 8 * MS;
    round_of_the_scheduler(); /* nobody has come */
    TEST_EQUAL_U64(GET(&control->held), 0);
}

/* By two readings of the clock it would be too early to hold by the first, and by the second the next thing
 * to wait for is the end of the holding. */
TEST(v2_the_scheduler_does_not_sleep_through_a_time_that_falls_between_its_readings)
{
    make_workers(3);
    post_job(0, 1, 2);
    round_of_the_scheduler();
    end_job(0);
    leader_now_ns = table.series[0].due_ns - 3 * MS - 1;
    leader_read_ns = 1;
    leader_asked_ns = 0;
    round_of_the_scheduler();
    TEST_EQUAL(table.entries[COOP_INSTANCES_MAX].phase, COOP_POLICY_ABSENT);
    TEST_AT_MOST(leader_asked_ns, 1);
}

/* A kernel that wants all, posted while a job runs, is not passed over by the jobs to come. */
TEST(y7_an_expected_job_with_a_deadline_stands_behind_who_came_before_its_holding)
{
    struct coop_instance *earlier;

    make_workers(3);
    control->instances[0].launch.deadline_ns = 10 * MS;
    post_job(0, 1, 1)->launch.lead_ns = 10 * MS;
    round_of_the_scheduler();
    earlier = post(1, 2, COOP_INSTANCE_BY_TIME, 3);
    round_of_the_scheduler();
    TEST_EQUAL(GET(&earlier->state), COOP_INSTANCE_QUEUED);
    end_job(0);
    TEST_EQUAL(table.entries[COOP_INSTANCES_MAX].phase, COOP_POLICY_EXPECTED);
    round_of_the_scheduler();
    TEST_EQUAL(GET(&earlier->state), COOP_INSTANCE_RUNNING);
}

/* When the holding before had come to nothing, what counts is the gathering from the posting on. */
TEST(v3_what_was_held_in_vain_says_nothing_of_how_long_gathering_takes)
{
    struct coop_instance *other;
    struct coop_instance *job;

    make_workers(3);
    post_job(0, 1, 2);
    round_of_the_scheduler();
    end_job(0);
    leader_now_ns = table.series[0].due_ns;
    round_of_the_scheduler();
    TEST_EQUAL(table.entries[COOP_INSTANCES_MAX].start, 2);
    leader_now_ns += 8 * MS;
    round_of_the_scheduler();
    TEST_EQUAL(table.entries[COOP_INSTANCES_MAX].phase, COOP_POLICY_ABSENT);
    other = post(1, 2, 0, 3);
    round_of_the_scheduler();
    TEST_EQUAL(GET(&other->state), COOP_INSTANCE_RUNNING);
    job = post_job(0, 3, 2);
    round_of_the_scheduler();
    leader_now_ns += 2 * MS;
    end_job(1);
    TEST_EQUAL(GET(&job->state), COOP_INSTANCE_RUNNING);
    TEST_AT_LEAST(table.series[0].gather_ns, 2 * MS);
    TEST_EQUAL_U64(table.series[0].gather_ns, job->stats.started_ns - job->stats.seen_ns);
}

/* Two of eight are held. One kernel has five, the other one; each is to have three: what the other is granted
 * are those that the first has given back, not those that are held. */
TEST(y7_a_kernel_that_grows_gets_nothing_of_what_is_held)
{
    const uint flags = COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_SHRINKS | COOP_INSTANCE_GROWS;
    struct coop_instance *one;
    struct coop_instance *other;

    make_workers(8);
    post_job(0, 1, 2)->launch.lead_ns = 10 * MS;
    round_of_the_scheduler();
    end_job(0);
    round_of_the_scheduler();
    TEST_EQUAL(table.entries[COOP_INSTANCES_MAX].start, 2);
    one = post(1, 2, flags, 5);
    other = post(2, 3, flags, 1);
    round_of_the_scheduler();
    TEST_EQUAL(coop_groups_get(GET(&one->counts), COOP_GROUPS_ACTIVE), 5);
    TEST_EQUAL(coop_groups_get(GET(&other->counts), COOP_GROUPS_ACTIVE), 1);
    other->launch.groups_wanted = 8;
    round_of_the_scheduler();
    TEST_EQUAL(table.entries[COOP_INSTANCES_MAX].start, 2);
    TEST_EQUAL(table.entries[2].target, 3);
    TEST_EQUAL(coop_groups_kill_wanted(GET(&one->counts)), 2);
    TEST_EQUAL(coop_groups_fork_granted(GET(&other->counts)), 0);
    leader_now_ns += 40 * MS; /* nobody has come */
    round_of_the_scheduler();
    TEST_EQUAL(coop_groups_fork_granted(GET(&other->counts)), 2);
}

TEST(a_job_without_a_place_is_a_launch_like_others)
{
    make_workers(COOP_SERIES_MAX + 1);
    for (uint i = 0; i <= COOP_SERIES_MAX; i++) {
        control->instances[i].launch.series = i;
        post_job(i, i + 1, 1);
    }
    round_of_the_scheduler();
    for (uint i = 0; i <= COOP_SERIES_MAX; i++) {
        TEST_EQUAL(GET(&control->instances[i].state), COOP_INSTANCE_RUNNING);
        TEST_EQUAL(table.series_of[i], i);
        TEST_EQUAL(control->instances[i].stats.groups_wanted, 1);
    }
}
