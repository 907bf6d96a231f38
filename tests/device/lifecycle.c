/* Contexts, modules, runs and launches from birth to death, and everything that must be refused with a
 * message. */
#include "coop/shared/control.h"
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traced_runs.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ENDLESS 0xffffffffu

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

/* Waits until a launch has passed a barrier, as the run's description has it: the kernel itself writes plain
 * memory, which nobody else may look at while it runs. */
static void await_a_barrier(struct device *device)
{
    static char text[65536];
    const char *passed = NULL;

    for (unsigned i = 0; i < 60000 && (passed == NULL || atoi(passed + 9) < 1); i++) {
        device_sleep_ms(1);
        OK(device, coop_run_describe(device->run, text, sizeof text));
        passed = strstr(text, "barriers ");
    }
    TEST_TRUE(passed != NULL && atoi(passed + 9) >= 1);
}

/* A cooperative kernel that passes barriers for ever, and the buffer that it uses. */
static coop_launch *launch_endless(struct device *device, coop_buffer **cells)
{
    struct passing_args args = {0};
    coop_launch *launch = NULL;

    *cells = device_buffer(device, (uint64_t)2 * device->workers * device->local_items * 4 + 256);
    args.cells = coop_buffer_address(*cells) + 256;
    args.wrong = coop_buffer_address(*cells);
    args.rounds = ENDLESS;
    OK(device, passing_launch(device->run, &args, NULL, &launch));
    await_a_barrier(device);
    return launch;
}

static coop_launch *launch_gated(struct device *device, coop_buffer *words, uint32_t groups)
{
    struct stubborn_args args = {coop_buffer_address(words), coop_buffer_address(words) + 256};
    struct coop_launch_options options = {.groups = groups};
    coop_launch *launch = NULL;

    OK(device, stubborn_launch(device->run, &args, &options, &launch));
    device_await_u32(device, words, 64, 1);
    return launch;
}

static void expect_works(struct device *device)
{
    coop_buffer *out = device_buffer(device, 400);
    struct count_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {100}};
    coop_launch *launch = NULL;

    OK(device, count_launch(device->run, &args, &range, NULL, &launch));
    device_finish(device, launch, NULL);
    TEST_EQUAL(device_read_u32(device, out, 99), 1);
    coop_buffer_destroy(out);
}

TEST(stops_between_the_barriers_of_a_kernel)
{
    struct device *device = open_device();
    coop_buffer *cells;
    coop_launch *launch = launch_endless(device, &cells);

    TEST_EQUAL(coop_launch_wait(launch, 1000000, NULL), COOP_TIMED_OUT);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_STOPPED,
            "stopped before passing completed");
    OK(device, coop_run_stop(device->run, WAIT_NS)); /* stopped before */
    TEST_EQUAL(device_read_u32(device, cells, 0), 0);
    coop_launch_destroy(launch);
    coop_buffer_destroy(cells);
}

TEST(stops_between_the_groups_of_a_regular_kernel)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 8);
    struct stamp_args args = {coop_buffer_address(words), coop_buffer_address(words) + 4};
    struct coop_ndrange range = {.global_items = {(uint64_t)1 << 50}};
    coop_launch *launch = NULL;

    OK(device, stamp_launch(device->run, &args, &range, NULL, &launch));
    device_await_u32(device, words, 0, 1);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_STOPPED, "stopped before stamp completed");
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
}

TEST(stops_launches_that_wait_to_start)
{
    struct device *device = open_device();
    coop_buffer *cells;
    coop_launch *endless = launch_endless(device, &cells); /* gives nothing up */
    coop_launch *waiting[20];
    struct count_args args = {coop_buffer_address(cells)};
    struct coop_ndrange range = {.global_items = {1}};

    for (int i = 0; i < 20; i++) {
        OK(device, count_launch(device->run, &args, &range, NULL, &waiting[i]));
    }
    OK(device, coop_run_stop(device->run, WAIT_NS));
    for (int i = 0; i < 20; i++) {
        struct coop_launch_stats stats;
        TEST_EQUAL(coop_launch_wait(waiting[i], WAIT_NS, &stats), COOP_STOPPED);
        TEST_EQUAL(stats.groups_at_start, 0);
        coop_launch_destroy(waiting[i]);
    }
    TEST_EQUAL(coop_launch_wait(endless, WAIT_NS, NULL), COOP_STOPPED);
    coop_launch_destroy(endless);
    coop_buffer_destroy(cells);
}

