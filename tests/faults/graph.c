/* Every OpenCL call of a graph's life fails once, or all do from one on, as those of a device that is lost: a
 * status and a sentence that names the call, nothing stays, nothing hangs, and the next graph is right; and
 * nothing grows from start to start. With in_runs=1 the graph is executed in runs. */
#include "graph_scenario.h"
#include "opencl_shim.h"
#include "scenario.h"
#include "sweep.h"
#include "test.h"
#include <ctype.h>
#include <string.h>

#define SECONDS 100

/* How calls fail. */
struct kind {
    enum shim_code code;
    int goes_on;
};

/* Of a command of the timeline, which is then without times, and is counted. */
static int may_be_untimed(const char *function)
{
    return strcmp(function, "clRetainEvent") == 0 || strcmp(function, "clGetEventProfilingInfo") == 0;
}

/* A release, about which nothing can be done; a question about a parameter, which not every driver
 * answers; the last wait for a queue whose commands have ended; the end of a mapping whose memory is released
 * next; a run's question that is asked again; a timeline's, whether a command has times already. */
static int may_be_ignored(const char *function)
{
    if (strcmp(function, "clGetEventInfo") == 0) {
        return test_option("in_runs", 0) != 0 || test_option("timeline", 0) != 0;
    }
    return strncmp(function, "clRelease", strlen("clRelease")) == 0 ||
           strcmp(function, "clGetKernelArgInfo") == 0 || strcmp(function, "clFinish") == 0 ||
           strcmp(function, "clEnqueueUnmapMemObject") == 0;
}

/* Whether a message has the code -5, and not one that only begins so. */
static int has_code(const char *message)
{
    const char *at = strstr(message, "-5");

    while (at != NULL && isdigit((unsigned char)at[2])) {
        at = strstr(at + 1, "-5");
    }
    return at != NULL;
}

static void check_outcome(const struct graph_outcome *outcome, const struct shim_report *report, int goes_on)
{
    if (outcome->status == COOP_OK) {
        TEST_TRUE(outcome->is_right);
        if (may_be_untimed(report->function)) {
            TEST_EQUAL_U64(outcome->untimed, 1);
        } else if (!may_be_ignored(report->function)) {
            TEST_FAIL("%s failed, and nobody was told", report->function);
        }
    } else if (report->code != -1001 &&
               report->code != CL_DEVICE_NOT_FOUND) { /* which mean that there is none */
        if (!goes_on) {
            TEST_CONTAINS(outcome->message, report->function);
        } else if (!has_code(outcome->message)) { /* where all fail, the one that matters is named */
            TEST_FAIL("no -5 in: %s", outcome->message);
        }
    }
}

static int fail_at(uint64_t at, void *context)
{
    const struct kind *kind = context;
    struct shim_plan plan = {
        .at = at, .code = kind->code, .goes_on = kind->goes_on, .is_lost = kind->goes_on};
    struct shim_report report;
    struct graph_outcome outcome;
    struct graph_outcome afterwards;
    unsigned objects = shim_objects();
    int before = test_failures();

    shim_begin(&plan);
    graph_scenario_run(NULL, &outcome);
    report = shim_report();
    shim_begin(NULL);
    if (report.function == NULL) {
        TEST_TRUE(outcome.is_right);
        return 0;
    }
    check_outcome(&outcome, &report, kind->goes_on);
    TEST_EQUAL(shim_objects(), objects);
    TEST_EQUAL(shim_wrong_releases(), 0);
    graph_scenario_run(NULL, &afterwards);
    TEST_TRUE(afterwards.is_right);
    TEST_EQUAL(shim_objects(), objects);
    if (test_failures() > before) {
        TEST_NOTE("call %llu, %s, failed with %d: %s: %s: %s", (unsigned long long)at, report.function,
                  report.code, outcome.step, coop_status_name(outcome.status), outcome.message);
    }
    return 1;
}

/* By day one call in `stride`. */
static void sweep_kind(struct kind kind)
{
    const struct coop_device_report *device = scenario_choose();
    uint64_t stride = test_option("stride", 1) * (kind.goes_on ? 5 : 1);

    shim_watch(device->platform_index, device->device_index);
    TEST_AT_LEAST(sweep(1 + (uint64_t)kind.code, stride, 20, SECONDS, fail_at, &kind),
                  stride < 100 ? 100 / stride : 1); /* in runs it makes 122, otherwise more */
}

TEST(each_call_of_a_graph_fails_in_its_own_way)
{
    sweep_kind((struct kind){.code = SHIM_TYPICAL});
}

TEST(each_call_of_a_graph_fails_for_lack_of_resources)
{
    sweep_kind((struct kind){.code = SHIM_OUT_OF_RESOURCES});
}

/* A device that is lost answers nothing any more. */
TEST(all_calls_of_a_graph_fail_from_one_on)
{
    sweep_kind((struct kind){.code = SHIM_OUT_OF_RESOURCES, .goes_on = 1});
}

/* ---- times ---- */

static struct graph_outcome run_with(const struct shim_plan *plan)
{
    struct graph_outcome outcome;

    shim_begin(plan);
    graph_scenario_run(NULL, &outcome);
    TEST_TRUE(shim_report().function != NULL);
    shim_begin(NULL);
    TEST_EQUAL(shim_objects(), 0);
    return outcome;
}

/* The markers for the clocks of two devices ask 16 times. */
TEST(a_driver_that_does_not_tell_times_is_no_failure_of_the_graph)
{
    struct shim_plan plan = {.function = "clGetEventProfilingInfo", .at = 3, .code = SHIM_TYPICAL};
    const struct coop_device_report *device = scenario_choose();
    struct graph_outcome outcome;

    graph_scenario_keep(1000);
    shim_watch(device->platform_index, device->device_index);
    outcome = run_with(&plan);
    TEST_EQUAL_TEXT(coop_status_name(outcome.status), "COOP_OPENCL_FAILED");
    TEST_CONTAINS(outcome.message, "clGetEventProfilingInfo failed with -7");
    plan.at = 30;
    outcome = run_with(&plan);
    TEST_EQUAL(outcome.status, COOP_OK);
    TEST_TRUE(outcome.is_right);
    TEST_EQUAL_U64(outcome.untimed, 1);
    plan.goes_on = 1;
    outcome = run_with(&plan);
    TEST_EQUAL(outcome.status, COOP_OK);
    TEST_TRUE(outcome.is_right);
    TEST_AT_LEAST(outcome.untimed, 50);
    plan.function = "clRetainEvent";
    plan.at = 1;
    plan.goes_on = 0;
    outcome = run_with(&plan);
    TEST_EQUAL(outcome.status, COOP_OK);
    TEST_EQUAL_U64(outcome.untimed, 1);
    graph_scenario_keep(0);
}

/* ---- starts ---- */

static unsigned objects_before;
static unsigned objects_after;

static void note_before(void)
{
    objects_before = shim_objects();
}

static void note_after(void)
{
    objects_after = shim_objects();
}

TEST(objects_do_not_grow_from_start_to_start)
{
    const struct graph_hooks hooks = {1000, note_before, note_after};
    struct graph_outcome outcome;
    const struct coop_device_report *device = scenario_choose();

    shim_watch(device->platform_index, device->device_index);
    shim_begin(NULL);
    graph_scenario_run(&hooks, &outcome);
    if (!TEST_TRUE(outcome.is_right)) {
        TEST_NOTE("%s: %s", outcome.step, outcome.message);
    }
    TEST_AT_LEAST(objects_before, 10);
    TEST_EQUAL(objects_after, objects_before);
    TEST_EQUAL(shim_objects(), 0);
}
