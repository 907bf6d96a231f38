/* Shrinking and growing: offer_kill (S3), request_fork (S4), resizing_global_barrier (S6). */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traffic.h"
#include <stdlib.h>
#include <time.h>

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

static coop_launch *launch_count(struct device *device, coop_buffer *out, uint32_t groups)
{
    struct count_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {device->local_items * 2}};
    struct coop_launch_options options = {.groups = groups};
    coop_launch *launch;

    OK(device, count_launch(device->run, &args, &range, &options, &launch));
    return launch;
}

TEST(offers_end_all_but_work_group_zero)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024 + 4 * device->workers);
    coop_buffer *out = device_buffer(device, 8 * device->local_items);
    coop_address at = coop_buffer_address(words);
    struct offering_args args = {at, at + 256, at + 1024};
    struct coop_launch_stats stats = {0};
    struct coop_launch_stats regular = {0};
    coop_launch *launch;

    OK(device, offering_launch(device->run, &args, NULL, &launch));
    device_await_u32(device, words, 64, device->workers);
    device_finish(device, launch_count(device, out, device->workers), &regular);
    TEST_EQUAL(regular.groups_at_start, device->workers - 1); /* all that can be had */
    device_write_u32(device, words, 0, 1);
    device_finish(device, launch, &stats);
    TEST_EQUAL(stats.groups_at_start, device->workers);
    TEST_EQUAL(stats.kills, device->workers - 1);
    TEST_EQUAL(stats.forks + stats.barrier_kills + stats.barrier_forks, 0);
    for (uint32_t id = 0; id < device->workers; id++) {
        TEST_EQUAL(device_read_u32(device, words, 256 + id), id == 0);
    }
    coop_buffer_destroy(words);
    coop_buffer_destroy(out);
}

TEST(offers_end_the_highest_work_group_first)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024 + 4 * device->workers);
    coop_buffer *out = device_buffer(device, 8 * device->local_items);
    coop_address at = coop_buffer_address(words);
    struct offering_args args = {at, at + 256, at + 1024};
    struct coop_launch_stats stats = {0};
    coop_launch *launch;

    OK(device, offering_launch(device->run, &args, NULL, &launch));
    device_await_u32(device, words, 64, device->workers);
    device_finish(device, launch_count(device, out, 1), NULL);
    device_write_u32(device, words, 0, 1);
    device_finish(device, launch, &stats);
    TEST_EQUAL(stats.kills, 1);
    for (uint32_t id = 0; id < device->workers; id++) {
        TEST_EQUAL(device_read_u32(device, words, 256 + id), id < device->workers - 1);
    }
    coop_buffer_destroy(words);
    coop_buffer_destroy(out);
}

TEST(primitives_do_nothing_when_nobody_wants_anything)
{
    struct device *device = open_device();
    coop_buffer *ended = device_buffer(device, 4 * device->workers);
    struct offering_in_vain_args args = {coop_buffer_address(ended), 3000, {0}};
    struct coop_launch_stats stats = {0};
    coop_launch *launch;

    OK(device, offering_in_vain_launch(device->run, &args, NULL, &launch));
    device_finish(device, launch, &stats);
    TEST_EQUAL(stats.kills + stats.forks + stats.barrier_kills + stats.barrier_forks, 0);
    for (uint32_t id = 0; id < device->workers; id++) {
        TEST_EQUAL(device_read_u32(device, ended, id), device->workers);
    }
    coop_buffer_destroy(ended);
}

TEST(joiners_begin_after_the_call_with_the_forkers_values)
{
    struct device *device = open_device();
    uint32_t held = device->workers - 1;
    coop_buffer *words = device_buffer(device, 2048 + 4 * device->workers);
    coop_address at = coop_buffer_address(words);
    struct hold_args hold = {at, at + 256};
    struct requesting_args args = {at + 512, at + 768, at + 2048, at + 1024};
    struct coop_ndrange range = {.global_items = {device->local_items * held}};
    struct coop_launch_options options = {.groups = held};
    struct coop_launch_stats stats = {0};
    coop_launch *holding;
    coop_launch *launch;

    OK(device, hold_launch(device->run, &hold, &range, &options, &holding));
    device_await_u32(device, words, 64, held);
    OK(device, requesting_launch(device->run, &args, NULL, &launch));
    device_await_u32(device, words, 192, 1);
    device_write_u32(device, words, 0, 1);
    device_finish(device, holding, NULL);
    for (uint32_t id = 1; id < device->workers; id++) {
        device_await_u32(device, words, 512 + id, 1);
    }
    device_write_u32(device, words, 128, 1);
    device_finish(device, launch, &stats);
    TEST_EQUAL(stats.groups_at_start, 1);
    TEST_EQUAL(stats.forks, device->workers - 1);
    TEST_EQUAL(stats.kills + stats.barrier_kills + stats.barrier_forks, 0);
    TEST_EQUAL(device_read_u32(device, words, 256), 0); /* wrong values */
    TEST_EQUAL(device_read_u32(device, words, 192), 1); /* only the launched one began at the beginning */
    for (uint32_t id = 0; id < device->workers; id++) {
        TEST_EQUAL(device_read_u32(device, words, 512 + id), id > 0);
    }
    coop_buffer_destroy(words);
}

