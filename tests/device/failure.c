/* Kernels that break the rules fail with a message and never hang; the run then takes no more, and another
 * one can start. Work-items that part are a failure (W2), and the first failure is the one that is told
 * (F1). */
#include "device.h"
#include "failure_kernels.h"
#include "failure_kernels_text.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the structured form nobody looks whether all come to a barrier. */
static struct device *open_device(void)
{
    setenv("COOP_CHECK", "divergence", 1);
    return device_open(failure_kernels_module_text, failure_kernels_module_bytes);
}

static int expect_failure(struct device *device, coop_launch *launch, const char *kernel, const char *message)
{
    int holds = launch != NULL &&
                REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED, kernel);

    if (holds) {
        holds = REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED, message);
    }
    coop_launch_destroy(launch);
    return holds;
}

static atomic_int told;
static char told_message[1024];

static void note_end(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    (void)user, (void)stats;
    snprintf(told_message, sizeof told_message, "%s", coop_last_error()->message);
    told = (int)outcome;
}

/* After a failure: nothing is accepted, the run ends, and a new run works. */
static void expect_recovery(struct device *device)
{
    coop_buffer *out = device_buffer(device, 400);
    struct fine_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {100}};
    coop_launch *launch = NULL;

    device_stop(device);
    open_device();
    OK(device, fine_launch(device->run, &args, &range, NULL, &launch));
    device_finish(device, launch, NULL);
    TEST_EQUAL(device_read_u32(device, out, 99), 1);
    coop_buffer_destroy(out);
}

enum ways { LEADER_WAITS, LEADER_RETURNS, LAST_RETURNS };

static coop_buffer *make_ways(struct device *device, enum ways ways)
{
    coop_buffer *buffer = device_buffer(device, 4 * device->local_items);

    for (uint32_t i = 0; i < device->local_items; i++) {
        uint32_t waits = ways == LEADER_WAITS     ? i == 0
                         : ways == LEADER_RETURNS ? i > 0
                                                  : i + 1 < device->local_items;
        device_write_u32(device, buffer, i, waits);
    }
    return buffer;
}

/* Nobody waits but the library's thread. */
TEST(a_failure_is_told_to_the_function_at_the_end)
{
    struct device *device = open_device();
    struct endless_args none = {0};
    struct coop_launch_options one = {.groups = 1};
    struct coop_ndrange range = {.global_items = {device->local_items}};
    struct one_barrier_args args;
    coop_buffer *buffer;
    coop_launch *endless = NULL;
    coop_launch *launch = NULL;

    if (device->local_items == 1) {
        TEST_NOTE("one work-item cannot diverge");
        return;
    }
    buffer = make_ways(device, LEADER_WAITS);
    args.ways = coop_buffer_address(buffer);
    OK(device, endless_launch(device->run, &none, &one, &endless));
    OK(device, coop_launch_on_end(endless, note_end, NULL)); /* it has not failed itself */
    OK(device, one_barrier_launch(device->run, &args, &range, &one, &launch));
    for (unsigned i = 0; i < WAIT_NS / 1000000 && told == COOP_OK; i++) {
        device_sleep_ms(1);
    }
    TEST_EQUAL(told, COOP_KERNEL_FAILED);
    TEST_CONTAINS(told_message, "kernel one_barrier (launch ");
    coop_launch_destroy(endless);
    coop_launch_destroy(launch);
    coop_buffer_destroy(buffer);
    expect_recovery(device);
}

/* One logical group of the whole local size. */
static void diverge(enum ways ways)
{
    struct device *device = open_device();
    struct coop_ndrange range = {.global_items = {device->local_items}};
    struct one_barrier_args args;
    coop_buffer *buffer;
    coop_launch *launch = NULL;

    if (device->local_items == 1) {
        TEST_NOTE("one work-item cannot diverge");
        return;
    }
    buffer = make_ways(device, ways);
    args.ways = coop_buffer_address(buffer);
    OK(device, one_barrier_launch(device->run, &args, &range, NULL, &launch));
    expect_failure(device, launch, "kernel one_barrier (launch ", "went different ways before a barrier");
    coop_buffer_destroy(buffer);
    expect_recovery(device);
}

