/* Helpers that hold barriers: sums over a work-group, in kernels of both kinds, against sums on the host. */
#include "device.h"
#include "helper_kernels.h"
#include "helper_kernels_text.h"
#include <stdlib.h>
#include <time.h>

enum { ITEMS = 5000 };

struct blocks {
    struct device *device;
    uint32_t items;
    uint32_t block_items;
    uint32_t block_count;
    uint32_t in[ITEMS];
    coop_buffer *in_buffer, *out_buffer, *sums_buffer, *next_buffer;
};

static void blocks_init(struct blocks *blocks, uint32_t items, uint32_t block_items)
{
    uint64_t random = 12345;

    blocks->device = device_open(helper_kernels_module_text, helper_kernels_module_bytes);
    blocks->items = items;
    blocks->block_items = block_items != 0 ? block_items : blocks->device->local_items;
    blocks->block_count = (items + blocks->block_items - 1) / blocks->block_items;
    for (uint32_t i = 0; i < items; i++) {
        blocks->in[i] = (uint32_t)test_random_below(&random, 1000);
    }
    blocks->in_buffer = device_buffer(blocks->device, ITEMS * 4);
    blocks->out_buffer = device_buffer(blocks->device, ITEMS * 4);
    blocks->sums_buffer = device_buffer(blocks->device, ITEMS * 4);
    blocks->next_buffer = device_buffer(blocks->device, 4);
    OK(blocks->device, coop_buffer_write(blocks->in_buffer, 0, blocks->in, sizeof blocks->in));
}

/* Every block has been done `times` times. */
static void blocks_check(struct blocks *blocks, uint32_t times)
{
    static uint32_t out[ITEMS];
    static uint32_t sums[ITEMS];

    OK(blocks->device, coop_buffer_read(blocks->out_buffer, 0, out, sizeof out));
    OK(blocks->device, coop_buffer_read(blocks->sums_buffer, 0, sums, sizeof sums));
    for (uint32_t block = 0; block < blocks->block_count && test_failures() == 0; block++) {
        uint32_t sum = 0;
        for (uint32_t i = block * blocks->block_items;
             i < blocks->items && i < (block + 1) * blocks->block_items; i++) {
            TEST_EQUAL(out[i], sum * times);
            sum += blocks->in[i];
        }
        TEST_EQUAL(sums[block], sum * times);
    }
    coop_buffer_destroy(blocks->in_buffer);
    coop_buffer_destroy(blocks->out_buffer);
    coop_buffer_destroy(blocks->sums_buffer);
    coop_buffer_destroy(blocks->next_buffer);
}

static void run_regular(uint32_t items, uint32_t local_items)
{
    struct blocks blocks;
    struct coop_ndrange range = {1, {items}, {local_items}, {0}};
    struct blocks_args args;
    coop_launch *launch;

    blocks_init(&blocks, items, local_items);
    args = (struct blocks_args){coop_buffer_address(blocks.in_buffer),
                                coop_buffer_address(blocks.out_buffer),
                                coop_buffer_address(blocks.sums_buffer),
                                items,
                                {0}};
    OK(blocks.device, blocks_launch(blocks.device->run, &args, &range, NULL, &launch));
    device_finish(blocks.device, launch, NULL);
    blocks_check(&blocks, 1);
}

TEST(regular_kernels_call_them_in_whole_groups)
{
    uint32_t local = device_open(helper_kernels_module_text, helper_kernels_module_bytes)->local_items;

    run_regular(4 * local, 0);
    run_regular(local, local);
}

/* Groups at the edge and groups that are smaller than the run's have idle work-items. */
TEST(regular_kernels_call_them_in_partial_groups)
{
    uint32_t local = device_open(helper_kernels_module_text, helper_kernels_module_bytes)->local_items;

    run_regular(4 * local + 1, 0);
    run_regular(1, local);
    run_regular(100, (local + 1) / 2);
    run_regular(101, local > 5 ? 5 : 1);
}

/* Launches `count` while the cooperative kernel runs, so that it shrinks and grows. Returns how often it
 * did. */
static uint64_t finish_under_traffic(struct blocks *blocks, coop_launch *launch, uint64_t *random)
{
    struct device *device = blocks->device;
    coop_buffer *out = device_buffer(device, device->local_items * 4);
    struct coop_launch_stats stats = {0};

    while (test_failures() == 0 && coop_launch_wait(launch, 0, NULL) == COOP_TIMED_OUT) {
        struct count_args args = {coop_buffer_address(out)};
        struct coop_ndrange range = {1, {device->local_items}, {0}, {0}};
        struct coop_launch_options options = {
            .groups = 1 + (uint32_t)test_random_below(random, device->workers), .timeout_ns = WAIT_NS};
        coop_launch *other;
        OK(device, count_launch(device->run, &args, &range, &options, &other));
        device_finish(device, other, NULL);
    }
    device_finish(device, launch, &stats);
    coop_buffer_destroy(out);
    return stats.kills + stats.forks + stats.barrier_kills + stats.barrier_forks;
}

/* On a busy machine a launch may be over before the scheduler changes its mind: again, until there was
 * something to see. */
static void run_cooperative(uint32_t rounds)
{
    uint64_t random = test_seed();
    uint64_t changes = 0;
    time_t end = time(NULL) + 20;

    for (uint32_t i = 0; changes < 20 && test_failures() == 0 && (i == 0 || time(NULL) < end); i++) {
        struct blocks blocks;
        coop_launch *launch;

        blocks_init(&blocks, ITEMS - i % 100, 0);
        if (rounds > 0) {
            struct rounds_args args = {coop_buffer_address(blocks.in_buffer),
                                       coop_buffer_address(blocks.out_buffer),
                                       coop_buffer_address(blocks.sums_buffer), blocks.items, rounds};
            OK(blocks.device, rounds_launch(blocks.device->run, &args, NULL, &launch));
        } else {
            struct drawing_args args = {coop_buffer_address(blocks.in_buffer),
                                        coop_buffer_address(blocks.out_buffer),
                                        coop_buffer_address(blocks.sums_buffer),
                                        coop_buffer_address(blocks.next_buffer),
                                        blocks.items,
                                        {0}};
            OK(blocks.device, drawing_launch(blocks.device->run, &args, NULL, &launch));
        }
        changes += finish_under_traffic(&blocks, launch, &random);
        blocks_check(&blocks, rounds > 0 ? rounds : 1);
    }
    TEST_AT_LEAST(changes, 1);
}

TEST(cooperative_kernels_call_them_between_resizing_barriers)
{
    run_cooperative(40);
}

TEST(cooperative_kernels_call_them_between_offers)
{
    run_cooperative(0);
}
