/* Launches that come after each other: in which order their ends are told, what is said of those that were
 * cut short, and when nobody knows more. A control block in plain memory, and an event in the hand. */
#include "host/run/outcome.h"

#include "coop/launch.h"
#include "fake_run.h"
#include "host/run/ends.h"
#include "host/run/reap.h"
#include "test.h"

#include <stdatomic.h>

enum { FIRST = 9, SECOND = 2, THIRD = 4 }; /* entries: of the launches 1, 2 and 3 */

/* The third of three launches comes after the two others, which have started. */
static void make_world(enum coop_instance_state third)
{
    fake_run_make();
    fake_run_launch("first", FIRST, COOP_INSTANCE_RUNNING);
    fake_run_launch("second", SECOND, COOP_INSTANCE_RUNNING);
    fake_run_launch("third", THIRD, third);
    world.after[0] = (struct coop_predecessor){.index = FIRST, .sequence = 1, .kernel = 0};
    world.after[1] = (struct coop_predecessor){.index = SECOND, .sequence = 2, .kernel = 1};
    world.launches[2].after = world.after;
    world.launches[2].after_count = 2;
}

/* The launch has an answer, with the statistics that the table has. */
static void answer(uint32_t index)
{
    fake_run_seal(index, world.run.entries[index]->sequence);
    world.control.instances[index].state.only_through_accessors = COOP_INSTANCE_DONE;
}

/* The megakernel has left: the message of the third launch. */
static const char *end_and_report(coop_status wanted)
{
    world.event = CL_COMPLETE;
    coop_run_reap(&world.run);
    TEST_EQUAL(world.launches[2].is_done, 1);
    TEST_EQUAL(coop_outcome_report(&world.launches[2], 0), wanted);
    return coop_last_error()->message;
}

TEST(a_launch_that_waits_is_told_for_which_one)
{
    make_world(COOP_INSTANCE_QUEUED);
    TEST_CONTAINS(end_and_report(COOP_STOPPED),
                  "third (launch 3) has not started: it comes after kernel first (launch 1)");
}

/* A driver may end the megakernel before it has written any statistics. */
TEST(a_launch_that_ran_without_an_answer_has_started)
{
    make_world(COOP_INSTANCE_RUNNING);
    TEST_EQUAL_TEXT(end_and_report(COOP_STOPPED), "the run was stopped before third completed");
}

TEST(a_launch_that_has_completed_is_not_to_blame)
{
    make_world(COOP_INSTANCE_QUEUED);
    answer(FIRST); /* seen by an earlier look */
    coop_run_reap(&world.run);
    TEST_EQUAL(world.launches[0].was_cut_short, 0);
    TEST_CONTAINS(end_and_report(COOP_STOPPED), "it comes after kernel second (launch 2)");
    make_world(COOP_INSTANCE_QUEUED);
    answer(FIRST); /* by the same look, in a later entry than that of the launch behind it */
    answer(SECOND);
    TEST_EQUAL_TEXT(end_and_report(COOP_STOPPED), "the run was stopped before third completed");
}

/* The scheduler that stops may have seen no end of what it names, and lets nothing begin behind it. */
TEST(the_devices_answer_says_which_are_left)
{
    make_world(COOP_INSTANCE_QUEUED);
    world.control.instances[THIRD].stats.was_cut_short = 1;
    world.control.instances[THIRD].stats.after_left = 1u << SECOND; /* and no time: it has no clock */
    answer(THIRD);
    TEST_CONTAINS(end_and_report(COOP_STOPPED), "it comes after kernel second (launch 2)");
    make_world(COOP_INSTANCE_QUEUED);
    world.control.instances[THIRD].stats.was_cut_short = 1;
    world.control.instances[THIRD].stats.after_left = 1u << SECOND;
    answer(THIRD);
    answer(SECOND);
    TEST_EQUAL_TEXT(end_and_report(COOP_STOPPED), "the run was stopped before third completed");
}

TEST(the_details_of_a_stall_are_those_of_who_waited_for_it_too)
{
    static char details[] = "slot 1: spins";

    make_world(COOP_INSTANCE_QUEUED);
    world.run.fault.status = COOP_STALLED;
    strcpy(world.run.fault.text, "kernel first makes no progress");
    world.run.fault.details = details;
    TEST_CONTAINS(end_and_report(COOP_STALLED), "has not completed: kernel first makes no progress");
    TEST_EQUAL_TEXT(coop_last_error()->details, details);
    TEST_EQUAL_TEXT(world.context.errors.last.details, details);
}

/* A work-group of the stalled launch does not leave. */
TEST(a_launch_that_never_ends_is_told_for_which_one_it_waits)
{
    struct coop_launch_state state = {0};
    coop_launch *handle;

    make_world(COOP_INSTANCE_QUEUED);
    handle = coop_object_open(&world.launches[2].base);
    answer(FIRST);
    world.run.fault.status = COOP_STALLED;
    strcpy(world.run.fault.text, "kernel second makes no progress");
    TEST_EQUAL(coop_launch_wait(handle, 0, NULL), COOP_STALLED);
    TEST_EQUAL_TEXT(
        coop_last_error()->message,
        "third (launch 3) has not started: it comes after kernel second (launch 2), which has not "
        "completed: kernel second makes no progress");
    TEST_EQUAL(coop_launch_status(handle, &state), COOP_OK);
    TEST_EQUAL(state.phase, COOP_LAUNCH_ENDED);
    TEST_EQUAL(state.outcome, COOP_STALLED);
    TEST_CONTAINS(coop_last_error()->message, "it comes after kernel second (launch 2)");
    coop_launch_destroy(handle);
}