TEST(leader_waits_at_a_barrier_that_others_pass_by)
{
    diverge(LEADER_WAITS);
}

TEST(leader_returns_while_others_wait_at_a_barrier)
{
    for (int i = 0; i < 10 && test_failures() == 0; i++) {
        diverge(LEADER_RETURNS);
    }
}

TEST(one_of_many_passes_a_barrier_by)
{
    diverge(LAST_RETURNS);
}

TEST(work_items_meet_at_different_barriers)
{
    struct device *device = open_device();
    struct coop_ndrange range = {.global_items = {device->local_items}};
    struct two_barriers_args args;
    coop_buffer *buffer;
    coop_launch *launch = NULL;

    if (device->local_items == 1) {
        TEST_NOTE("one work-item cannot diverge");
        return;
    }
    buffer = make_ways(device, LEADER_WAITS);
    args.ways = coop_buffer_address(buffer);
    OK(device, two_barriers_launch(device->run, &args, &range, NULL, &launch));
    expect_failure(device, launch, "kernel two_barriers (launch ", "went different ways");
    coop_buffer_destroy(buffer);
    expect_recovery(device);
}

TEST(a_work_group_returns_past_a_global_barrier)
{
    for (uint32_t who = 0; who < 2; who++) {
        struct device *device = open_device();
        coop_buffer *gate = device_buffer(device, 4);
        struct some_return_args args = {coop_buffer_address(gate), who * (device->workers - 1), {0}};
        coop_launch *launch = NULL;
        OK(device, some_return_launch(device->run, &args, NULL, &launch));
        expect_failure(
            device, launch, "kernel some_return (launch ",
            "some work-groups of a cooperative kernel returned while others wait at a global barrier");
        TEST_EQUAL(device_read_u32(device, gate, 0), 0);
        coop_buffer_destroy(gate);
        expect_recovery(device);
    }
}

TEST(a_work_group_returns_when_all_others_wait)
{
    struct device *device = open_device();
    coop_buffer *arrived = device_buffer(device, 4);
    struct returns_late_args args = {coop_buffer_address(arrived)};
    coop_launch *launch = NULL;

    OK(device, returns_late_launch(device->run, &args, NULL, &launch));
    expect_failure(device, launch, "kernel returns_late (launch ", "returned while others wait");
    coop_buffer_destroy(arrived);
    expect_recovery(device);
}

TEST(work_groups_meet_at_different_kinds_of_barrier)
{
    struct device *device = open_device();
    struct two_kinds_args args = {0};
    coop_launch *launch = NULL;

    OK(device, two_kinds_launch(device->run, &args, NULL, &launch));
    expect_failure(device, launch, "kernel two_kinds (launch ", "different kinds of barrier");
    expect_recovery(device);
}

/* A failure takes all down: the other launches fail with the culprit's message, and new ones are refused. */
TEST(a_failure_ends_the_other_launches_too)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 4);
    struct endless_args endless = {0};
    struct two_kinds_args args = {0};
    struct fine_args fine = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_options options = {.groups = device->workers - 2};
    coop_launch *victim = NULL;
    coop_launch *launch = NULL;
    coop_launch *late = NULL;

    if (device->workers < 4) {
        TEST_NOTE("%u workers are not enough for the culprit and the victim", device->workers);
        return;
    }
    OK(device, endless_launch(device->run, &endless, &options, &victim));
    OK(device, two_kinds_launch(device->run, &args, NULL, &launch)); /* two are left: they clash */
    expect_failure(device, victim, "kernel two_kinds (launch ", "different kinds of barrier");
    TEST_EQUAL(coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED);
    coop_launch_destroy(launch);
    if (fine_launch(device->run, &fine, &range, NULL, &late) == COOP_OK) { /* the host may hear of it later */
        TEST_EQUAL(coop_launch_wait(late, WAIT_NS, NULL), COOP_KERNEL_FAILED);
    }
    coop_launch_destroy(late);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    REFUSED(device, fine_launch(device->run, &fine, &range, NULL, &late), COOP_KERNEL_FAILED,
            "kernel two_kinds");
    TEST_TRUE(late == NULL);
    coop_buffer_destroy(out);
    expect_recovery(device);
}
