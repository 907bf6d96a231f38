/* The watchdog on the device: what makes no progress is called stalled, with the reason; what is only slow is
 * not. V1 and V2 of host/watch/watch.h. */
#include "coop/shared/control.h"
#include "device/device.h"
#include "fake_clock.h"
#include "stall_kernels.h"
#include "stall_kernels_text.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define STALL_NS ((uint64_t)400 * 1000000)
#define GATE 0
#define ENTERED 64
#define MADE 224

struct stage {
    struct device device;
    coop_buffer *words; /* the gate, and what the kernels count, on lines of their own */
};

static coop_address word_at(const struct stage *stage, uint64_t index)
{
    return coop_buffer_address(stage->words) + 4 * index;
}

/* A run of its own with a watchdog. */
static void open_stage(struct stage *stage, uint64_t stall_after_ns)
{
    struct coop_run_options options = {.stall_after_ns = stall_after_ns};
    struct device *shared = device_open(stall_kernels_module_text, stall_kernels_module_bytes);

    device_stop(shared);
    stage->device = *shared;
    options.worker_groups = shared->workers;
    options.local_items = shared->local_items;
    OK(shared, coop_run_start(shared->module, &options, &stage->device.run));
    stage->words = device_buffer(shared, 1024);
}

static void open_gate(struct stage *stage, uint32_t level)
{
    device_write_u32(&stage->device, stage->words, GATE, level);
}

static void await_entered(struct stage *stage, uint32_t count)
{
    device_await_u32(&stage->device, stage->words, ENTERED, count);
}

/* The gate is open: everything leaves, and another run does good work. */
static void close_stage(struct stage *stage)
{
    struct device *device = &stage->device;
    struct coop_run_options options = {.worker_groups = device->workers, .local_items = device->local_items};
    struct fine_args fine = {word_at(stage, 192)};
    struct coop_ndrange range = {.global_items = {100}};
    coop_launch *launch = NULL;

    open_gate(stage, UINT32_MAX);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    coop_run_destroy(device->run);
    OK(device, coop_run_start(device->module, &options, &device->run));
    OK(device, fine_launch(device->run, &fine, &range, NULL, &launch));
    device_finish(device, launch, NULL);
    TEST_EQUAL(device_read_u32(device, stage->words, 192), 100);
    coop_run_destroy(device->run);
    coop_buffer_destroy(stage->words);
}

/* The launch is called stalled, with these words in the message and in the dump. */
static void expect_stalled(struct stage *stage, coop_launch *launch, const char *name, const char *message,
                           const char *details)
{
    struct device *device = &stage->device;
    struct coop_error error;

    if (!REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_STALLED, message)) {
        return;
    }
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_STALLED, name); /* again, at once */
    coop_context_error(device->context, &error);
    TEST_CONTAINS(error.message, " has made no progress for ");
    TEST_CONTAINS(error.details, details);
    TEST_CONTAINS(error.details, "slot 0: scheduler");
    coop_error_clear(&error);
}

/* A stalled run takes nothing more. */
static void expect_refusal(struct stage *stage)
{
    struct fine_args fine = {word_at(stage, 128)};
    struct coop_ndrange range = {.global_items = {1}};
    coop_launch *launch = NULL;

    REFUSED(&stage->device, fine_launch(stage->device.run, &fine, &range, NULL, &launch), COOP_STALLED,
            "has made no progress");
    TEST_TRUE(launch == NULL);
}

TEST(a_work_group_stays_away_from_a_barrier)
{
    struct stage stage;
    struct one_stays_away_args args;
    coop_launch *launch = NULL;

    open_stage(&stage, STALL_NS);
    args = (struct one_stays_away_args){word_at(&stage, GATE), word_at(&stage, ENTERED)};
    OK(&stage.device, one_stays_away_launch(stage.device.run, &args, NULL, &launch));
    expect_stalled(&stage, launch, "kernel one_stays_away",
                   "global barrier that wait for 1 more: work-group 0, in slot ",
                   "waits at global_barrier, ");
    expect_refusal(&stage);
    coop_launch_destroy(launch);
    close_stage(&stage);
}

