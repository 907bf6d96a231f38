/* Taking the launches that have ended: what the host may conclude from the states of the table when the
 * megakernel leaves meanwhile. A control block in plain memory, and an event in the test's hand. */
#include "host/run/reap.h"
#include "fake_run.h"
#include "test.h"

#include <stdatomic.h>

/* One launch, which runs. */
static void make_world(void)
{
    fake_run_make();
    fake_run_launch("endless", 3, COOP_INSTANCE_RUNNING);
}

static void the_launch_ends(void)
{
    world.control.instances[3].stats.ended_ns = 5;
    world.control.instances[3].state.only_through_accessors = COOP_INSTANCE_DONE;
}

static void everything_ends(void)
{
    the_launch_ends();
    world.event = CL_COMPLETE;
}

/* The states that are read before the end is known may be older than the end. */
TEST(a_launch_that_ends_just_before_the_megakernel_has_completed)
{
    make_world();
    world.asked = everything_ends;
    coop_run_reap(&world.run);
    TEST_EQUAL(world.launches[0].is_done, 1);
    TEST_EQUAL(world.launches[0].was_cut_short, 0);
    TEST_EQUAL(world.launches[0].stats.ended_ns, 5);
    TEST_TRUE(world.run.entries[3] == NULL);
}

static void expect_read_again(void)
{
    fake_amid_look = the_launch_ends;
    coop_run_reap(&world.run);
    fake_amid_look = NULL;
    TEST_EQUAL(world.launches[0].is_done, 1);
    TEST_EQUAL(world.launches[0].stats.ended_ns, 5);
}

/* A copy's words come in any order: the state may be newer than the statistics beside it, or than some. */
TEST(statistics_that_are_older_than_their_state_are_read_again)
{
    make_world(); /* none yet */
    expect_read_again();
    make_world(); /* those of the launch before */
    fake_run_seal(3, 2);
    expect_read_again();
    make_world(); /* all but one */
    world.control.instances[3].stats.ended_ns = 5;
    fake_run_seal(3, 1);
    world.control.instances[3].stats.ended_ns = 0;
    expect_read_again();
}

TEST(statistics_that_are_sealed_take_no_other_trip)
{
    unsigned before;

    make_world();
    the_launch_ends();
    fake_run_seal(3, 1);
    before = fake_reads;
    coop_run_reap(&world.run);
    TEST_EQUAL(world.launches[0].stats.ended_ns, 5);
    TEST_EQUAL(fake_reads - before, 3); /* the look's words: counter, failure, state */
}

TEST(a_launch_that_the_device_cut_short_has_not_completed)
{
    make_world();
    world.control.instances[3].stats.was_cut_short = 1;
    the_launch_ends();
    coop_run_reap(&world.run);
    TEST_EQUAL(world.launches[0].is_done, 1);
    TEST_EQUAL(world.launches[0].was_cut_short, 1);
    TEST_EQUAL(world.run.control.posted[3], 0);
}

TEST(a_launch_without_an_answer_ends_with_the_megakernel)
{
    make_world();
    coop_run_reap(&world.run);
    TEST_EQUAL(world.launches[0].is_done, 0);
    world.event = CL_COMPLETE;
    coop_run_reap(&world.run);
    TEST_EQUAL(world.launches[0].is_done, 1);
    TEST_EQUAL(world.launches[0].was_cut_short, 1);
}

/* Work-groups were told to leave for a reason that the megakernel's end will tell, and one does not leave. */
TEST(a_question_about_a_launch_that_was_cut_short_does_not_wait)
{
    uint64_t begun_ns = coop_clock_now_ns();
    coop_launch *handle;

    make_world();
    handle = coop_object_open(&world.launches[0].base);
    world.run.is_stopping = 0;
    world.control.instances[3].stats.was_cut_short = 1;
    the_launch_ends();
    TEST_EQUAL(coop_launch_wait(handle, 0, NULL), COOP_TIMED_OUT);
    TEST_CONTAINS(world.context.errors.last.message, "known only when the megakernel has left");
    TEST_AT_MOST(coop_clock_now_ns() - begun_ns, 1500000000);
    world.launches[0].cut_short_ns = coop_clock_now_ns() - 3000000000u; /* nobody waits longer than 2 s */
    TEST_EQUAL(coop_launch_wait(handle, 0, NULL), COOP_STOPPED);
    TEST_CONTAINS(world.context.errors.last.message, "before endless completed");
    world.event = -6;
    TEST_EQUAL(coop_launch_wait(handle, 0, NULL), COOP_OPENCL_FAILED);
    coop_object_release(coop_object_close(handle, COOP_KIND_LAUNCH));
}

static atomic_int looks; /* how many have begun */
static atomic_int may_end;
static atomic_int is_over;
static uint32_t posted_at[3]; /* the next launch's number when that look began */

/* Looks are one at a time: the run's lock is held. The count publishes posted_at. */
static void a_look_that_is_held(void)
{
    int number = atomic_load(&looks);

    if (number < 3) {
        posted_at[number] = world.run.next_sequence;
    }
    atomic_store(&looks, number + 1);
    while (number < 2 && atomic_load(&may_end) <= number) {
        coop_clock_sleep_ns(100000);
    }
}

static void *look_all_the_time(void *unused)
{
    while (atomic_load(&is_over) == 0) {
        coop_run_reap(&world.run);
    }
    return unused;
}

static void *post(void *handle)
{
    static const struct coop_kernel_id endless = {.name = "endless"};
    coop_launch *launch;

    TEST_EQUAL(coop_launch_cooperative(handle, &endless, NULL, 0, NULL, &launch), COOP_OK);
    coop_launch_destroy(launch);
    return NULL;
}

static void wait_until_it_waits(void)
{
    while (pthread_mutex_trylock(&world.run.turn) == 0) {
        pthread_mutex_unlock(&world.run.turn);
        coop_clock_sleep_ns(100000);
    }
}

/* A mutex goes to whoever asks first when it is free, which is the thread that has just given it back. */
TEST(t1_who_posts_waits_for_one_look)
{
    pthread_t threads[3];
    coop_run *handle;

    for (int turn = 0; turn < 20; turn++) {
        make_world();
        handle = coop_object_open(&world.run.base);
        world.run.is_stopping = 0;
        world.run.next_sequence = 2;
        world.run.control.slot_count = 5;
        world.kernels[0].is_cooperative = 1;
        fake_amid_look = a_look_that_is_held;
        atomic_store(&looks, 0);
        atomic_store(&may_end, 0);
        atomic_store(&is_over, 0);
        pthread_create(&threads[0], NULL, look_all_the_time, NULL);
        while (atomic_load(&looks) == 0) {
            coop_clock_sleep_ns(100000);
        }
        pthread_create(&threads[1], NULL, post, handle);
        wait_until_it_waits();
        pthread_create(&threads[2], NULL, look_all_the_time, NULL);
        atomic_store(&may_end, 1);
        while (atomic_load(&looks) < 2) {
            coop_clock_sleep_ns(100000);
        }
        TEST_EQUAL(posted_at[1], 3);
        atomic_store(&is_over, 1);
        atomic_store(&may_end, 2);
        for (int i = 0; i < 3; i++) {
            pthread_join(threads[i], NULL);
        }
        fake_amid_look = NULL;
        world.event = CL_COMPLETE;
        coop_run_reap(&world.run);
        coop_object_release(coop_object_close(handle, COOP_KIND_RUN));
    }
}
