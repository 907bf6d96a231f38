/* Every OpenCL call of a program's life fails once, and every one from some call on: the outcome is a status
 * and a message that names the call, nothing leaks, nothing hangs, and the next context works. */
#include "opencl_shim.h"
#include "scenario.h"
#include "sweep.h"
#include "test.h"
#include <stdlib.h>
#include <string.h>

#define SECONDS 100
#define DISTINCT_CALLS 80         /* from there on a run is live, and the same are made again and again */
#define OBJECTS_OF_A_RUN 6        /* context, queue, program, kernel, event, memory */
#define OBJECTS_OF_A_RUN_COPIED 9 /* two queues and the staging memory besides */

/* copy=1: the same over the copy transport, which tries again what fails once, and ends for good where a call
 * fails again and again (G5). */
static int is_copied(void)
{
    int is_so = test_option("copy", 0) != 0;

    setenv("COOP_TRANSPORT", is_so ? "copy" : "svm", 1);
    return is_so;
}

static int is_one_of(const char *function, const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(function, names[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

/* May this call fail without anybody being told? A release, since nothing can be done about it; a question
 * that is asked again. */
static int may_be_ignored(const char *function)
{
    static const char *const names[] = {"clReleaseContext", "clReleaseCommandQueue", "clReleaseProgram",
                                        "clReleaseKernel",  "clReleaseEvent",        "clGetEventInfo"};
    static const char *const of_copies[] = {
        "clEnqueueReadBuffer",     "clEnqueueWriteBuffer", "clFlush", "clFinish",
        "clEnqueueUnmapMemObject", "clReleaseMemObject"};

    return is_one_of(function, names, sizeof names / sizeof *names) ||
           (is_copied() && is_one_of(function, of_copies, sizeof of_copies / sizeof *of_copies));
}

static int is_status_of_a_call(coop_status status)
{
    return status == COOP_OPENCL_FAILED || status == COOP_OUT_OF_MEMORY || status == COOP_NO_DEVICE ||
           status == COOP_DEVICE_UNFIT || status == COOP_BUILD_FAILED;
}

/* The record names the call, says what was being done, and has OpenCL's code. */
static void check_record(const struct outcome *outcome, const struct shim_report *report)
{
    TEST_EQUAL(outcome->error.status, outcome->status);
    TEST_TRUE(outcome->error.doing[0] != '\0');
    if (outcome->status == COOP_NO_DEVICE && (report->code == -1001 || report->code == CL_DEVICE_NOT_FOUND)) {
        /* That is what this code says: there is no platform, or one without a device. */
        int is_selected = report->code == CL_DEVICE_NOT_FOUND && getenv("POCL_DEVICES") != NULL;
        TEST_CONTAINS(outcome->error.message, is_selected ? "has no device" : "no OpenCL device ");
    } else {
        TEST_CONTAINS(outcome->error.message, report->function);
        TEST_EQUAL(outcome->error.opencl_code, report->code);
    }
}

static void check_outcome(const struct outcome *outcome, const struct shim_report *report)
{
    if (outcome->status == COOP_OK) {
        TEST_TRUE(outcome->results_are_right);
        if (!may_be_ignored(report->function)) {
            TEST_FAIL("%s failed, and nobody was told", report->function);
        }
        return;
    }
    if (!TEST_TRUE(is_status_of_a_call(outcome->status))) {
        TEST_NOTE("%s is %s", outcome->step, coop_status_name(outcome->status));
    }
    if (outcome->has_record) {
        check_record(outcome, report);
    } else if (outcome->status == COOP_DEVICE_UNFIT) { /* the reason in a device's report */
        TEST_CONTAINS(outcome->error.message, report->function);
    } else {
        TEST_EQUAL_TEXT(outcome->step, "coop_device_list"); /* it succeeds, and lists another device */
    }
}

struct kind {
    enum shim_code code;
    int goes_on;
};

/* The kind of fault is over: the same process can do all of it. */
static void expect_good_run(void)
{
    struct outcome outcome;

    shim_begin(NULL);
    scenario_run(0, &outcome);
    if (!TEST_EQUAL_TEXT(coop_status_name(outcome.status), "COOP_OK")) {
        TEST_NOTE("afterwards %s says: %s", outcome.step, outcome.error.message);
    }
    TEST_TRUE(outcome.results_are_right);
}

static uint64_t call_of_place(uint64_t place)
{
    uint64_t stride = test_option("stride", 1);

    return place <= DISTINCT_CALLS ? place : DISTINCT_CALLS + (place - DISTINCT_CALLS) * stride;
}

static int fail_at(uint64_t place, void *context)
{
    const struct kind *kind = context;
    uint64_t at = call_of_place(place);
    struct shim_plan plan = {.at = at, .goes_on = kind->goes_on, .code = kind->code};
    struct shim_report report;
    struct outcome outcome;
    unsigned objects = shim_objects();
    int before = test_failures();

    shim_begin(&plan);
    scenario_run((unsigned)at, &outcome);
    report = shim_report();
    if (report.function == NULL) {
        return 0;
    }
    check_outcome(&outcome, &report);
    if (kind->goes_on && outcome.run_was_started && shim_objects() > objects) {
        /* Nobody can say any more whether the megakernel has left: what it may touch is kept. */
        TEST_EQUAL(shim_objects(), objects + (is_copied() ? OBJECTS_OF_A_RUN_COPIED : OBJECTS_OF_A_RUN));
    } else {
        TEST_EQUAL(shim_objects(), objects);
    }
    TEST_EQUAL(shim_wrong_releases(), 0);
    expect_good_run();
    if (test_failures() > before) {
        TEST_NOTE("call %llu, %s, failed with %d; %s ended with %s\n  %s: %s", (unsigned long long)at,
                  report.function, report.code, outcome.step, coop_status_name(outcome.status),
                  outcome.error.doing, outcome.error.message);
    }
    return 1;
}

/* The compiler's log cannot be had: the refusal stands without it. */
static int fail_at_in_refusals(uint64_t at, void *context)
{
    struct shim_plan plan = {.at = at, .function = context};
    struct outcome outcome;

    shim_begin(&plan);
    scenario_refusals(&outcome);
    if (shim_report().function == NULL) {
        return 0;
    }
    TEST_EQUAL_TEXT(coop_status_name(outcome.status), "COOP_OK");
    TEST_TRUE(outcome.results_are_right);
    TEST_EQUAL(shim_objects(), 0);
    return 1;
}

static int expect_all_good(uint64_t at, void *context)
{
    (void)at;
    (void)context;
    expect_good_run();
    TEST_EQUAL(shim_objects(), 0);
    return 0;
}

/* The device under test, without a fault. */
static void open_device(void)
{
    const struct coop_device_report *device = scenario_choose();

    shim_watch(device->platform_index, device->device_index);
    sweep(1, 1, 1, SECONDS, expect_all_good, NULL);
}

/* One call in `every`. */
static void sweep_kind(struct kind kind, uint64_t every)
{
    uint64_t places;

    is_copied();
    open_device();
    places = sweep(1, every, 40, SECONDS, fail_at, &kind);
    TEST_NOTE("%llu calls failed", (unsigned long long)places);
    TEST_AT_LEAST(places, 40 / every);
}

TEST(each_call_fails_for_lack_of_resources)
{
    sweep_kind((struct kind){SHIM_OUT_OF_RESOURCES, 0}, test_option("lack", 1));
}

TEST(each_call_fails_in_its_own_way)
{
    sweep_kind((struct kind){SHIM_TYPICAL, 0}, 1);
}

TEST(all_calls_fail_from_one_on)
{
    sweep_kind((struct kind){SHIM_TYPICAL, 1}, test_option("from", 1));
}

TEST(a_refusal_stands_without_the_compilers_log)
{
    char function[] = "clGetProgramBuildInfo";

    open_device();
    TEST_EQUAL(sweep(1, 1, 10, SECONDS, fail_at_in_refusals, function), 2);
}

/* Nothing of what is asked about other devices is answered: whoever wants this one gets it. */
static int others_fail(uint64_t at, void *context)
{
    struct shim_plan plan = {.at = 1, .goes_on = 1, .of_others = 1, .code = SHIM_TYPICAL};
    struct outcome outcome;

    (void)at;
    (void)context;
    shim_begin(&plan);
    scenario_run(0, &outcome);
    if (shim_report().function == NULL) {
        TEST_SKIP("there is no other device");
    }
    TEST_EQUAL_TEXT(coop_status_name(outcome.status), "COOP_OK");
    TEST_TRUE(outcome.results_are_right);
    TEST_EQUAL(shim_objects(), 0);
    return 0;
}

TEST(faults_of_another_device_are_its_own)
{
    open_device();
    sweep(1, 1, 1, SECONDS, others_fail, NULL);
}

/* The driver ends the megakernel with an error of its own: what had not completed says so, what had completed
 * stands. */
static void expect_driver_ended_it(const struct outcome *outcome)
{
    TEST_EQUAL_TEXT(coop_status_name(outcome->status), "COOP_OPENCL_FAILED");
    TEST_EQUAL(outcome->error.opencl_code, CL_OUT_OF_RESOURCES);
    TEST_CONTAINS(outcome->error.message, "the driver ended the megakernel with CL_OUT_OF_RESOURCES (-5)");
    TEST_EQUAL(shim_objects(), 0);
    TEST_EQUAL(shim_wrong_releases(), 0);
    expect_good_run();
}

static int driver_ends_it(uint64_t at, void *context)
{
    struct outcome outcome;

    (void)at;
    (void)context;
    shim_begin(NULL);
    shim_end_with(SHIM_KERNELS, CL_OUT_OF_RESOURCES);
    scenario_stopped_early(&outcome, NULL);
    shim_end_with(SHIM_KERNELS, 0);
    expect_driver_ended_it(&outcome);
    return 0;
}

TEST(a_megakernel_that_the_driver_ends_is_no_stop)
{
    open_device();
    sweep(1, 1, 1, SECONDS, driver_ends_it, NULL);
}

/* The stop is on its way, and one read has seen it there. */
static void fail_the_next_reads(void)
{
    struct shim_plan plan = {.at = 2, .function = "clEnqueueReadBuffer", .goes_on = 1};

    shim_begin(&plan);
}

/* A GPU's driver that ends a kernel lets no copy pass from then on either. */
static int driver_ends_it_and_the_copies(uint64_t at, void *context)
{
    struct outcome outcome;

    (void)at;
    (void)context;
    shim_begin(NULL);
    shim_end_with(SHIM_KERNELS, CL_OUT_OF_RESOURCES);
    scenario_stopped_early(&outcome, fail_the_next_reads);
    TEST_TRUE(shim_report().function != NULL);
    shim_end_with(SHIM_KERNELS, 0);
    shim_begin(NULL);
    expect_driver_ended_it(&outcome);
    return 0;
}

TEST(a_megakernel_that_the_driver_ends_with_all_copies_leaves_nothing_behind)
{
    setenv("COOP_TRANSPORT", "copy", 1);
    open_device();
    sweep(1, 1, 1, SECONDS, driver_ends_it_and_the_copies, NULL);
}

/* A copy that ends with an error has ended: nothing has to be kept for its sake. */
static int copies_end_with_an_error(uint64_t at, void *context)
{
    struct outcome outcome;

    (void)at;
    (void)context;
    shim_begin(NULL);
    shim_end_with(SHIM_COPIES, CL_OUT_OF_RESOURCES);
    scenario_stopped_early(&outcome, NULL);
    shim_end_with(SHIM_COPIES, 0);
    TEST_EQUAL_TEXT(coop_status_name(outcome.status), "COOP_OPENCL_FAILED");
    TEST_EQUAL(outcome.error.opencl_code, CL_OUT_OF_RESOURCES);
    TEST_CONTAINS(outcome.error.message,
                  "the device's memory cannot be reached any more: clEnqueueReadBuffer "
                  "failed with CL_OUT_OF_RESOURCES (-5); destroy the context");
    TEST_EQUAL(shim_objects(), 0);
    TEST_EQUAL(shim_wrong_releases(), 0);
    expect_good_run();
    return 0;
}

TEST(copies_that_end_with_an_error_leave_nothing_behind)
{
    setenv("COOP_TRANSPORT", "copy", 1);
    open_device();
    sweep(1, 1, 1, SECONDS, copies_end_with_an_error, NULL);
}
