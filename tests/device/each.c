/* Item tasks on the device: each number is run once by some work-item, while work-groups end and begin, by
 * any local size; and what is wrong with a batch is said in a message. `seed=` repeats, `tasks=` sizes a run,
 * `launches=` repeats it. */
#include "device.h"
#include "each_kernels.h"
#include "each_kernels_text.h"
#include "each_tasks.h"
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

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

enum kernel { STEALING, MIXING, ROUNDS, LEAVING, PUSHING_FIRST, SKIPPING, FORGETTING };

static struct world make_world(struct coop_workqueue_options options, uint32_t numbers)
{
    struct world world = {.device = device_open(each_kernels_module_text, each_kernels_module_bytes),
                          .options = options,
                          .numbers = numbers,
                          .random = test_seed()};

    world.options.groups = world.device->workers;
    world.options.seed = world.random;
    world.options.owners = options.owners < world.device->workers ? options.owners : world.device->workers;
    world.queue = device_buffer(world.device, coop_workqueue_bytes(&world.options));
    world.bits = device_buffer(world.device, ((uint64_t)numbers + 31) / 32 * 4);
    world.twice = device_buffer(world.device, 4);
    world.done = device_buffer(world.device, 8);
    return world;
}

static void clear_world(struct world *world)
{
    coop_buffer_destroy(world->queue);
    coop_buffer_destroy(world->bits);
    coop_buffer_destroy(world->twice);
    coop_buffer_destroy(world->done);
}

static void push_seeds(struct world *world, uint32_t count)
{
    struct item_range seeds[SEEDS_MAX];

    for (uint32_t i = 0; i < count; i++) {
        seeds[i].first = (uint32_t)((uint64_t)world->numbers * i / count);
        seeds[i].count = (uint32_t)((uint64_t)world->numbers * (i + 1) / count) - seeds[i].first;
        seeds[i].seed = (uint32_t)world->random;
    }
    OK(world->device, coop_workqueue_push(world->queue, 0, coop_tag_item_range, seeds, sizeof *seeds, count));
}

static coop_launch *launch(struct world *world, enum kernel kernel)
{
    coop_run *run = world->device->run;
    struct stealing_args stealing = {coop_buffer_address(world->queue), coop_buffer_address(world->bits),
                                     coop_buffer_address(world->twice)};
    struct mixing_args mixing = {stealing.queue, stealing.bits, stealing.twice};
    struct leaving_args leaving = {stealing.queue, stealing.bits, stealing.twice};
    struct pushing_first_args pushing_first = {stealing.queue, stealing.bits, stealing.twice};
    struct skipping_args skipping = {stealing.queue, stealing.bits, stealing.twice};
    struct forgetting_args forgetting = {stealing.queue, stealing.bits, stealing.twice};
    struct rounds_args rounds = {stealing.queue, stealing.bits, stealing.twice,
                                 coop_buffer_address(world->done)};
    coop_launch *launch = NULL;

    if (kernel == STEALING) {
        OK(world->device, stealing_launch(run, &stealing, NULL, &launch));
    } else if (kernel == MIXING) {
        OK(world->device, mixing_launch(run, &mixing, NULL, &launch));
    } else if (kernel == ROUNDS) {
        OK(world->device, rounds_launch(run, &rounds, NULL, &launch));
    } else if (kernel == LEAVING) {
        OK(world->device, leaving_launch(run, &leaving, NULL, &launch));
    } else if (kernel == PUSHING_FIRST) {
        OK(world->device, pushing_first_launch(run, &pushing_first, NULL, &launch));
    } else if (kernel == SKIPPING) {
        OK(world->device, skipping_launch(run, &skipping, NULL, &launch));
    } else {
        OK(world->device, forgetting_launch(run, &forgetting, NULL, &launch));
    }
    return launch;
}

static void check_bits(struct world *world)
{
    uint32_t words = (world->numbers + 31) / 32;
    uint32_t *seen = malloc((size_t)words * 4);

    OK(world->device, coop_buffer_read(world->bits, 0, seen, (uint64_t)words * 4));
    TEST_EQUAL(device_read_u32(world->device, world->twice, 0), 0);
    for (uint32_t i = 0; i < words && test_failures() == 0; i++) {
        uint32_t left = world->numbers - i * 32;
        TEST_EQUAL(seen[i], left >= 32 ? UINT32_MAX : (UINT32_C(1) << left) - 1);
    }
    free(seen);
}

static void check(struct world *world, uint32_t seeds, struct coop_launch_stats *stats)
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

static void empty(struct world *world)
{
    OK(world->device, coop_workqueue_init(world->queue, 0, &world->options));
    OK(world->device, coop_buffer_fill(world->bits, 0, 0, coop_buffer_bytes(world->bits)));
    OK(world->device, coop_buffer_fill(world->twice, 0, 0, 4));
    OK(world->device, coop_buffer_fill(world->done, 0, 0, 8));
}