TEST(a_missed_deadline_shows_who_waits_for_what)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *launch = launch_gated(device, words, 1);
    struct coop_error error;

    REFUSED(device, coop_launch_wait(launch, 50000000, NULL), COOP_TIMED_OUT,
            "has not completed before the deadline");
    coop_context_error(device->context, &error);
    TEST_CONTAINS(error.details, "kernel stubborn, running: wants 1 work-group; active 1");
    TEST_CONTAINS(error.details, "slot 0: scheduler");
    TEST_CONTAINS(error.details, "slot 2: ");
    TEST_CONTAINS(error.details, ", work-group 0 of launch ");
    coop_error_clear(&error);
    device_write_u32(device, words, 0, 1);
    device_finish(device, launch, NULL);
    coop_buffer_destroy(words);
}

TEST(a_stop_that_meets_a_kernel_without_primitives_can_be_repeated)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *launch = launch_gated(device, words, 1);

    REFUSED(device, coop_run_stop(device->run, 50000000), COOP_TIMED_OUT, "has not left the megakernel");
    device_write_u32(device, words, 0, 1);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    TEST_EQUAL(coop_launch_wait(launch, WAIT_NS, NULL), COOP_STOPPED);
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
}

/* The time of what does not move, as far as somebody has watched it: 0 for nothing. */
TEST(a_stop_that_times_out_says_for_how_long_nothing_moved)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *launch = launch_gated(device, words, 1);
    static char text[65536];
    struct coop_error error;

    OK(device, coop_run_describe(device->run, text, sizeof text));
    TEST_CONTAINS(text, "kernel stubborn, running");
    TEST_CONTAINS(text, "nobody has watched it before");
    TEST_TRUE(strstr(text, "no progress for") == NULL);
    REFUSED(device, coop_run_stop(device->run, 1200000000), COOP_TIMED_OUT, "has not left the megakernel");
    coop_context_error(device->context, &error);
    TEST_CONTAINS(error.details, "kernel stubborn, running");
    TEST_CONTAINS(error.details, "no progress for ");
    TEST_TRUE(strstr(error.details, "no progress for 0 ms") == NULL);
    TEST_TRUE(strstr(error.details, "nobody has watched") == NULL);
    coop_error_clear(&error);
    device_write_u32(device, words, 0, 1);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
}

TEST(the_environment_sets_a_watchdog)
{
    struct device *device = open_device();
    struct coop_run_options options = {.worker_groups = device->workers, .local_items = device->local_items};
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *launch;

    device_stop(device);
    traced_runs_pause(1); /* a run without a trace would have a watchdog of its own */
    setenv("COOP_STALL_AFTER", "0.2 s", 1);
    REFUSED(device, coop_run_start(device->module, &options, &device->run), COOP_INVALID_ARGUMENT,
            "COOP_STALL_AFTER is \"0.2 s\"");
    setenv("COOP_STALL_AFTER", "0.2", 1);
    OK(device, coop_run_start(device->module, &options, &device->run));
    unsetenv("COOP_STALL_AFTER");
    traced_runs_pause(0);
    launch = launch_gated(device, words, 1);
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_STALLED, "has made no progress for");
    device_write_u32(device, words, 0, 1);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
}

TEST(a_wait_without_end_is_refused)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *launch = launch_gated(device, words, 1);
    struct count_args args = {coop_buffer_address(words) + 512};
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_options endless = {.groups = 1, .timeout_ns = UINT64_MAX};
    struct coop_launch_options longest = {.groups = 1, .timeout_ns = UINT64_MAX - 1};
    coop_launch *another = NULL;
    struct coop_error error;

    REFUSED(device, coop_launch_wait(launch, UINT64_MAX, NULL), COOP_INVALID_ARGUMENT, "a wait without end");
    REFUSED(device, coop_run_stop(device->run, UINT64_MAX), COOP_INVALID_ARGUMENT, "a wait without end");
    REFUSED(device, count_launch(device->run, &args, &range, &endless, &another), COOP_INVALID_ARGUMENT,
            "a wait without end");
    REFUSED(device, coop_launch_wait(launch, 0, NULL), COOP_TIMED_OUT, "has not completed yet");
    coop_context_error(device->context, &error);
    TEST_EQUAL_TEXT(error.details, ""); /* a question does not poll every work-group */
    coop_error_clear(&error);
    REFUSED(device, coop_launch_wait(launch, 1, NULL), COOP_TIMED_OUT, "before the deadline");
    coop_context_error(device->context, &error);
    TEST_CONTAINS(error.details, "slot 0: scheduler");
    coop_error_clear(&error);
    device_write_u32(device, words, 0, 1);
    OK(device, coop_launch_wait(launch, WAIT_NS, NULL));
    OK(device, coop_launch_wait(launch, 0, NULL)); /* again, after the end */
    OK(device, count_launch(device->run, &args, &range, &longest, &another));
    OK(device, coop_launch_wait(another, UINT64_MAX - 1, NULL));
    coop_launch_destroy(another);
    coop_launch_destroy(launch);
    coop_buffer_destroy(words);
}

