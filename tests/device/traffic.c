#include "traffic.h"

#ifndef TRAFFIC_KERNELS
#define TRAFFIC_KERNELS "kernels.h" /* of a module with kernels.cl, which is its first file */
#endif
#include TRAFFIC_KERNELS
#include <stdlib.h>
#include <time.h>

enum { ITEMS_MAX = 4096 };

static void check_counts(struct device *device, coop_buffer *out, uint32_t items)
{
    uint32_t *counts = malloc(ITEMS_MAX * 4);

    OK(device, coop_buffer_read(out, 0, counts, ITEMS_MAX * 4));
    for (uint32_t i = 0; i < ITEMS_MAX && test_failures() == 0; i++) {
        TEST_EQUAL(counts[i], i < items);
    }
    free(counts);
}

static void launch_one(struct device *device, coop_buffer *out, uint32_t groups, uint32_t items)
{
    struct count_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {items}};
    struct coop_launch_options options = {.groups = groups, .priority = 1, .timeout_ns = WAIT_NS};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    OK(device, coop_buffer_fill(out, 0, 0, ITEMS_MAX * 4));
    OK(device, count_launch(device->run, &args, &range, &options, &launch));
    if (device_finish(device, launch, &stats)) {
        TEST_AT_LEAST(stats.groups_at_start, 1);
        TEST_AT_MOST(stats.groups_at_start, groups);
        check_counts(device, out, items);
    }
}

uint32_t traffic_until_end(struct device *device, coop_launch *launch, uint64_t *random, uint32_t groups)
{
    coop_buffer *out = device_buffer(device, ITEMS_MAX * 4);
    time_t end = time(NULL) + 60;
    uint32_t launched = 0;

    while (test_failures() == 0 && time(NULL) < end && coop_launch_wait(launch, 0, NULL) == COOP_TIMED_OUT) {
        uint32_t wanted = groups != 0 ? groups : 1 + (uint32_t)test_random_below(random, device->workers);
        launch_one(device, out, wanted, 1 + (uint32_t)test_random_below(random, ITEMS_MAX));
        launched++;
    }
    coop_buffer_destroy(out);
    return launched;
}