/* M as every round saw it, from what the work-groups wrote down; 0 and a failed check when they disagree. */
static uint32_t groups_of_round(const uint32_t *seen, uint32_t stride)
{
    uint32_t groups = seen[0] >> 16;

    TEST_AT_LEAST(groups, 1);
    TEST_AT_MOST(groups, stride);
    for (uint32_t id = 0; id < stride; id++) {
        TEST_EQUAL(seen[id] & 0xffff, id < groups);
        TEST_EQUAL(seen[id] >> 16, id < groups ? groups : 0);
    }
    return groups;
}

/* What the rounds add up to. */
static void check_rounds(const uint32_t *seen, uint32_t rounds, uint32_t stride, uint32_t kills_most,
                         const struct coop_launch_stats *stats)
{
    uint32_t kills = 0;
    uint32_t forks = 0;
    uint32_t before = 0;

    for (uint32_t round = 0; round < rounds && test_failures() == 0; round++) {
        uint32_t groups = groups_of_round(seen + round * stride, stride);
        if (round > 0 && groups < before) {
            TEST_AT_MOST(before - groups, kills_most);
            kills += before - groups;
        } else if (round > 0) {
            forks += groups - before;
        }
        before = groups;
    }
    TEST_AT_LEAST(stats->barrier_kills, kills); /* the last barrier changes M after the last round */
    TEST_AT_MOST(stats->barrier_kills, kills + stride);
    TEST_AT_LEAST(stats->barrier_forks, forks);
    TEST_EQUAL(stats->kills + stats->forks, 0);
    TEST_EQUAL(stats->barriers, rounds);
}

/* Work-groups that ended and began. */
static uint32_t resize_under_regular_kernels(enum coop_resizing variant, uint64_t *seed)
{
    struct device *device = open_device();
    uint32_t stride = device->workers;
    uint32_t rounds = 4000;
    coop_buffer *seen = device_buffer(device, (uint64_t)rounds * stride * 4);
    coop_buffer *cells = device_buffer(device, (uint64_t)2 * stride * device->local_items * 4);
    coop_buffer *wrong = device_buffer(device, 4);
    struct resizing_args args = {coop_buffer_address(seen),
                                 coop_buffer_address(cells),
                                 coop_buffer_address(wrong),
                                 rounds,
                                 stride,
                                 DELAY,
                                 DELAY};
    struct coop_launch_options options = {.resizing = variant};
    struct coop_launch_stats stats = {0};
    uint32_t *copy = malloc((size_t)rounds * stride * 4);
    coop_launch *launch;

    OK(device, resizing_launch(device->run, &args, &options, &launch));
    traffic_until_end(device, launch, seed, 0);
    device_finish(device, launch, &stats);
    TEST_EQUAL(device_read_u32(device, wrong, 0), 0);
    OK(device, coop_buffer_read(seen, 0, copy, (uint64_t)rounds * stride * 4));
    check_rounds(copy, rounds, stride, variant == COOP_RESIZING_PLAIN ? 1 : stride, &stats);
    free(copy);
    coop_buffer_destroy(seen);
    coop_buffer_destroy(cells);
    coop_buffer_destroy(wrong);
    return stats.barrier_kills + stats.barrier_forks;
}

/* On a busy machine a launch may be over before the scheduler changes its mind: again, until there was
 * something to see. */
static void resize_until_seen(enum coop_resizing variant)
{
    uint64_t seed = test_seed();
    uint32_t changes = 0;

    for (int i = 0; i < 50 && changes < 20 && test_failures() == 0; i++) {
        changes += resize_under_regular_kernels(variant, &seed);
    }
    TEST_AT_LEAST(changes, 1);
}

TEST(query_barrier_keeps_ids_contiguous_and_m_constant_between)
{
    resize_until_seen(COOP_RESIZING_QUERY);
}

TEST(plain_barrier_makes_at_most_one_kill)
{
    resize_until_seen(COOP_RESIZING_PLAIN);
}

/* Trap 1 of DESIGN 8, named by cl/resize.cl: whoever comes in at a barrier checks, after its own first
 * barrier, that all the others' cells are there (kernels.cl, resizing). Many short launches, so that
 * joining work-groups are most of what happens. */
