/* Every OpenCL call of opening and closing two parts of a device fails once, as two domains and as one: a
 * status, a sentence that names the call, no device, context or queue that stays, and the next time it
 * works. */
#include "coop/devices.h"
#include "opencl_shim.h"
#include "scenario.h"
#include "sweep.h"
#include "test.h"
#include <string.h>

#define SECONDS 100

struct kind {
    const char *domains;
    int of_others; /* the parts are other devices than the one that is cut */
    int goes_on;
};

static coop_status open_and_close(const struct kind *kind)
{
    struct coop_devices_options options = {
        .split = 2, .groups = "1", .domains = kind->domains, .memory_bytes = 1 << 20};
    coop_devices *devices = NULL;
    coop_status status = coop_devices_open(&options, &devices);

    TEST_EQUAL(status == COOP_OK, devices != NULL);
    coop_devices_close(devices);
    return status;
}

static int is_release(const char *function)
{
    return strncmp(function, "clRelease", strlen("clRelease")) == 0;
}

static void check_status(coop_status status, const struct shim_report *report)
{
    if (status == COOP_OK) {
        if (!is_release(report->function)) {
            TEST_FAIL("%s failed, and nobody was told", report->function);
        }
        return;
    }
    TEST_EQUAL(coop_last_error()->status, status);
    if (report->code != -1001 && report->code != CL_DEVICE_NOT_FOUND) { /* which mean that there is none */
        TEST_CONTAINS(coop_last_error()->message, report->function);
    }
}

static int fail_at(uint64_t at, void *context)
{
    const struct kind *kind = context;
    struct shim_plan plan = {
        .at = at, .of_others = kind->of_others, .goes_on = kind->goes_on, .code = SHIM_TYPICAL};
    struct shim_report report;
    unsigned objects = shim_objects();
    int before = test_failures();
    coop_status status;

    shim_begin(&plan);
    status = open_and_close(kind);
    report = shim_report();
    shim_begin(NULL);
    if (report.function == NULL) {
        return 0;
    }
    check_status(status, &report);
    TEST_EQUAL(shim_objects(), objects);
    TEST_EQUAL(shim_wrong_releases(), 0);
    if (test_failures() > before) {
        TEST_NOTE("call %llu, %s, failed with %d: %s: %s", (unsigned long long)at, report.function,
                  report.code, coop_status_name(status), status != COOP_OK ? coop_last_error()->message : "");
    }
    TEST_EQUAL(open_and_close(kind), COOP_OK);
    TEST_EQUAL(shim_objects(), objects);
    return 1;
}

static void sweep_kind(struct kind kind, unsigned at_least)
{
    const struct coop_device_report *device = scenario_choose();

    shim_watch(device->platform_index, device->device_index);
    TEST_AT_LEAST(sweep(1, 1, 40, SECONDS, fail_at, &kind), at_least);
}

TEST(each_call_of_opening_two_domains_fails)
{
    sweep_kind((struct kind){"separate", 0, 0}, 20);
}

TEST(each_call_of_opening_one_domain_of_two_devices_fails)
{
    sweep_kind((struct kind){NULL, 0, 0}, 20);
}

TEST(each_question_about_a_part_fails)
{
    sweep_kind((struct kind){"separate", 1, 0}, 8);
}

TEST(all_calls_of_opening_two_domains_fail_from_one_on)
{
    sweep_kind((struct kind){"separate", 0, 1}, 20);
}
