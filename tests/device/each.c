/* Item tasks on the device: each number is run once by some work-item, while work-groups end and begin, by
 * any local size; and what is wrong with a batch is said in a message. `seed=` repeats, `tasks=` sizes a run,
 * `launches=` repeats it. */
#include "conserve.h"
#include "device.h"
#include "each_kernels.h"
#include "each_kernels_text.h"
#include "each_tasks.h"
#include "traffic.h"

enum kernel { STEALING, MIXING, ROUNDS, LEAVING, PUSHING_FIRST, SKIPPING, FORGETTING };

static struct world make_world(struct coop_workqueue_options options, uint32_t numbers)
{
    return world_of(device_open(each_kernels_module_text, each_kernels_module_bytes), options, numbers);
}

static void push_seeds(struct world *world, uint32_t tag, uint32_t count)
{
    struct item_range seeds[SEEDS_MAX];

    for (uint32_t i = 0; i < count; i++) {
        seeds[i].first = numbers_first(world->numbers, i, count);
        seeds[i].count = numbers_first(world->numbers, i + 1, count) - seeds[i].first;
        seeds[i].seed = (uint32_t)world->random;
    }
    OK(world->device, coop_workqueue_push(world->queue, 0, tag, seeds, sizeof *seeds, count));
}

static coop_launch *launch(struct world *world, uint32_t kernel)
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

static void conserve(struct coop_workqueue_options options, enum kernel kernel, uint32_t seeds,
                     int has_traffic)
{
    struct world world = make_world(options, (uint32_t)test_option("tasks", 400000));
    struct conserving how = {.kernel = kernel,
                             .tag = coop_tag_item_range,
                             .seeds = seeds,
                             .has_traffic = has_traffic,
                             .push = push_seeds,
                             .launch = launch};

    conserve_in(&world, &how);
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
    push_seeds(&world, coop_tag_item_range, 1);
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