TEST(joiner_waits_at_its_first_barrier)
{
    struct device *device = open_device();
    uint32_t stride = device->workers;
    uint32_t rounds = 3000;
    coop_buffer *seen = device_buffer(device, (uint64_t)rounds * stride * 4);
    coop_buffer *cells = device_buffer(device, (uint64_t)2 * stride * device->local_items * 4);
    coop_buffer *wrong = device_buffer(device, 4);
    uint32_t *copy = malloc((size_t)rounds * stride * 4);
    uint32_t joiners = 0;
    uint64_t seed = test_seed();

    for (int i = 0; i < 200 && joiners < 100 && test_failures() == 0; i++) {
        struct resizing_args args = {coop_buffer_address(seen),
                                     coop_buffer_address(cells),
                                     coop_buffer_address(wrong),
                                     rounds,
                                     stride,
                                     DELAY,
                                     DELAY};
        struct coop_launch_stats stats = {0};
        coop_launch *launch;
        OK(device, coop_buffer_fill(seen, 0, 0, (uint64_t)rounds * stride * 4));
        OK(device, resizing_launch(device->run, &args, NULL, &launch));
        traffic_until_end(device, launch, &seed, stride);
        device_finish(device, launch, &stats);
        TEST_EQUAL(device_read_u32(device, wrong, 0), 0);
        OK(device, coop_buffer_read(seen, 0, copy, (uint64_t)rounds * stride * 4));
        for (uint32_t round = 0; round < rounds && test_failures() == 0; round++) {
            groups_of_round(copy + round * stride, stride);
        }
        joiners += stats.barrier_forks;
    }
    TEST_AT_LEAST(joiners, 1);
    TEST_NOTE("%u joining work-groups", joiners);
    free(copy);
    coop_buffer_destroy(seen);
    coop_buffer_destroy(cells);
    coop_buffer_destroy(wrong);
}

/* Lone rounds that last long enough for the free workers to fall asleep, and short ones after. Returns how
 * many joining work-groups there were. */
static uint32_t wake_joiners(struct device *device)
{
    uint32_t stride = device->workers;
    uint32_t rounds = 400;
    coop_buffer *seen = device_buffer(device, (uint64_t)rounds * stride * 4);
    coop_buffer *cells = device_buffer(device, (uint64_t)2 * stride * device->local_items * 4);
    coop_buffer *wrong = device_buffer(device, 4);
    coop_buffer *out = device_buffer(device, 8 * device->local_items);
    struct resizing_args args = {coop_buffer_address(seen),
                                 coop_buffer_address(cells),
                                 coop_buffer_address(wrong),
                                 rounds,
                                 stride,
                                 0,
                                 3000000};
    struct coop_launch_stats stats = {0};
    uint32_t *copy = malloc((size_t)rounds * stride * 4);
    coop_launch *launch;

    OK(device, resizing_launch(device->run, &args, NULL, &launch));
    device_finish(device, launch_count(device, out, stride), NULL);
    device_finish(device, launch, &stats);
    TEST_EQUAL(device_read_u32(device, wrong, 0), 0);
    OK(device, coop_buffer_read(seen, 0, copy, (uint64_t)rounds * stride * 4));
    check_rounds(copy, rounds, stride, stride, &stats);
    free(copy);
    coop_buffer_destroy(seen);
    coop_buffer_destroy(cells);
    coop_buffer_destroy(wrong);
    coop_buffer_destroy(out);
    return stats.barrier_forks;
}

/* The same where the joining work-groups have to be woken from sleep, one after the other: the first can be
 * at its barrier before the one that it began at is released. */
TEST(joiner_that_was_asleep_waits_at_its_first_barrier)
{
    struct device *device = open_device();
    time_t end = time(NULL) + 5;
    uint32_t joiners = 0;

    while (joiners < 400 && test_failures() == 0 && time(NULL) < end) {
        joiners += wake_joiners(device);
    }
    TEST_NOTE("%u joining work-groups", joiners);
}

TEST(s11_a_kernel_gives_up_what_it_has_no_use_for_and_gets_it_back)
{
    /* Many rounds: without a trace one takes less time than a wish's way to the scheduler. */
    enum { TURNS = 5, ROUNDS_MAX = 1 << 30 };
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, 1024);
    coop_address at = coop_buffer_address(words);
    struct wishing_args args = {.alone = at,
                                .most = at + 256,
                                .turns = device->workers > 1 ? TURNS : 0,
                                .rounds_max = ROUNDS_MAX,
                                .delay = 10};
    struct coop_launch_stats stats = {0};
    coop_launch *launch;

    OK(device, wishing_launch(device->run, &args, NULL, &launch));
    device_finish(device, launch, &stats);
    if (device->workers > 1) {
        TEST_TRUE(device_read_u32(device, words, 0) >= TURNS);
        TEST_TRUE(device_read_u32(device, words, 64) > 1);
        TEST_TRUE(stats.barrier_kills >= TURNS);
        TEST_TRUE(stats.barrier_forks >= TURNS);
        TEST_EQUAL(stats.kills + stats.forks, 0);
    }
    /* The next launch has no wish. A worker that is still on its way out of the launch before is not at its
     * start; a wish that stays is there at every start. */
    args.turns = 0;
    for (int i = 0; i == 0 || (i < 100 && stats.groups_at_start != device->workers); i++) {
        OK(device, wishing_launch(device->run, &args, NULL, &launch));
        device_finish(device, launch, &stats);
    }
    TEST_EQUAL(stats.groups_at_start, device->workers);
    coop_buffer_destroy(words);
}
