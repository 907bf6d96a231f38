/* coopc's tasks on the device: those that a work-group runs together (coop_by_group), and those with two
 * channels (coop_apart). Results and effects are those of the elision, while work-groups end and begin.
 * `seed=` repeats, `numbers=` and `n=` size a run. J2, J3 and J5 of shared/closure.h. */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "tasks_elision.h"
#include "tasks_items.h"
#include "traffic.h"

#include <coop/channel.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 24, CHANNEL_FIB = 7, CHANNEL_FIB_APART = 8, CHANNEL_BLOCK = 1 };

struct world {
    struct device *device;
    struct coop_flow_options options;
    coop_buffer *graph, *numbers, *sums, *marks;
    uint32_t *number_list;
    uint32_t count, blocks;
    uint64_t random;
};

static struct world *make_world(uint32_t count)
{
    struct world *world = calloc(1, sizeof *world);

    world->device = device_open(kernels_module_text, kernels_module_bytes);
    world->random = test_seed();
    world->count = count;
    world->blocks = count / BLOCK_NUMBERS + 1;
    world->number_list = malloc((size_t)world->blocks * BLOCK_NUMBERS * sizeof *world->number_list);
    for (uint32_t i = 0; i < world->blocks * BLOCK_NUMBERS; i++) {
        world->number_list[i] = (uint32_t)test_random(&world->random);
    }
    world->options.groups = world->device->workers;
    tasks_flow(&world->options, LEVELS);
    world->graph = device_buffer(world->device, coop_flow_bytes(&world->options));
    world->numbers = device_buffer(world->device, (uint64_t)world->blocks * BLOCK_NUMBERS * 4);
    world->sums = device_buffer(world->device, (uint64_t)world->blocks * 8);
    world->marks = device_buffer(world->device, (uint64_t)world->blocks * BLOCK_NUMBERS * 4);
    OK(world->device,
       coop_buffer_write(world->numbers, 0, world->number_list, (uint64_t)world->blocks * BLOCK_NUMBERS * 4));
    OK(world->device, coop_flow_init(world->graph, 0, &world->options));
    return world;
}

static void clear(struct world *world)
{
    coop_buffer_destroy(world->graph);
    coop_buffer_destroy(world->numbers);
    coop_buffer_destroy(world->sums);
    coop_buffer_destroy(world->marks);
    free(world->number_list);
    free(world);
}

/* Runs what has been spawned; gives the kills. */
static uint64_t run(struct world *world, int has_traffic)
{
    const struct tasks_args args = {coop_buffer_address(world->graph), coop_buffer_address(world->numbers),
                                    coop_buffer_address(world->sums), coop_buffer_address(world->marks)};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    OK(world->device, tasks_launch(world->device->run, &args, NULL, &launch));
    if (has_traffic && launch != NULL) {
        traffic_until_end(world->device, launch, &world->random, 0);
    }
    device_finish(world->device, launch, &stats);
    return (uint64_t)stats.kills + stats.barrier_kills;
}

/* Every block is added up once, and marked once. */
static void check_total(struct world *world, struct coop_up root)
{
    size_t places = (size_t)world->blocks * BLOCK_NUMBERS;
    uint64_t *sums = calloc(world->blocks, sizeof *sums);
    uint32_t *marks = calloc(places, sizeof *marks);
    uint32_t *seen_marks = calloc(places, sizeof *seen_marks);
    uint64_t wanted = elision_total(world->count, world->number_list, sums, marks);
    uint64_t *seen_sums = calloc(world->blocks, sizeof *seen_sums);
    uint64_t seen = 0;

    OK(world->device, total_result(world->graph, 0, root, &seen));
    TEST_EQUAL_U64(seen, wanted);
    OK(world->device, coop_buffer_read(world->sums, 0, seen_sums, world->blocks * sizeof *sums));
    OK(world->device, coop_buffer_read(world->marks, 0, seen_marks, places * sizeof *marks));
    TEST_EQUAL(memcmp(seen_sums, sums, world->blocks * sizeof *sums), 0);
    TEST_EQUAL(memcmp(seen_marks, marks, places * sizeof *marks), 0);
    free(sums);
    free(marks);
    free(seen_sums);
    free(seen_marks);
}

static uint64_t run_total(uint32_t count, int has_traffic)
{
    const struct total_call call = {0, count};
    struct world *world = make_world(count);
    struct coop_flow_counts counts = {0};
    struct coop_up root;
    uint64_t kills;

    OK(world->device, total_spawn(world->graph, 0, &call, &root));
    kills = run(world, has_traffic);
    check_total(world, root);
    OK(world->device, coop_flow_report(world->graph, 0, CHANNEL_BLOCK, &counts, NULL));
    TEST_EQUAL_U64(counts.batches, counts.run); /* an item at a time */
    clear(world);
    return kills;
}

TEST(a_work_group_runs_a_task_together)
{
    static const uint32_t counts[] = {0, 1, BLOCK_NUMBERS, BLOCK_NUMBERS + 1, 3 * BLOCK_NUMBERS + 7};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        run_total(counts[i], 0);
    }
}

TEST(tasks_of_both_kinds_have_their_results_under_kills_and_forks)
{
    enum { NUMBERS_MAX = 2000000, LAUNCHES_MAX = 400 };
    uint32_t count = (uint32_t)test_option("numbers", 40000);
    uint64_t kills = 0;

    /* A device that is done before anything happens gets more, and more often. */
    for (uint32_t i = 0; i < LAUNCHES_MAX && kills == 0 && test_failures() == 0; i++) {
        kills = run_total(count, 1);
        count = count < NUMBERS_MAX ? count * 2 : count;
    }
    TEST_AT_LEAST(kills, 1);
}

/* The host may spawn a task by group itself. */
TEST(a_first_task_by_group_is_run)
{
    const struct sum_of_block_call call = {0, 77};
    struct world *world = make_world(77);
    uint64_t wanted = 0;
    uint64_t seen = 0;
    struct coop_up root;

    for (uint32_t i = 0; i < 77; i++) {
        wanted += world->number_list[i];
    }
    OK(world->device, sum_of_block_spawn(world->graph, 0, &call, &root));
    run(world, 0);
    OK(world->device, sum_of_block_result(world->graph, 0, root));
    OK(world->device, coop_buffer_read(world->sums, 0, &seen, sizeof seen));
    TEST_EQUAL_U64(seen, wanted);
    clear(world);
}

/* Each spawn chooses its channel by the condition: leaves are in one, all others in the other. */
TEST(items_apart_have_a_channel_of_their_own)
{
    uint32_t n = (uint32_t)test_option("n", 18);
    const struct fib_call call = {n};
    struct world *world = make_world(1);
    struct coop_flow_counts counts = {0};
    struct coop_up root;
    uint64_t seen = 0;

    OK(world->device, fib_spawn(world->graph, 0, &call, &root));
    run(world, 0);
    OK(world->device, fib_result(world->graph, 0, root, &seen));
    TEST_EQUAL_U64(seen, elision_fib(n));
    OK(world->device, coop_flow_report(world->graph, 0, CHANNEL_FIB_APART, &counts, NULL));
    TEST_EQUAL_U64(counts.run, elision_fib(n + 1)); /* the leaves of the tree */
    OK(world->device, coop_flow_report(world->graph, 0, CHANNEL_FIB, &counts, NULL));
    TEST_EQUAL_U64(counts.run, elision_fib(n + 1) - 1);
    TEST_EQUAL_U64(counts.opened, elision_fib(n + 1) - 1);
    clear(world);
}