TEST(a_work_group_stays_away_from_a_resizing_barrier)
{
    struct stage stage;
    struct one_stays_away_resizing_args args;
    coop_launch *launch = NULL;

    open_stage(&stage, STALL_NS);
    args = (struct one_stays_away_resizing_args){word_at(&stage, GATE), word_at(&stage, ENTERED)};
    OK(&stage.device, one_stays_away_resizing_launch(stage.device.run, &args, NULL, &launch));
    expect_stalled(&stage, launch, "kernel one_stays_away_resizing",
                   "resizing global barrier that wait for 1 more", "waits at resizing_global_barrier, ");
    coop_launch_destroy(launch);
    close_stage(&stage);
}

TEST(a_regular_kernel_never_ends)
{
    struct stage stage;
    struct stays_args args;
    struct coop_ndrange range = {0};
    coop_launch *launch = NULL;

    open_stage(&stage, STALL_NS);
    args = (struct stays_args){word_at(&stage, GATE), word_at(&stage, ENTERED)};
    range.global_items[0] = stage.device.local_items;
    OK(&stage.device, stays_launch(stage.device.run, &args, &range, NULL, &launch));
    expect_stalled(&stage, launch, "kernel stays", "runs its kernel from ", "kernel stays, running");
    coop_launch_destroy(launch);
    close_stage(&stage);
}

TEST(a_regular_kernel_waits_for_kills_that_never_come)
{
    struct stage stage;
    struct never_offers_args args;
    struct fine_args fine;
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_options one = {.groups = 1};
    coop_launch *holder = NULL;
    coop_launch *launch = NULL;

    open_stage(&stage, STALL_NS);
    args = (struct never_offers_args){word_at(&stage, GATE), word_at(&stage, ENTERED)};
    fine = (struct fine_args){word_at(&stage, 128)};
    OK(&stage.device, never_offers_launch(stage.device.run, &args, NULL, &holder));
    await_entered(&stage, stage.device.workers);
    OK(&stage.device, fine_launch(stage.device.run, &fine, &range, &one, &launch));
    expect_stalled(&stage, launch, "kernel fine", "kernel never_offers, is asked for 1 of its ",
                   "kernel fine, waiting to start");
    /* The other one hears of it, too, and of whom it was said. */
    REFUSED(&stage.device, coop_launch_wait(holder, WAIT_NS, NULL), COOP_STALLED, "kernel fine");
    coop_launch_destroy(holder);
    coop_launch_destroy(launch);
    close_stage(&stage);
}

/* A launch of every work-group of the run is waited for by a thread of its own, while the test moves the
 * clock. */
struct waiter {
    coop_launch *launch;
    uint64_t timeout_ns; /* 0: long */
    coop_status status;
    atomic_int is_over;
    pthread_t thread;
};

static void *wait_for_it(void *argument)
{
    struct waiter *waiter = argument;

    waiter->status = coop_launch_wait(
        waiter->launch, waiter->timeout_ns != 0 ? waiter->timeout_ns : (uint64_t)100000 * 1000000000, NULL);
    waiter->is_over = 1;
    return NULL;
}

#define STEPS 5u
#define SLOW_STALL_NS ((uint64_t)3200 * 1000000)
#define HOP_NS ((uint64_t)900 * 1000000) /* less than what passes for a process that was stopped */
#define HOPS 3

/* Each step takes nearly what would be a stall, on a clock that nobody but the test moves. */
static void go_slowly(struct stage *stage, struct waiter *waiter)
{
    pthread_create(&waiter->thread, NULL, wait_for_it, waiter);
    for (uint32_t step = 1; step <= STEPS; step++) {
        for (int hop = 0; hop < HOPS; hop++) {
            fake_clock_advance(HOP_NS);
            fake_clock_await_reader();
        }
        open_gate(stage, step);
        device_await_u32(&stage->device, stage->words, ENTERED, step);
    }
    pthread_join(waiter->thread, NULL);
    fake_clock_go();
    TEST_EQUAL_TEXT(coop_status_name(waiter->status), "COOP_OK");
    coop_launch_destroy(waiter->launch);
}

