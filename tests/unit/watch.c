/* The watch over a run (V1 to V3), its messages, and what it takes for damage: a control block in plain
 * memory, and a clock in the test's hand. */
#include "coop/shared/groups.h"
#include "fake_transport.h"
#include "faults/fake_clock.h"
#include "host/base/clock.h"
#include "host/run/run.h"
#include "host/run/stop.h"
#include "host/watch/describe.h"
#include "host/watch/describe_wait.h"
#include "test.h"
#include <stdlib.h>
#include <string.h>

#define SLOTS 4u
#define STALL_NS ((uint64_t)8 * 1000000000)
#define LOOK_NS ((uint64_t)500 * 1000000)

/* The whole of what a run is, as far as the watch asks. */
struct world {
    struct coop_run_object run;
    struct coop_context_object context;
    struct coop_module_object module;
    struct coop_transport transport;
    struct coop_kernel_report kernels[2];
    struct coop_state_place places[1];
    struct coop_launch_object launches[COOP_INSTANCES_MAX];
    struct {
        struct coop_control control;
        struct coop_slot slots[SLOTS];
    } device;
};

static struct world *world;

static void make_world(void)
{
    world = calloc(1, sizeof *world);
    fake_memory = (unsigned char *)&world->device;
    world->transport.methods = &fake_methods;
    world->context.transport = &world->transport;
    world->run.context = &world->context;
    world->run.module = &world->module;
    world->run.control.transport = &world->transport;
    world->run.control.slot_count = SLOTS;
    world->run.state = COOP_RUN_LIVE;
    world->module.signature.kernel_count = 2;
    world->module.signature.kernels = world->kernels;
    strcpy(world->kernels[0].name, "turning");
    strcpy(world->kernels[1].name, "plain");
    world->module.signature.place_count = 1;
    world->module.signature.places = world->places;
    world->places[0] =
        (struct coop_state_place){.kernel = 0, .state = 2, .line = 41, .begins = 30, .file = "t.cl"};
    world->device.control.setup.magic = COOP_CONTROL_MAGIC;
    world->run.control.setup = world->device.control.setup;
    world->device.control.slot_count.only_through_accessors = SLOTS;
    fake_clock_stop();
    TEST_TRUE(coop_watch_init(&world->run.watch, &world->run.control, &world->module.signature, STALL_NS));
}

static void clear_world(void)
{
    fake_clock_go();
    coop_watch_clear(&world->run.watch);
    free(world->run.fault.details);
    free(world);
}

/* Entry `index` becomes launch index + 1 of a kernel. */
static void post(uint32_t index, uint32_t kernel, uint32_t flags, uint32_t state, uint64_t counts)
{
    struct coop_instance *instance = &world->device.control.instances[index];

    instance->launch.sequence = index + 1;
    instance->launch.kernel_index = kernel;
    instance->launch.flags = flags;
    instance->launch.groups_wanted = 2;
    instance->groups_wished.only_through_accessors = ~0u;
    instance->state.only_through_accessors = state;
    instance->counts.only_through_accessors = counts;
    world->launches[index].run = &world->run;
    world->launches[index].index = index;
    world->launches[index].sequence = index + 1;
    world->run.control.posted[index] = index + 1;
}

static void put(uint32_t slot, uint32_t instance, uint32_t op, uint32_t state, uint32_t steps)
{
    world->device.slots[slot].word.only_through_accessors = COOP_SLOT_RUNNING;
    world->device.slots[slot].instance.only_through_accessors = instance;
    world->device.slots[slot].group_id.only_through_accessors = slot - 1;
    world->device.slots[slot].doing.only_through_accessors = COOP_DOING(op, state, steps);
}

/* Half a second passes, and somebody looks. */
static void pass(void)
{
    fake_clock_advance(LOOK_NS);
    coop_watch_poll(&world->run.watch, 0);
}

/* So many seconds pass; is the launch stalled after them? */
static int is_stalled_after(uint32_t index, uint32_t seconds)
{
    for (uint32_t i = 0; i < 2 * seconds; i++) {
        pass();
    }
    return coop_watch_is_stalled(&world->run.watch, index);
}

static const char *wait_of(uint32_t index)
{
    static char text[2000];
    struct coop_out out = {text, sizeof text, 0};

    coop_describe_wait(&out, &world->run.watch, index);
    return text;
}

#define COOPERATIVE (COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_SHRINKS)

static uint64_t counts_of(uint32_t active, uint32_t arrived, uint32_t kill_wanted)
{
    uint64_t counts = coop_groups_with(coop_groups_launched(active), COOP_GROUPS_ARRIVED_EVEN, arrived);

    return coop_groups_with_kill_wanted(counts, kill_wanted);
}