static void somebody_stops_it(void)
{
    world.run.is_stopping = 1;
    world.event = CL_COMPLETE;
}

/* A question that does not wait finds the end itself: then there is nothing left to wait for. */
TEST(a_megakernel_that_has_left_keeps_no_reason_for_later)
{
    make_world(COOP_INSTANCE_QUEUED);
    world.run.is_stopping = 0;
    world.control.instances[SECOND].stats.was_cut_short = 1;
    answer(SECOND);
    coop_run_reap(&world.run);
    TEST_EQUAL(world.launches[1].was_cut_short, 1);
    TEST_EQUAL(coop_outcome_report(&world.launches[1], 0), COOP_TIMED_OUT);
    world.asked = somebody_stops_it;
    TEST_EQUAL(coop_outcome_report(&world.launches[1], 0), COOP_STOPPED);
}

/* A work-group stays on the device for longer than COOP_LEAVING_NS. */
TEST(a_launch_cut_short_without_a_reason_is_told_that_none_is_known)
{
    make_world(COOP_INSTANCE_QUEUED);
    world.run.is_stopping = 0;
    world.control.instances[SECOND].stats.was_cut_short = 1;
    answer(SECOND);
    coop_run_reap(&world.run);
    world.launches[1].cut_short_ns = coop_clock_now_ns() - COOP_LEAVING_NS;
    TEST_EQUAL(coop_outcome_report(&world.launches[1], COOP_LEAVING_NS), COOP_STOPPED);
    TEST_CONTAINS(coop_last_error()->message, "why is not known");
}

/* --- the order of calls --- */

static struct coop_transport_methods short_naps;
static struct coop_predecessor after_first = {.index = FIRST, .sequence = 1, .kernel = 0};
static struct coop_predecessor after_second = {.index = SECOND, .sequence = 2, .kernel = 1};
static uint32_t called[3];
static atomic_uint calls;
static atomic_int all_are_given;
static unsigned looks;

static void nap(struct coop_transport *transport, uint32_t seen, uint64_t ns)
{
    (void)transport, (void)seen, (void)ns;
    do {
        coop_clock_sleep_ns(1000000);
    } while (!all_are_given);
}

static void note_call(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    (void)stats;
    TEST_EQUAL(outcome, COOP_OK);
    called[calls % 3] = (uint32_t)(uintptr_t)user;
    calls++;
}

/* On the run's thread: a look, which waits until all functions are given, reads the first launch's state too
 * early. */
static void first_is_seen_late(void)
{
    for (unsigned i = 0; i < 20000 && !all_are_given; i++) {
        coop_clock_sleep_ns(1000000);
    }
    if (++looks == 2) {
        answer(FIRST);
    }
}

/* A world in which launches with functions are looked at by the run's thread alone. */
static void make_watched_world(void)
{
    make_world(COOP_INSTANCE_QUEUED);
    short_naps = fake_methods;
    short_naps.wait = nap;
    world.transport.methods = &short_naps;
    world.run.watch.polled_ns = coop_clock_now_ns();
    world.run.watch.interval_ns = (uint64_t)1 << 62; /* nobody judges the run */
    pthread_cond_init(&world.run.ends.changed, NULL);
    calls = 0;
    looks = 0;
    all_are_given = 0;
}

/* Functions for the three launches, given from the last to the first, are called from the first to the last,
 * though the first launch's end is seen late. */
static void are_called_in_order(void)
{
    answer(SECOND);
    answer(THIRD);
    fake_amid_look = first_is_seen_late;
    for (uintptr_t i = 3; i > 0; i--) {
        coop_launch *handle = coop_object_open(&world.launches[i - 1].base);
        TEST_EQUAL(coop_launch_on_end(handle, note_call, (void *)i), COOP_OK);
        coop_launch_destroy(handle);
    }
    all_are_given = 1;
    for (unsigned i = 0; i < 20000 && calls < 3; i++) {
        coop_clock_sleep_ns(1000000);
    }
    coop_ends_close(&world.run.base);
    fake_amid_look = NULL;
    TEST_EQUAL(calls, 3);
    for (uint32_t i = 0; i < 3; i++) {
        TEST_EQUAL(called[i], i + 1);
    }
}

/* A chain, whose two later ends the host sees before that of the launch ahead. */
TEST(h6_an_end_waits_for_all_that_are_ahead_in_the_chain)
{
    make_watched_world();
    world.launches[1].after = &after_first;
    world.launches[1].after_count = 1;
    world.launches[2].after = &after_second;
    world.launches[2].after_count = 1;
    are_called_in_order();
}

/* Nothing ties them to each other: the look reads the first one's state a moment before it ends. */
TEST(h6_what_ended_before_is_seen_no_later)
{
    make_watched_world();
    world.launches[2].after_count = 0;
    are_called_in_order();
}
