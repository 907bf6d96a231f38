/* The global barrier (S5), with and without bare primitives around it, and waits at it. */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traffic.h"
#include <stdlib.h>

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

static void pass_messages(struct device *device, uint32_t groups, uint32_t rounds)
{
    coop_buffer *cells = device_buffer(device, (uint64_t)2 * groups * device->local_items * 4);
    coop_buffer *wrong = device_buffer(device, 4);
    struct passing_args args = {coop_buffer_address(cells), coop_buffer_address(wrong), rounds, {0}};
    struct coop_launch_options options = {.groups = groups};
    struct coop_launch_stats stats = {0};
    coop_launch *launch;

    OK(device, passing_launch(device->run, &args, &options, &launch));
    device_finish(device, launch, &stats);
    TEST_EQUAL(stats.groups_at_start, groups);
    TEST_EQUAL(stats.barriers, rounds);
    TEST_EQUAL(stats.kills + stats.forks + stats.barrier_kills + stats.barrier_forks, 0);
    TEST_EQUAL(device_read_u32(device, wrong, 0), 0);
    coop_buffer_destroy(cells);
    coop_buffer_destroy(wrong);
}

TEST(messages_through_plain_memory_arrive)
{
    struct device *device = open_device();

    pass_messages(device, device->workers, 2000);
}

TEST(one_work_group_passes_alone)
{
    pass_messages(open_device(), 1, 2000);
}

TEST(fewer_work_groups_than_workers_meet)
{
    pass_messages(open_device(), 2, 1000);
}

TEST(nobody_passes_before_the_last_arrives)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 4 * 256);
    coop_address at = coop_buffer_address(words);
    struct late_args args = {at, at + 256, at + 512, at + 768};
    coop_launch *launch;

    OK(device, late_launch(device->run, &args, NULL, &launch));
    device_await_u32(device, words, 64, device->workers);
    device_sleep_ms(30);
    TEST_EQUAL(coop_launch_wait(launch, 0, NULL), COOP_TIMED_OUT);
    TEST_EQUAL(device_read_u32(device, words, 128), 0);
    device_write_u32(device, words, 0, 1);
    device_finish(device, launch, NULL);
    TEST_EQUAL(device_read_u32(device, words, 128), 0);
    TEST_EQUAL(device_read_u32(device, words, 192), device->workers);
    coop_buffer_destroy(words);
}

/* Bare offers and requests between barriers while regular kernels come and go: an offer can be what completes
 * the barrier that the others wait at. Returns how many work-groups ended and began. */
static uint32_t mix(struct device *device, uint64_t *seed)
{
    enum { ROUNDS = 2000 };
    coop_buffer *words = device_buffer(device, 3 * ROUNDS * 4);
    coop_address at = coop_buffer_address(words);
    struct mixed_args args = {at, at + ROUNDS * 4, at + ROUNDS * 8, ROUNDS, DELAY};
    uint32_t *seen = malloc(3 * ROUNDS * 4);
    struct coop_launch_stats stats = {0};
    coop_launch *launch;

    OK(device, coop_buffer_fill(words, ROUNDS * 4, 0xff, ROUNDS * 4));
    OK(device, mixed_launch(device->run, &args, NULL, &launch));
    traffic_until_end(device, launch, seed, 0);
    device_finish(device, launch, &stats);
    OK(device, coop_buffer_read(words, 0, seen, 3 * ROUNDS * 4));
    for (uint32_t round = 0; round < ROUNDS && test_failures() == 0; round++) {
        TEST_AT_LEAST(seen[round], 1);
        TEST_AT_MOST(seen[round], device->workers);
        TEST_EQUAL(seen[ROUNDS + round], seen[round]);
        TEST_EQUAL(seen[2 * ROUNDS + round], seen[round]);
    }
    TEST_EQUAL(stats.barriers, ROUNDS);
    TEST_EQUAL(stats.barrier_kills + stats.barrier_forks, 0);
    free(seen);
    coop_buffer_destroy(words);
    return stats.kills + stats.forks;
}

TEST(everybody_counts_the_same_arrivals_under_offers_and_requests)
{
    struct device *device = open_device();
    uint64_t seed = test_seed();
    uint32_t changes = 0;

    for (int i = 0; i < 50 && changes < 40 && test_failures() == 0; i++) {
        changes += mix(device, &seed);
    }
    TEST_AT_LEAST(changes, 1);
}