TEST(v1_a_running_launch_without_a_step_is_stalled)
{
    make_world();
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(2, 1, 0));
    put(1, 0, COOP_OP_GLOBAL_BARRIER, 2, 5);
    put(2, 0, COOP_OP_NONE, 2, 7);
    pass(); /* seen for the first time */
    TEST_EQUAL(is_stalled_after(0, 7), 0);
    TEST_EQUAL(is_stalled_after(0, 1), 1);
    TEST_CONTAINS(
        wait_of(0),
        "has 1 work-group at a global barrier that waits for 1 more: work-group 1, in slot 2, runs its "
        "kernel from t.cl:30 on, on the way to line 41, for 8.0 s");
    clear_world();
}

TEST(v1_a_step_is_progress)
{
    make_world();
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(2, 1, 0));
    put(1, 0, COOP_OP_GLOBAL_BARRIER, 2, 5);
    put(2, 0, COOP_OP_NONE, 2, 7);
    pass();
    for (uint32_t step = 8; step < 12; step++) {
        TEST_EQUAL(is_stalled_after(0, 7), 0);
        put(2, 0, COOP_OP_NONE, 2, step); /* the same state as before */
        pass();
    }
    TEST_EQUAL(is_stalled_after(0, 8), 1);
    clear_world();
}

TEST(v1_a_step_of_another_launch_is_none)
{
    make_world();
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(1, 0, 0));
    post(1, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(1, 0, 0));
    put(1, 0, COOP_OP_NONE, 2, 5);
    pass();
    for (uint32_t step = 0; step < 16; step++) {
        put(2, 1, COOP_OP_NONE, 2, step);
        pass();
    }
    TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 0), 1);
    TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 1), 0);
    clear_world();
}

TEST(v2_steps_of_who_is_asked_for_kills_bring_nobody_nearer)
{
    make_world();
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(3, 0, 2));
    post(1, 1, 0, COOP_INSTANCE_QUEUED, 0);
    pass();
    for (uint32_t step = 0; step < 16; step++) {
        put(1, 0, COOP_OP_NONE, 2, step);
        pass();
    }
    TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 0), 0);
    TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 1), 1);
    TEST_CONTAINS(
        wait_of(1),
        "launch 1, kernel turning, is asked for 2 of its 3 work-groups and has come to no offer_kill");
    TEST_CONTAINS(wait_of(1), "for 8.0 s");
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(2, 0, 1)); /* it gives one up */
    pass();
    TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 1), 0);
    clear_world();
}

TEST(v2_steps_of_who_gives_nothing_up_bring_its_end_nearer)
{
    make_world();
    post(0, 0, COOP_INSTANCE_COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(3, 0, 0));
    post(1, 1, 0, COOP_INSTANCE_QUEUED, 0);
    pass();
    for (uint32_t step = 0; step < 40; step++) {
        put(1, 0, COOP_OP_NONE, 2, step);
        pass();
        TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 1), 0);
    }
    TEST_CONTAINS(wait_of(1), "kernel turning, has 3, and no place at which it could give one up");
    TEST_EQUAL(is_stalled_after(1, 8), 1); /* it makes none */
    clear_world();
}

TEST(v2_who_starts_or_ends_brings_others_nearer)
{
    make_world();
    post(0, 1, 0, COOP_INSTANCE_RUNNING, counts_of(1, 0, 0));
    post(1, 1, 0, COOP_INSTANCE_QUEUED, 0);
    pass();
    TEST_EQUAL(is_stalled_after(1, 7), 0);
    post(0, 1, 0, COOP_INSTANCE_DONE, counts_of(1, 0, 0));
    pass();
    TEST_EQUAL(is_stalled_after(1, 7), 0);
    post(2, 1, 0, COOP_INSTANCE_QUEUED, 0); /* one more that waits is no news */
    pass();
    TEST_EQUAL(is_stalled_after(1, 1), 1);
    clear_world();
}

static void beat(void)
{
    world->device.control.heartbeat.only_through_accessors++;
    pass();
}

/* Kernel "plain" is a series' whose next job comes in an hour. */
TEST(v2_who_waits_for_held_work_groups_is_not_stalled)
{
    make_world();
    post(0, 0, 0, COOP_INSTANCE_QUEUED, 0);
    world->device.control.held.only_through_accessors = COOP_HELD(3u, 1u);
    beat();
    for (int i = 0; i < 40; i++) {
        beat();
        TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 0), 0);
    }
    TEST_CONTAINS(wait_of(0), "waits to start on 2 work-groups, and 3 are free; the scheduler holds 3 "
                              "work-groups for the next job of kernel plain");
    world->device.control.held.only_through_accessors = 0; /* nothing is held, and yet it does not start */
    for (int i = 0; i < 15; i++) {
        beat();
    }
    TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 0), 0);
    beat();
    TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 0), 1);
    clear_world();
}

