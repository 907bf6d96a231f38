/* Every allocation of a graph's life fails once: COOP_OUT_OF_MEMORY with a sentence, nothing stays, and
 * the next graph is right; none is made between start and wait on queues, and none stays in runs. */
#include "graph_scenario.h"
#include "memory_shim.h"
#include "scenario.h"
#include "sweep.h"
#include "test.h"
#include <string.h>

#define SECONDS 100

/* The table of handles grows once and stays, and so do the details of this thread's last failure. There
 * are two such tables: a library each. */
#define BLOCKS_KEPT_MAX 4

static int fail_at(uint64_t at, void *context)
{
    struct graph_outcome outcome;
    struct graph_outcome afterwards;
    int before = test_failures();

    (void)context;
    memory_shim_begin(at, 0);
    graph_scenario_run(NULL, &outcome);
    if (!memory_shim_failed()) {
        TEST_TRUE(outcome.is_right);
        return 0;
    }
    TEST_TRUE(outcome.is_right || outcome.status == COOP_OUT_OF_MEMORY ||
              outcome.status == COOP_DEVICE_UNFIT);
    if (outcome.status == COOP_OUT_OF_MEMORY && strstr(outcome.message, "memory") == NULL &&
        strstr(outcome.message, "MEMORY") == NULL) {
        TEST_FAIL("the record does not speak of memory");
    }
    memory_shim_begin(0, 0);
    graph_scenario_run(NULL, &afterwards);
    TEST_TRUE(afterwards.is_right);
    TEST_AT_MOST(memory_shim_blocks(), BLOCKS_KEPT_MAX);
    if (test_failures() > before) {
        TEST_NOTE("after allocation %llu failed, %s ended with %s: %s", (unsigned long long)at, outcome.step,
                  coop_status_name(outcome.status), outcome.message);
    }
    return 1;
}

TEST(each_allocation_of_a_graph_fails)
{
    uint64_t stride = test_option("stride", 1);

    scenario_choose();
    TEST_AT_LEAST(sweep(1, stride, 20, SECONDS, fail_at, NULL), 60 / stride);
}

static void fail_the_next(void)
{
    memory_shim_begin(1, 1);
}

static int has_failed;

static void fail_no_more(void)
{
    has_failed = memory_shim_failed();
    memory_shim_begin(0, 0);
}

TEST(nothing_is_allocated_from_start_to_the_end_of_the_wait)
{
    const struct graph_hooks hooks = {50, fail_the_next, fail_no_more};
    struct graph_outcome outcome;

    scenario_choose();
    memory_shim_begin(0, 0);
    graph_scenario_run(&hooks, &outcome);
    TEST_TRUE(outcome.is_right);
    TEST_EQUAL(has_failed, 0);
}

/* ---- starts ---- */

static long blocks_before;
static long blocks_after;

static void note_before(void)
{
    blocks_before = memory_shim_blocks();
}

static void note_after(void)
{
    blocks_after = memory_shim_blocks();
}

TEST(memory_does_not_grow_from_start_to_start)
{
    const struct graph_hooks hooks = {(unsigned)test_option("starts", 50), note_before, note_after};
    struct graph_outcome outcome;

    scenario_choose();
    memory_shim_begin(0, 0);
    graph_scenario_run(&hooks, &outcome);
    TEST_TRUE(outcome.is_right);
    TEST_AT_LEAST(blocks_before, 10);
    /* Threads of runs and of the driver free a block or two a little later; a leak is one for each start. */
    TEST_AT_MOST(blocks_after, blocks_before + hooks.starts / 5);
}