TEST(a_launch_after_the_stop_is_refused)
{
    struct device *device = open_device();
    struct count_args args = {0};
    struct coop_ndrange range = {.global_items = {1}};
    coop_launch *launch = (coop_launch *)device;

    OK(device, coop_run_stop(device->run, WAIT_NS));
    REFUSED(device, count_launch(device->run, &args, &range, NULL, &launch), COOP_STOPPED,
            "the run has stopped");
    TEST_TRUE(launch == NULL);
    open_device();
    expect_works(device);
}

TEST(a_context_has_one_run_at_a_time_and_another_one_after)
{
    struct device *device = open_device();
    struct coop_run_options options = {.worker_groups = device->workers, .local_items = device->local_items};
    coop_run *second = (coop_run *)device;

    REFUSED(device, coop_run_start(device->module, &options, &second), COOP_BUSY, "has a live run already");
    TEST_TRUE(second == NULL);
    for (int i = 0; i < 5; i++) {
        expect_works(device);
        device_stop(device);
        open_device();
    }
    expect_works(device);
}

TEST(a_launch_that_was_forgotten_goes_on)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_launch *launch = launch_gated(device, words, 1);

    coop_launch_destroy(launch);
    TEST_EQUAL(coop_launch_wait(launch, 0, NULL), COOP_INVALID_HANDLE);
    device_write_u32(device, words, 0, 1);
    expect_works(device);
    coop_buffer_destroy(words);
}

TEST(null_is_destroyed_by_everybody_and_refused_by_the_rest)
{
    struct coop_run_report run_report;
    struct coop_device_report device_report;
    struct coop_kernel_report kernel_report;
    struct coop_kernel_id id = {"count", 0};
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_trace trace;
    struct coop_error error;
    char text[8];
    coop_run *run;
    coop_launch *launch;
    coop_buffer *buffer;
    coop_module *module;

    coop_context_destroy(NULL);
    coop_module_destroy(NULL);
    coop_run_destroy(NULL);
    coop_launch_destroy(NULL);
    coop_buffer_destroy(NULL);
    TEST_EQUAL(coop_context_error(NULL, &error), COOP_INVALID_HANDLE);
    TEST_EQUAL(error.status, COOP_INVALID_HANDLE);
    coop_error_clear(&error);
    TEST_EQUAL(coop_context_device(NULL, &device_report), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_module_create(NULL, "", 0, NULL, &module), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_module_load(NULL, "x", NULL, &module), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_module_kernel(NULL, 0, &kernel_report), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_run_start(NULL, NULL, &run), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_run_stop(NULL, 0), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_run_report(NULL, &run_report), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_run_describe(NULL, text, sizeof text), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_trace_take(NULL, &trace), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_launch_cooperative(NULL, &id, NULL, 0, NULL, &launch), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_launch_regular(NULL, &id, NULL, 0, &range, NULL, &launch), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_launch_wait(NULL, 0, NULL), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_buffer_create(NULL, 1, &buffer), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_buffer_write(NULL, 0, text, 1), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_buffer_read(NULL, 0, text, 1), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_buffer_fill(NULL, 0, 0, 1), COOP_INVALID_HANDLE);
    TEST_EQUAL_U64(coop_buffer_address(NULL) + coop_buffer_bytes(NULL), 0);
}

/* A second context, of the same device. */
static coop_context *second_context(struct device *device)
{
    struct coop_context_options options = {.memory_bytes = 1 << 20};
    coop_context *context = NULL;

    if (!TEST_EQUAL(coop_context_create(&options, &context), COOP_OK)) {
        (void)device;
        exit(1);
    }
    return context;
}