TEST(v2_who_waits_for_its_next_job_is_not_stalled)
{
    make_world();
    post(0, 1, COOP_INSTANCE_REPEATS, COOP_INSTANCE_RESTING, 0);
    for (int i = 0; i < 40; i++) {
        beat();
        TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 0), 0);
    }
    TEST_CONTAINS(wait_of(0), "waits until its next job is due");
    TEST_EQUAL(is_stalled_after(0, 12), 1); /* no round any more */
    clear_world();
}

TEST(v2_a_scheduler_that_makes_no_round_holds_nothing)
{
    make_world();
    post(0, 0, 0, COOP_INSTANCE_QUEUED, 0);
    world->device.control.held.only_through_accessors = COOP_HELD(3u, 1u);
    beat();
    TEST_EQUAL(is_stalled_after(0, 10), 1);
    clear_world();
}

TEST(v2_what_is_held_excuses_nobody_who_is_asked_for_kills)
{
    make_world();
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(3, 0, 2));
    post(1, 1, 0, COOP_INSTANCE_QUEUED, 0);
    world->device.control.held.only_through_accessors = COOP_HELD(1u, 1u);
    beat();
    for (uint32_t step = 0; step < 16; step++) {
        put(1, 0, COOP_OP_NONE, 2, step);
        beat();
    }
    TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 1), 1);
    clear_world();
}

static const char *description(void)
{
    static char text[4000];
    struct coop_out out = {text, sizeof text, 0};

    coop_describe_run(&out, &world->run.watch);
    return text;
}

/* Of eight, the series wants three by now; the kernel has use for one of eight. */
TEST(a_description_says_how_many_work_groups_are_wanted_by_now)
{
    make_world();
    post(0, 1, COOP_INSTANCE_AUTOMATIC, COOP_INSTANCE_QUEUED, 0);
    post(1, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(1, 0, 0));
    post(2, 0, COOPERATIVE | COOP_INSTANCE_GROWS, COOP_INSTANCE_QUEUED, 0);
    post(3, 1, COOP_INSTANCE_AUTOMATIC, COOP_INSTANCE_POSTED, 0);
    for (int i = 0; i < 4; i++) {
        world->device.control.instances[i].launch.groups_wanted = 8;
        world->device.control.instances[i].groups_wished.only_through_accessors = 3;
    }
    world->device.control.instances[2].groups_wished.only_through_accessors = ~0u;
    world->device.control.instances[1].groups_wished.only_through_accessors = 1;
    TEST_CONTAINS(description(),
                  "launch 1, kernel plain, waiting to start: wants 3 work-groups by now, at most 8");
    TEST_CONTAINS(description(), "it waits to start on 3 work-groups, and");
    TEST_CONTAINS(description(), "launch 2, kernel turning, running: wants 1 work-group by now, at most 8");
    TEST_CONTAINS(description(), "launch 3, kernel turning, waiting to start: wants 8 work-groups;");
    TEST_CONTAINS(description(), "it waits to start on 1 to 8 work-groups, and");
    TEST_CONTAINS(description(),
                  "launch 4, kernel plain, posted: wants 8 work-groups;"); /* not of this launch */
    world->device.control.held.only_through_accessors = COOP_HELD(1u, 1u);
    TEST_CONTAINS(description(), "it holds 1 work-group for the next job of kernel plain");
    clear_world();
}

TEST(v3_a_starved_scheduler_stalls_what_it_does_not_see)
{
    make_world();
    post(0, 1, 0, COOP_INSTANCE_POSTED, 0);
    post(1, 1, 0, COOP_INSTANCE_RUNNING, coop_groups_with(coop_groups_launched(1), COOP_GROUPS_RETURNED, 1));
    pass();
    TEST_EQUAL(is_stalled_after(0, 7), 0);
    TEST_EQUAL(is_stalled_after(0, 1), 1);
    TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 1), 1);
    TEST_CONTAINS(wait_of(0), "waits to be seen by the scheduler, which has begun no round for 8");
    TEST_CONTAINS(wait_of(1), "is complete, and waits for the scheduler, which has begun no round for 8");
    clear_world();
}

TEST(time_that_nobody_could_watch_is_not_counted)
{
    make_world();
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(1, 0, 0));
    put(1, 0, COOP_OP_NONE, 2, 5);
    pass();
    for (int i = 0; i < 100; i++) {
        fake_clock_advance((uint64_t)3600 * 1000000000);
        coop_watch_poll(&world->run.watch, 0);
    }
    TEST_EQUAL(coop_watch_is_stalled(&world->run.watch, 0), 0); /* 100 slices of a wait */
    TEST_EQUAL(is_stalled_after(0, 3), 1);
    clear_world();
}