TEST(slow_steps_of_a_cooperative_kernel_are_progress)
{
    struct stage stage;
    struct slow_steps_args args;
    struct coop_launch_options one = {.groups = 1};
    struct waiter waiter = {0};

    open_stage(&stage, SLOW_STALL_NS);
    args = (struct slow_steps_args){word_at(&stage, GATE), word_at(&stage, ENTERED), STEPS, {0}};
    fake_clock_stop();
    OK(&stage.device, slow_steps_launch(stage.device.run, &args, &one, &waiter.launch));
    go_slowly(&stage, &waiter);
    close_stage(&stage);
}

TEST(slow_logical_groups_of_a_regular_kernel_are_progress)
{
    struct stage stage;
    struct slow_groups_args args;
    struct coop_ndrange range = {0};
    struct coop_launch_options one = {.groups = 1};
    struct waiter waiter = {0};

    open_stage(&stage, SLOW_STALL_NS);
    args = (struct slow_groups_args){word_at(&stage, GATE), word_at(&stage, ENTERED)};
    range.global_items[0] = (uint64_t)STEPS * stage.device.local_items;
    fake_clock_stop();
    OK(&stage.device, slow_groups_launch(stage.device.run, &args, &range, &one, &waiter.launch));
    go_slowly(&stage, &waiter);
    close_stage(&stage);
}

/* What waits for a kernel that goes on, and cannot give anything up, is not stalled: it waits for that one's
 * end. Between any two looks of the watch the kernel makes steps. */
TEST(who_waits_for_a_healthy_kernel_is_not_stalled)
{
    struct stage stage;
    struct keeps_all_args args;
    struct fine_args fine;
    struct coop_ndrange range = {.global_items = {1}};
    struct waiter waiter = {0};
    coop_launch *holder = NULL;

    open_stage(&stage, SLOW_STALL_NS);
    args = (struct keeps_all_args){word_at(&stage, GATE), word_at(&stage, ENTERED), word_at(&stage, MADE)};
    fine = (struct fine_args){word_at(&stage, 128)};
    fake_clock_stop();
    OK(&stage.device, keeps_all_launch(stage.device.run, &args, NULL, &holder));
    await_entered(&stage, stage.device.workers);
    OK(&stage.device, fine_launch(stage.device.run, &fine, &range, NULL, &waiter.launch));
    pthread_create(&waiter.thread, NULL, wait_for_it, &waiter);
    for (int hop = 0; hop < 4 * HOPS; hop++) {
        uint32_t made = device_read_u32(&stage.device, stage.words, MADE);
        device_await_u32(&stage.device, stage.words, MADE, made + 2 * stage.device.workers);
        fake_clock_advance(HOP_NS);
        fake_clock_await_reader();
    }
    TEST_EQUAL(waiter.is_over, 0);
    open_gate(&stage, 1);
    pthread_join(waiter.thread, NULL);
    fake_clock_go();
    TEST_EQUAL_TEXT(coop_status_name(waiter.status), "COOP_OK");
    device_finish(&stage.device, holder, NULL);
    coop_launch_destroy(waiter.launch);
    close_stage(&stage);
}

/* All work-groups are kept for a job that does not come for days. Who waits behind it waits for that, longer
 * than what would be a stall. The watch's clock is the test's, the series' the device's. */
