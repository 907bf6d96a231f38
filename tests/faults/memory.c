/* Every allocation of the library's host code fails once, and every one from some allocation on: the outcome
 * is COOP_OUT_OF_MEMORY with a message, nothing leaks, and the next context works. */
#include "memory_shim.h"
#include "scenario.h"
#include "sweep.h"
#include "test.h"
#include <string.h>

#define SECONDS 100

/* The table of handles grows once and stays, and so do the details of this thread's last failure. */
#define BLOCKS_KEPT_MAX 2

static void check_outcome(const struct outcome *outcome)
{
    if (outcome->status == COOP_OK) { /* a text beside an error may be lost, and nothing else */
        TEST_TRUE(outcome->results_are_right);
        return;
    }
    if (strstr(outcome->step, "coop_trace_write") != NULL) {
        TEST_TRUE(outcome->status == COOP_OUT_OF_MEMORY || outcome->status == COOP_IO_FAILED);
        return; /* a trace has no context, and no record */
    }
    if (strstr(outcome->step, "coop_device_list") != NULL && outcome->status == COOP_DEVICE_UNFIT) {
        TEST_CONTAINS(outcome->error.message, "CL_OUT_OF_HOST_MEMORY");
        return;
    }
    TEST_TRUE(outcome->status == COOP_OUT_OF_MEMORY || outcome->status == COOP_DEVICE_UNFIT);
    if (outcome->has_record) {
        TEST_EQUAL(outcome->error.status, outcome->status);
        TEST_TRUE(outcome->error.doing[0] != '\0');
        if (strstr(outcome->error.message, "memory") == NULL &&
            strstr(outcome->error.message, "MEMORY") == NULL) {
            TEST_FAIL("the record does not speak of memory");
        }
    }
}

static void run(uint64_t at, int refusals, struct outcome *outcome)
{
    if (refusals) {
        scenario_refusals(outcome);
    } else {
        scenario_run((unsigned)at, outcome);
    }
}

static void expect_good(int refusals)
{
    struct outcome outcome;

    memory_shim_begin(0, 0);
    run(0, refusals, &outcome);
    TEST_EQUAL_TEXT(coop_status_name(outcome.status), "COOP_OK");
    TEST_TRUE(outcome.results_are_right);
}

struct kind {
    int refusals;
    int goes_on;
};

static int fail_at(uint64_t at, void *context)
{
    const struct kind *kind = context;
    int before = test_failures();
    struct outcome outcome;

    memory_shim_begin(at, kind->goes_on);
    run(at, kind->refusals, &outcome);
    if (!memory_shim_failed()) {
        return 0;
    }
    check_outcome(&outcome);
    TEST_AT_MOST(memory_shim_blocks(), BLOCKS_KEPT_MAX);
    expect_good(kind->refusals);
    TEST_AT_MOST(memory_shim_blocks(), BLOCKS_KEPT_MAX);
    if (test_failures() > before) {
        TEST_NOTE("after allocation %llu failed, %s ended with %s\n  %s: %s", (unsigned long long)at,
                  outcome.step, coop_status_name(outcome.status), outcome.error.doing, outcome.error.message);
    }
    return 1;
}

/* One allocation in `every`. */
static void sweep_kind(struct kind kind, uint64_t every, unsigned at_least)
{
    uint64_t places;

    scenario_choose();
    places = sweep(1, every, 8, SECONDS, fail_at, &kind);
    TEST_NOTE("%llu allocations failed", (unsigned long long)places);
    TEST_AT_LEAST(places, at_least / every);
}

TEST(each_allocation_of_a_run_fails)
{
    sweep_kind((struct kind){0, 0}, 1, 20);
}

TEST(all_allocations_of_a_run_fail_from_one_on)
{
    sweep_kind((struct kind){0, 1}, test_option("from", 1), 20);
}

TEST(each_allocation_of_refused_modules_fails)
{
    sweep_kind((struct kind){1, 0}, test_option("refused", 1), 8);
}