TEST(a_deadline_ends_when_its_time_is_over_and_not_before)
{
    struct coop_deadline deadline;

    fake_clock_stop();
    deadline = coop_deadline_in(1000000000);
    for (uint64_t left = 990000000; left > 0; left -= 10000000) {
        fake_clock_advance(10000000);
        TEST_EQUAL_U64(coop_deadline_left_ns(&deadline), left);
    }
    fake_clock_advance(9999999);
    TEST_EQUAL_U64(coop_deadline_left_ns(&deadline), 1);
    fake_clock_advance(1);
    TEST_EQUAL_U64(coop_deadline_left_ns(&deadline), 0);
    fake_clock_advance((uint64_t)3600 * 1000000000);
    TEST_EQUAL_U64(coop_deadline_left_ns(&deadline), 0);
    fake_clock_go();
}

TEST(a_watch_without_a_limit_calls_nothing_stalled)
{
    make_world();
    world->run.watch.stall_after_ns = 0;
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(1, 0, 0));
    TEST_EQUAL(is_stalled_after(0, 1000), 0);
    clear_world();
}

TEST(an_entry_that_is_used_again_begins_anew)
{
    make_world();
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(1, 0, 0));
    pass();
    TEST_EQUAL(is_stalled_after(0, 7), 0);
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(1, 0, 0));
    world->run.control.posted[0] = 9;
    world->device.control.instances[0].launch.sequence = 9;
    pass();
    TEST_EQUAL(is_stalled_after(0, 7), 0);
    clear_world();
}

/* The fault is found once, with text and details, and the device is told to leave. */
TEST(a_fault_is_found_once_and_stops_the_run)
{
    make_world();
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(1, 0, 0));
    put(1, 0, COOP_OP_OFFER_KILL, 2, 5);
    for (int i = 0; i < 17; i++) {
        TEST_EQUAL(coop_run_judge(&world->run, 1u), 0);
        TEST_EQUAL(world->device.control.stop.only_through_accessors, 0);
        fake_clock_advance(LOOK_NS);
    }
    TEST_EQUAL(coop_run_judge(&world->run, 1u), 1);
    TEST_EQUAL(world->run.fault.status, COOP_STALLED);
    TEST_EQUAL(world->device.control.stop.only_through_accessors, 1);
    TEST_CONTAINS(world->run.fault.text,
                  "launch 1, kernel turning, has made no progress for 8.0 s: it waits for 1 work-group");
    TEST_CONTAINS(world->run.fault.details,
                  "slot 1: running, work-group 0 of launch 1, is at offer_kill, t.cl:41, for 8.0 s");
    put(1, 0, COOP_OP_NONE, 2, 6); /* too late */
    TEST_EQUAL(coop_run_judge(&world->run, 1u), 1);
    clear_world();
}

static void expect_damage(const char *words)
{
    char text[200] = "";

    TEST_EQUAL(coop_watch_finds_damage(&world->run.watch, text, sizeof text), 1);
    TEST_CONTAINS(text, words);
}

TEST(damage_is_told_from_what_host_and_device_write)
{
    char text[200];

    make_world();
    post(0, 0, COOPERATIVE, COOP_INSTANCE_RUNNING, counts_of(1, 0, 0));
    for (uint32_t word = COOP_SLOT_FREE; word <= COOP_SLOT_AWAY; word++) {
        world->device.slots[1].word.only_through_accessors = word;
        TEST_EQUAL(coop_watch_finds_damage(&world->run.watch, text, sizeof text), 0);
    }
    for (uint32_t state = COOP_INSTANCE_POSTED; state <= COOP_INSTANCE_DONE; state++) {
        world->device.control.instances[0].state.only_through_accessors = state;
        TEST_EQUAL(coop_watch_finds_damage(&world->run.watch, text, sizeof text), 0);
    }
    world->device.control.instances[0].state.only_through_accessors = COOP_INSTANCE_EMPTY;
    expect_damage("the state of launch 1 is 0");
    world->device.control.instances[0].launch.sequence = 2;
    expect_damage("names launch 2, where launch 1 was posted");
    world->run.control.posted[0] = 0; /* what nobody posted may hold anything */
    TEST_EQUAL(coop_watch_finds_damage(&world->run.watch, text, sizeof text), 0);
    world->device.slots[3].word.only_through_accessors = COOP_SLOT_AWAY + 1;
    expect_damage("the word of slot 3 is 6");
    world->device.control.failure.kind.only_through_accessors = COOP_FAILURE_COUNT;
    expect_damage("the failure word is");
    world->device.control.setup.slots_at ^= 1;
    expect_damage("the run's setup");
    clear_world();
}