TEST(who_waits_behind_held_work_groups_is_not_stalled)
{
    struct stage stage;
    struct fine_args fine;
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_options job = {.period_ns = (uint64_t)1 << 48, .keep_ns = (uint64_t)1 << 48};
    struct coop_run_report report;
    char text[4000] = "";
    struct waiter waiter = {0};
    coop_launch *launch = NULL;

    open_stage(&stage, SLOW_STALL_NS);
    OK(&stage.device, coop_run_report(stage.device.run, &report));
    fine = (struct fine_args){word_at(&stage, 128)};
    OK(&stage.device, fine_launch(stage.device.run, &fine, &range, &job, &launch));
    device_finish(&stage.device, launch, NULL);
    fake_clock_stop();
    OK(&stage.device, fine_launch(stage.device.run, &fine, &range, NULL, &waiter.launch));
    pthread_create(&waiter.thread, NULL, wait_for_it, &waiter);
    for (int hop = 0; hop < 4 * HOPS && !waiter.is_over; hop++) {
        fake_clock_advance(HOP_NS);
        fake_clock_await_reader();
    }
    TEST_EQUAL(waiter.is_over, report.has_clock ? 0 : 1);
    if (report.has_clock) {
        OK(&stage.device, coop_run_describe(stage.device.run, text, sizeof text));
        TEST_CONTAINS(text, "for the next job of kernel fine");
        OK(&stage.device, coop_run_stop(stage.device.run, WAIT_NS));
    }
    pthread_join(waiter.thread, NULL);
    fake_clock_go();
    TEST_EQUAL_TEXT(coop_status_name(waiter.status), report.has_clock ? "COOP_STOPPED" : "COOP_OK");
    coop_launch_destroy(waiter.launch);
    close_stage(&stage);
}

/* The same clock finds a stall where there is one: the two tests above can fail. */
TEST(a_step_that_takes_longer_is_a_stall)
{
    struct stage stage;
    struct slow_steps_args args;
    struct coop_launch_options one = {.groups = 1};
    struct waiter waiter = {0};

    open_stage(&stage, SLOW_STALL_NS);
    args = (struct slow_steps_args){word_at(&stage, GATE), word_at(&stage, ENTERED), STEPS, {0}};
    fake_clock_stop();
    OK(&stage.device, slow_steps_launch(stage.device.run, &args, &one, &waiter.launch));
    pthread_create(&waiter.thread, NULL, wait_for_it, &waiter);
    for (int hop = 0; hop < 4 * HOPS && !waiter.is_over; hop++) {
        fake_clock_advance(HOP_NS);
        fake_clock_await_reader();
    }
    pthread_join(waiter.thread, NULL);
    fake_clock_go();
    TEST_EQUAL_TEXT(coop_status_name(waiter.status), "COOP_STALLED");
    coop_launch_destroy(waiter.launch);
    close_stage(&stage);
}

/* Whoever sets the machine's clock, or lets the machine sleep, makes no wait fail and nothing stalled. */
TEST(a_clock_that_jumps_makes_no_wait_fail)
{
    static const int64_t jumps_ns[] = {INT64_C(3600) * 1000000000, INT64_C(-7200) * 1000000000};
    struct stage stage;
    struct slow_steps_args args;
    struct coop_launch_options one = {.groups = 1};
    coop_launch *launch = NULL;
    struct waiter waiter = {0};

    open_stage(&stage, SLOW_STALL_NS);
    args = (struct slow_steps_args){word_at(&stage, GATE), word_at(&stage, ENTERED), 2, {0}};
    OK(&stage.device, slow_steps_launch(stage.device.run, &args, &one, &launch));
    waiter.launch = launch;
    waiter.timeout_ns = (uint64_t)60 * 1000000000;
    fake_clock_advance(0); /* this thread is the one that moves it */
    pthread_create(&waiter.thread, NULL, wait_for_it, &waiter);
    for (uint32_t i = 0; i < 2; i++) {
        fake_clock_await_reader();
        fake_clock_step_realtime(jumps_ns[i]);
        fake_clock_advance((uint64_t)3600 *
                           1000000000); /* CLOCK_MONOTONIC, as a machine that slept may show it */
        fake_clock_await_reader();
        open_gate(&stage, i + 1);
        device_await_u32(&stage.device, stage.words, ENTERED, i + 1);
    }
    pthread_join(waiter.thread, NULL);
    TEST_EQUAL_TEXT(coop_status_name(waiter.status), "COOP_OK");
    TEST_EQUAL(fake_clock_other_reads(), 0);
    coop_launch_destroy(launch);
    close_stage(&stage);
}