TEST(destroying_a_context_makes_all_its_handles_stale)
{
    struct device *device = open_device();
    struct device second = {0};
    struct coop_run_options options = {.worker_groups = 1, .local_items = device->local_items};
    struct coop_run_report report;
    struct coop_kernel_report kernel;
    coop_buffer *cells = NULL;
    coop_launch *launch;
    char byte;

    device_stop(device); /* two megakernels may not fit */
    second.context = second_context(device);
    second.workers = 1;
    second.local_items = device->local_items;
    OK(&second,
       coop_module_create(second.context, kernels_module_text, kernels_module_bytes, NULL, &second.module));
    OK(&second, coop_run_start(second.module, &options, &second.run));
    launch = launch_endless(&second, &cells);
    coop_context_destroy(second.context);
    TEST_EQUAL(coop_launch_wait(launch, 0, NULL), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_run_report(second.run, &report), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_run_stop(second.run, 0), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_module_kernel(second.module, 0, &kernel), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_buffer_read(cells, 0, &byte, 1), COOP_INVALID_HANDLE);
    TEST_EQUAL_U64(coop_buffer_address(cells), 0);
    coop_launch_destroy(launch);
    coop_run_destroy(second.run);
    coop_module_destroy(second.module);
    coop_buffer_destroy(cells);
    coop_context_destroy(second.context);
}

/* Where the default is 30 s. */
#define SHORT_STOP_NS 200000000
#define SOON_SECONDS 20

TEST(a_run_says_how_long_its_destroy_waits)
{
    struct device *device = open_device();
    struct device second = {.workers = 1, .local_items = device->local_items};
    struct coop_run_options options = {
        .worker_groups = 1, .local_items = device->local_items, .stop_timeout_ns = SHORT_STOP_NS};
    struct timespec begun;
    struct timespec ended;
    coop_buffer *words;
    coop_launch *launch;

    device_stop(device);
    second.context = second_context(device);
    OK(&second,
       coop_module_create(second.context, kernels_module_text, kernels_module_bytes, NULL, &second.module));
    traced_runs_pause(1); /* checking a trace stops the run first */
    OK(&second, coop_run_start(second.module, &options, &second.run));
    traced_runs_pause(0);
    words = device_buffer(&second, 1024);
    launch = launch_gated(&second, words, 1);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    coop_run_destroy(second.run);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    TEST_AT_MOST(ended.tv_sec - begun.tv_sec, SOON_SECONDS);
    REFUSED(&second, coop_launch_wait(launch, 1, NULL), COOP_TIMED_OUT, "before the deadline");
    device_write_u32(&second, words, 0, 1);
    TEST_EQUAL(coop_launch_wait(launch, WAIT_NS, NULL), COOP_STOPPED);
    coop_launch_destroy(launch);
    coop_context_destroy(second.context);
}

TEST(handles_of_another_kind_are_refused)
{
    struct device *device = open_device();
    struct coop_run_report report;

    TEST_EQUAL(coop_run_report((coop_run *)device->module, &report), COOP_INVALID_HANDLE);
    TEST_EQUAL(coop_launch_wait((coop_launch *)device->run, 0, NULL), COOP_INVALID_HANDLE);
    TEST_EQUAL_U64(coop_buffer_bytes((coop_buffer *)device->context), 0);
    coop_context_destroy((coop_context *)device->run);
    coop_run_destroy((coop_run *)device->module);
    expect_works(device);
}

TEST(a_wait_after_the_run_was_destroyed_knows_the_outcome)
{
    struct device *device = open_device();
    coop_buffer *cells;
    coop_launch *launch = launch_endless(device, &cells);

    coop_run_destroy(device->run);
    device->run = NULL;
    REFUSED(device, coop_launch_wait(launch, WAIT_NS, NULL), COOP_STOPPED, "passing");
    coop_launch_destroy(launch);
    coop_buffer_destroy(cells);
}

TEST(two_runs_in_two_contexts_at_once)
{
    struct device *device = open_device();
    struct device second = {0};
    struct device third = {0};
    struct coop_run_options options = {.worker_groups = 1, .local_items = device->local_items};
    struct coop_device_report report;

    OK(device, coop_context_device(device->context, &report));
    device_stop(device);
    if (report.compute_units < 5) {
        TEST_NOTE("%u compute units do not hold two runs", report.compute_units);
        return;
    }
    second.context = second_context(device);
    second.workers = 1;
    second.local_items = device->local_items;
    OK(&second,
       coop_module_create(second.context, kernels_module_text, kernels_module_bytes, NULL, &second.module));
    OK(device, coop_run_start(device->module, &options, &device->run));
    if (!device_serves_contexts_at_once(device)) {
        REFUSED(&second, coop_run_start(second.module, &options, &second.run), COOP_BUSY,
                "lets no second one work meanwhile");
        coop_status status = coop_context_create(NULL, &third.context);
        REFUSED(&third, status, COOP_BUSY, "lets no second one work meanwhile");
        coop_context_destroy(third.context);
        device_stop(device);
        coop_context_destroy(second.context);
        return;
    }
    OK(&second, coop_run_start(second.module, &options, &second.run));
    for (int i = 0; i < 20; i++) {
        expect_works(device);
        expect_works(&second);
    }
    coop_context_destroy(second.context);
    expect_works(device);
    device_stop(device);
}

