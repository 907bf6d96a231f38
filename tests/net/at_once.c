/* Handlers of coop_handlers_parallel through the library, between ranks that are threads: each call runs
 * once, and so does what it calls in turn; and the work-items of a delivery work-group share the calls of
 * a buffer.
 *
 * Handlers cannot ask which work-item runs them. But PoCL runs the work-items of a work-group one after
 * the other: so the calls of a buffer run in as many ascending series as work-items have some of them.
 * `local=`: the local size. */
#include "at_once.h"

#include "at_once_calls.h"
#include "at_once_text.h"
#include "loop_attached.h"
#include <stdlib.h>
#include <string.h>

#define SECOND_NS UINT64_C(1000000000)
#define CALLS 4000u /* of each rank, at the next one */

static uint32_t local_items;
static uint32_t deliver_groups;

static coop_net_array *make_array(struct rank *rank)
{
    const struct coop_net_array_options options = {.elements = rank->ranks * (UINT64_C(1) + CALLS),
                                                   .element_bytes = 8};
    coop_net_array *array = NULL;

    OK(coop_net_array_create(rank->net, &options, &array));
    return array;
}

/* Each of the calls has run once. Returns how often a call was followed by one with a smaller number. */
static uint32_t check_calls(coop_net_array *array)
{
    uint64_t *seen = calloc(1 + CALLS, sizeof *seen);
    uint32_t *times = calloc(1 + CALLS, sizeof *times);
    coop_buffer *part;
    uint64_t first;
    uint64_t count;
    uint32_t steps_back = 0;
    uint32_t wrong = 0;

    OK(coop_net_array_local(array, &part, &first, &count));
    OK(coop_buffer_read(part, 0, seen, (1 + CALLS) * sizeof *seen));
    TEST_EQUAL_U64(seen[0], CALLS);
    for (uint32_t i = 1; i <= CALLS; i++) {
        times[seen[i] <= CALLS ? seen[i] : 0]++;
        steps_back += i > 1 && seen[i] < seen[i - 1];
    }
    for (uint32_t i = 1; i <= CALLS; i++) {
        wrong += times[i] != 1;
    }
    TEST_EQUAL(wrong, 0);
    free(seen);
    free(times);
    return steps_back;
}

static void call(struct rank *rank, const struct attached *attached)
{
    const struct call_in_order_args args = {.net = coop_net_address(rank->net), .count = CALLS};
    coop_launch *launch = NULL;

    OK(call_in_order_launch(attached->run, &args, &(struct coop_launch_options){.groups = 1}, &launch));
    if (!OK(coop_launch_wait(launch, 100 * SECOND_NS, NULL))) {
        TEST_NOTE("rank %u: %s", rank->rank, coop_last_error()->message);
    }
    coop_launch_destroy(launch);
}

/* Are work-items run one after the other? */
static int has_one_after_the_other(const struct rank *rank)
{
    struct coop_device_report report;

    return OK(coop_context_device(rank->context, &report)) &&
           strstr(report.platform_name, "Portable") != NULL;
}

static void call_at_once(struct rank *rank)
{
    coop_net_array *marks = make_array(rank);
    coop_net_array *tells = make_array(rank);
    struct attached attached;
    uint32_t steps_back;

    if (!attach_run(rank, at_once_module_text, at_once_module_bytes, local_items, 3, &attached)) {
        return;
    }
    call(rank, &attached);
    OK(coop_net_barrier(rank->net, 100 * SECOND_NS)); /* all ranks are quiet: so all have run, also here */
    steps_back = check_calls(marks);
    TEST_NOTE("rank %u: %u steps back", rank->rank, steps_back);
    if (has_one_after_the_other(rank)) {
        TEST_AT_LEAST(steps_back, local_items - 1); /* in one buffer that has as many calls */
        TEST_TRUE(steps_back == 0 || local_items > 1 || deliver_groups > 1);
    }
    OK(coop_net_settle(rank->net, 100 * SECOND_NS)); /* what handlers have called */
    check_calls(tells);
    check_counts(rank);
}

static void be_called(uint32_t ranks, uint32_t groups)
{
    local_items = (uint32_t)test_option("local", 32);
    deliver_groups = groups;
    crew_run(&(struct crew){
        .ranks = ranks, .body = call_at_once, .memory_bytes = 32 << 20, .deliver_groups = groups});
}

TEST(all_work_items_of_delivery_run_calls)
{
    be_called(2, 1);
}

TEST(two_delivery_groups_run_calls)
{
    be_called(3, 2);
}