static void conserve(struct coop_workqueue_options options, enum kernel kernel, uint32_t seeds,
                     int has_traffic)
{
    uint64_t launches = test_option("launches", 1);
    struct world world = make_world(options, (uint32_t)test_option("tasks", 400000));

    for (uint64_t i = 0; i < launches && test_failures() == 0; i++) {
        struct coop_launch_stats stats = {0};
        coop_launch *posted;
        world.options.seed++;
        empty(&world);
        push_seeds(&world, seeds);
        posted = launch(&world, kernel);
        if (has_traffic && posted != NULL) {
            traffic_until_end(world.device, posted, &world.random, 0);
        }
        device_finish(world.device, posted, &stats);
        check(&world, seeds, &stats);
    }
    clear_world(&world);
}

TEST(each_task_is_run_once)
{
    conserve((struct coop_workqueue_options){0}, STEALING, 1, 0);
}

TEST(each_task_is_run_once_under_kills_and_forks)
{
    conserve((struct coop_workqueue_options){0}, STEALING, 1, 1);
}

TEST(tasks_of_both_kinds_are_run_once_under_kills_and_forks)
{
    conserve((struct coop_workqueue_options){0}, MIXING, 1, 1);
}

TEST(smallest_queues_lose_nothing_under_kills_and_forks)
{
    conserve((struct coop_workqueue_options){.public_tasks = 1, .overflow_tasks = 512, .outbox_tasks = 4},
             STEALING, 2, 1);
}

TEST(shared_queues_lose_nothing_under_kills_and_forks)
{
    conserve((struct coop_workqueue_options){.owners = 2, .public_tasks = 4}, STEALING, 20, 1);
}

TEST(static_shares_are_run_once_under_kills_and_forks)
{
    conserve((struct coop_workqueue_options){.is_static = 1}, STEALING, 40, 1);
}

TEST(resizing_barriers_lose_nothing)
{
    conserve((struct coop_workqueue_options){.overflow_tasks = 4096}, ROUNDS, 1, 1);
}

TEST(work_groups_that_leave_lose_nothing)
{
    conserve((struct coop_workqueue_options){.overflow_tasks = 4096}, LEAVING, 8, 0);
}

TEST(pushes_before_the_own_task_lose_nothing)
{
    conserve((struct coop_workqueue_options){0}, PUSHING_FIRST, 1, 0);
}

/* The launch fails with this message, and another run works. */
static void expect_failure(struct world *world, coop_launch *posted, const char *words)
{
    if (posted != NULL) {
        REFUSED(world->device, coop_launch_wait(posted, WAIT_NS, NULL), COOP_KERNEL_FAILED, words);
    }
    coop_launch_destroy(posted);
    device_stop(world->device);
    clear_world(world);
    conserve((struct coop_workqueue_options){0}, STEALING, 1, 0);
}

/* Only where there are batches: a work-group of one work-item has tasks, with tags. */
static void expect_unrun(enum kernel kernel)
{
    struct world world = make_world((struct coop_workqueue_options){0}, 100);

    empty(&world);
    push_seeds(&world, 1);
    if (test_option("local", 8) == 1) {
        device_finish(world.device, launch(&world, kernel), NULL);
        clear_world(&world);
    } else {
        expect_failure(&world, launch(&world, kernel), "the task's tag is 17");
    }
}

TEST(a_batch_that_is_not_run_is_a_failure)
{
    expect_unrun(FORGETTING);
}

TEST(a_work_item_that_does_not_run_its_task_is_a_failure)
{
    expect_unrun(SKIPPING);
}

static void push_one(struct world *world, uint32_t tag, uint32_t value)
{
    struct item_range task = {value, 0, 0};

    empty(world);
    OK(world->device, coop_workqueue_push(world->queue, 0, tag, &task, sizeof task, 1));
}

TEST(an_item_task_that_is_not_named_is_a_failure)
{
    struct world world = make_world((struct coop_workqueue_options){0}, 100);

    push_one(&world, coop_tag_item_flood, 0);
    expect_failure(&world, launch(&world, MIXING), "the task's tag is 18");
}

TEST(a_task_of_the_work_group_in_a_kernel_of_item_tasks_is_a_failure)
{
    struct world world = make_world((struct coop_workqueue_options){0}, 100);

    push_one(&world, coop_tag_group_range, 0);
    expect_failure(&world, launch(&world, STEALING), "the task's tag is 1");
}

TEST(full_queue_is_a_failure)
{
    struct world world = make_world((struct coop_workqueue_options){0}, 100);

    push_one(&world, coop_tag_item_flood, 100000);
    expect_failure(&world, launch(&world, STEALING), "a task with the tag 18 was to be pushed");
}