/* Where a work-group takes a thread until it ends, runs of several contexts share them: one that names its
 * number is refused if there are not so many, and one that names none takes those that are free. */
TEST(a_run_for_which_other_runs_leave_too_few_threads_is_refused)
{
    struct device *device = open_device();
    struct device second = {.workers = 1, .local_items = device->local_items};
    struct coop_device_report report;
    struct coop_run_options options = {.local_items = device->local_items};
    struct coop_run_report run;
    uint32_t free;
    char words[64];

    OK(device, coop_context_device(device->context, &report));
    if (report.worker_groups_max == 0) {
        TEST_SKIP("a work-group of this driver takes no thread");
    }
    second.context = second_context(device);
    OK(&second,
       coop_module_create(second.context, kernels_module_text, kernels_module_bytes, NULL, &second.module));
    options.worker_groups = report.worker_groups_max;
    snprintf(words, sizeof words, " has %u, of which other runs of this process have %u",
             report.compute_units, device->workers + 1 + (strcmp(report.transport, "copy") == 0));
    REFUSED(&second, coop_run_start(second.module, &options, &second.run), COOP_BUSY, words);
    TEST_CONTAINS(coop_last_error()->message, "POCL_MAX_PTHREAD_COUNT to at least ");
    expect_works(device);
    options.worker_groups = 0;
    free = report.compute_units - (device->workers + 1);
    if (free >= 3) { /* a scheduler, a worker, and what stays free */
        OK(&second, coop_run_start(second.module, &options, &second.run));
        OK(&second, coop_run_report(second.run, &run));
        TEST_EQUAL(run.worker_groups, free - 2);
        expect_works(&second);
        expect_works(device);
        device_stop(&second);
    }
    device_stop(device); /* gives its own back */
    options.worker_groups = report.worker_groups_max;
    OK(&second, coop_run_start(second.module, &options, &second.run));
    expect_works(&second);
    coop_context_destroy(second.context);
}

static atomic_int launchers_done;

static void *launch_until_refused(void *unused)
{
    struct device *device = unused;
    struct count_args args = {0};
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_options options = {.timeout_ns = WAIT_NS};
    coop_buffer *out = device_buffer(device, 4);
    coop_status status = COOP_OK;

    args.out = coop_buffer_address(out);
    while (status == COOP_OK) {
        coop_launch *launch = NULL;
        status = count_launch(device->run, &args, &range, &options, &launch);
        if (status == COOP_OK) {
            status = coop_launch_wait(launch, WAIT_NS, NULL);
            coop_launch_destroy(launch);
        }
    }
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_STOPPED");
    coop_buffer_destroy(out);
    atomic_fetch_add(&launchers_done, 1);
    return NULL;
}

TEST(threads_that_launch_see_the_stop)
{
    struct device *device = open_device();
    pthread_t threads[3];

    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, launch_until_refused, device);
    }
    device_sleep_ms(100);
    OK(device, coop_run_stop(device->run, WAIT_NS));
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    TEST_EQUAL(launchers_done, 3);
}

TEST(the_control_block_is_small)
{
    struct device *device = open_device();
    struct coop_run_report report;

    OK(device, coop_run_report(device->run, &report));
    TEST_EQUAL(sizeof(struct coop_slot), 512);
    TEST_AT_MOST(report.control_bytes, COOP_CONTROL_BYTES_MAX + 512 * ((uint64_t)device->workers + 1));
    TEST_EQUAL(report.worker_groups, device->workers);
    TEST_EQUAL(report.local_items, device->local_items);
    TEST_EQUAL(report.is_live, 1);
}

TEST(a_description_is_cut_at_its_capacity)
{
    struct device *device = open_device();
    char text[64];

    memset(text, 'x', sizeof text);
    OK(device, coop_run_describe(device->run, text, 0));
    TEST_EQUAL(text[0], 'x');
    OK(device, coop_run_describe(device->run, text, 1));
    TEST_EQUAL(text[0], '\0');
    TEST_EQUAL(text[1], 'x');
    OK(device, coop_run_describe(device->run, text, 20));
    TEST_EQUAL(strlen(text), 19);
    TEST_EQUAL(text[20], 'x');
}
