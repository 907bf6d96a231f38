/* What the scheduler's leader makes of launches that come after others: C6, C7 and C8, one step at a time. */
#include "leader.h"

/* A launch that comes after the launches in these entries. */
static struct coop_instance *post_after(uint index, uint sequence, uint after)
{
    struct coop_instance *instance = post(index, sequence, 0, 1);

    instance->launch.after = after;
    return instance;
}

static void begin(void)
{
    make_device(8, 0);
    lead_scheduler();
    SET(&control->free.words[0], 0xfeul);
}

/* All work-groups of a launch that runs have returned. */
static void complete(uint index)
{
    struct coop_instance *instance = &control->instances[index];

    SET(&instance->counts, coop_groups_with(coop_groups_launched(1), COOP_GROUPS_RETURNED, 1));
}

TEST(c7_a_launch_waits_for_the_last_of_those_before_it)
{
    begin();
    post(3, 1, 0, 1);
    post(0, 2, 0, 1);
    post_after(1, 3, 1u << 3 | 1u << 0);
    ring_the_scheduler();
    ring_the_scheduler();
    TEST_EQUAL(state_of(3), COOP_INSTANCE_RUNNING);
    TEST_EQUAL(state_of(0), COOP_INSTANCE_RUNNING);
    TEST_EQUAL(state_of(1), COOP_INSTANCE_QUEUED);
    complete(0);
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_DONE);
    TEST_EQUAL(state_of(1), COOP_INSTANCE_QUEUED);
    leader_now_ns += 5000;
    complete(3);
    ring_the_scheduler(); /* the round that sees the end */
    TEST_EQUAL(state_of(3), COOP_INSTANCE_DONE);
    TEST_EQUAL(state_of(1), COOP_INSTANCE_RUNNING);
    TEST_AT_LEAST(control->instances[1].stats.after_ns, 5000);
    TEST_EQUAL_U64(control->instances[3].stats.after_ns, 0);
    TEST_EQUAL(table.blocked, 0);
}

TEST(c6_an_entry_whose_launch_has_ended_is_not_waited_for)
{
    begin();
    post(0, 1, 0, 1);
    ring_the_scheduler();
    complete(0);
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_DONE);
    post_after(1, 2, 1u << 0); /* the host has not seen it */
    ring_the_scheduler();
    TEST_EQUAL(state_of(1), COOP_INSTANCE_RUNNING);
}

/* The entry is another launch's before the scheduler has seen the posting that names it. */
TEST(c6_the_next_launch_of_an_entry_is_not_waited_for)
{
    begin();
    post(0, 1, 0, 1);
    ring_the_scheduler();
    complete(0);
    ring_the_scheduler();
    post_after(1, 2, 1u << 0);
    post(0, 3, 0, 1);
    ring_the_scheduler();
    TEST_EQUAL(state_of(1), COOP_INSTANCE_RUNNING);
    TEST_EQUAL(state_of(0), COOP_INSTANCE_RUNNING);
}

/* And both at once, in the order of the numbers, though the poll finds the later one first. */
TEST(c6_postings_of_one_round_wait_for_each_other)
{
    begin();
    post_after(0, 2, 1u << 5);
    post(5, 1, 0, 1);
    ring_the_scheduler();
    TEST_EQUAL(state_of(5), COOP_INSTANCE_RUNNING);
    TEST_EQUAL(state_of(0), COOP_INSTANCE_QUEUED);
    complete(5);
    ring_the_scheduler();
    TEST_EQUAL(state_of(0), COOP_INSTANCE_RUNNING);
}

static void it_fails_behind_the_poll(int access, const volatile void *word, ulong value)
{
    (void)access, (void)value;
    if (word == (const volatile void *)&control->heartbeat) { /* the leader's round begins */
        SET(&control->failure.kind, 1);
    }
}

TEST(c7_nothing_starts_behind_a_launch_that_has_failed)
{
    begin();
    post(0, 1, 0, 1);
    post_after(1, 2, 1u << 0);
    ring_the_scheduler();
    complete(0);
    leader_access = it_fails_behind_the_poll;
    ring_the_scheduler();
    leader_access = NULL;
    TEST_EQUAL(state_of(0), COOP_INSTANCE_DONE);
    TEST_EQUAL(state_of(1), COOP_INSTANCE_QUEUED);
    SET(&control->exited, GET(&control->slot_count) - 1);
    ring_the_scheduler();
    TEST_EQUAL(state_of(1), COOP_INSTANCE_DONE);
    TEST_EQUAL(control->instances[1].stats.was_cut_short, 1);
    TEST_EQUAL(control->instances[1].stats.after_left, 1u << 0);
    TEST_EQUAL(control->instances[1].stats.groups_at_start, 0);
}

TEST(c8_a_launch_that_waits_leaves_work_groups_to_later_ones)
{
    begin();
    SET(&control->free.words[0], 6ul); /* two */
    post(0, 1, 0, 1);
    post_after(1, 2, 1u << 0);
    post(2, 3, 0, 1);
    ring_the_scheduler();
    ring_the_scheduler();
    TEST_EQUAL(state_of(1), COOP_INSTANCE_QUEUED);
    TEST_EQUAL(state_of(2), COOP_INSTANCE_RUNNING);
}
