/* The queues of a device and the numbers that their tasks run: whatever the kernel and the queues, each
 * number is run once. `tasks=` sizes a run, `launches=` repeats it. */
#ifndef COOP_TESTS_DEVICE_CONSERVE_H
#define COOP_TESTS_DEVICE_CONSERVE_H

#include "coop/workqueue.h"
#include "device.h"
#include "numbers.h"
#include "traffic.h"

#include <stdlib.h>

enum { SEEDS_MAX = 64 };

struct world {
    struct device *device;
    struct coop_workqueue_options options;
    coop_buffer *queue;
    coop_buffer *bits;
    coop_buffer *twice;
    coop_buffer *done;
    uint32_t numbers;
    uint64_t random;
};

static inline struct world world_of(struct device *device, struct coop_workqueue_options options,
                                    uint32_t numbers)
{
    struct world world = {.device = device, .options = options, .numbers = numbers, .random = test_seed()};

    world.options.groups = device->workers;
    world.options.seed = world.random;
    world.options.owners = options.owners < device->workers ? options.owners : device->workers;
    world.queue = device_buffer(device, coop_workqueue_bytes(&world.options));
    world.bits = device_buffer(device, numbers_bytes(numbers));
    world.twice = device_buffer(device, 4);
    world.done = device_buffer(device, 8);
    return world;
}

static inline void clear_world(struct world *world)
{
    coop_buffer_destroy(world->queue);
    coop_buffer_destroy(world->bits);
    coop_buffer_destroy(world->twice);
    coop_buffer_destroy(world->done);
}

/* Nothing is pushed, and no number has been run. */
static inline void empty(struct world *world)
{
    OK(world->device, coop_workqueue_init(world->queue, 0, &world->options));
    OK(world->device, coop_buffer_fill(world->bits, 0, 0, coop_buffer_bytes(world->bits)));
    OK(world->device, coop_buffer_fill(world->twice, 0, 0, 4));
    OK(world->device, coop_buffer_fill(world->done, 0, 0, 8));
}

static inline void check_bits(struct world *world)
{
    uint64_t bytes = numbers_bytes(world->numbers);
    uint32_t *seen = malloc((size_t)bytes);

    OK(world->device, coop_buffer_read(world->bits, 0, seen, bytes));
    TEST_EQUAL(device_read_u32(world->device, world->twice, 0), 0);
    numbers_expect_all(seen, world->numbers);
    free(seen);
}

static inline void check(struct world *world, uint32_t seeds, struct coop_launch_stats *stats)
{
    struct coop_workqueue_counts counts;
    uint64_t outstanding;

    OK(world->device, coop_workqueue_report(world->queue, 0, UINT32_MAX, &counts, &outstanding));
    TEST_EQUAL_U64(outstanding, 0);
    TEST_EQUAL_U64(counts.executed, counts.spawned + seeds);
    TEST_NOTE("%u killed, %u forked, %llu tasks, %llu stolen in %llu steals, %llu overflowed, %llu declined",
              stats->kills + stats->barrier_kills, stats->forks + stats->barrier_forks,
              (unsigned long long)counts.executed, (unsigned long long)counts.stolen,
              (unsigned long long)counts.steals, (unsigned long long)counts.overflowed,
              (unsigned long long)counts.declined);
    check_bits(world);
}

/* How the numbers are run. */
struct conserving {
    uint32_t kernel; /* a number that `launch` knows */
    uint32_t tag;    /* of the first tasks */
    uint32_t seeds;  /* their number */
    int has_traffic;
    void (*push)(struct world *world, uint32_t tag, uint32_t count);
    coop_launch *(*launch)(struct world *world, uint32_t kernel);
};

static inline void conserve_in(struct world *world, const struct conserving *how)
{
    uint64_t launches = test_option("launches", 1);

    for (uint64_t i = 0; i < launches && test_failures() == 0; i++) {
        struct coop_launch_stats stats = {0};
        coop_launch *posted;
        world->options.seed++;
        empty(world);
        how->push(world, how->tag, how->seeds);
        posted = how->launch(world, how->kernel);
        if (how->has_traffic && posted != NULL) {
            traffic_until_end(world->device, posted, &world->random, 0);
        }
        device_finish(world->device, posted, &stats);
        check(world, how->seeds, &stats);
    }
    clear_world(world);
}

#endif
