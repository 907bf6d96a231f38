/* Work stealing on the device: each number is run once, while work-groups end and begin; queues of the
 * smallest sizes; and what is wrong with a queue or a task is said in a message. `seed=` repeats, `tasks=`
 * sizes a run, `launches=` repeats it. Built once for each choice of queue sizes, victims and ends that
 * CMakeLists.txt lists. */
#include "conserve.h"
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traffic.h"
#include "work_tasks.h"
#include <string.h>

enum kernel { STEALING, ROUNDS, LEAVING, SWITCHING, MEETING, SORTING, TURNS };

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

static struct world make_world(struct coop_workqueue_options options, uint32_t numbers)
{
    options.task_bytes = options.task_bytes != 0 ? options.task_bytes : COOP_WORK_TASK_BYTES;
    return world_of(open_device(), options, numbers);
}

static void push_seeds(struct world *world, uint32_t tag, uint32_t count)
{
    struct range seeds[SEEDS_MAX];

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
    struct leaving_args leaving = {stealing.queue, stealing.bits, stealing.twice};
    struct switching_args switching = {stealing.queue, stealing.bits, stealing.twice};
    struct meeting_first_args meeting = {stealing.queue, stealing.bits, stealing.twice};
    struct rounds_args rounds = {stealing.queue, stealing.bits, stealing.twice,
                                 coop_buffer_address(world->done)};
    struct taking_turns_args turns = {stealing.queue, stealing.bits, stealing.twice};
    struct sorting_args sorting = {stealing.queue, stealing.bits, stealing.twice};
    coop_launch *launch = NULL;

    if (kernel == STEALING) {
        OK(world->device, stealing_launch(run, &stealing, NULL, &launch));
    } else if (kernel == ROUNDS) {
        OK(world->device, rounds_launch(run, &rounds, NULL, &launch));
    } else if (kernel == LEAVING) {
        OK(world->device, leaving_launch(run, &leaving, NULL, &launch));
    } else if (kernel == SORTING) {
        OK(world->device, sorting_launch(run, &sorting, NULL, &launch));
    } else if (kernel == TURNS) {
        OK(world->device, taking_turns_launch(run, &turns, NULL, &launch));
    } else if (kernel == MEETING) {
        OK(world->device, meeting_first_launch(run, &meeting, NULL, &launch));
    } else {
        OK(world->device, switching_launch(run, &switching, NULL, &launch));
    }
    return launch;
}

static void conserve(struct coop_workqueue_options options, enum kernel kernel, uint32_t seeds,
                     int has_traffic)
{
    struct world world = make_world(options, (uint32_t)test_option("tasks", 60000));
    struct conserving how = {.kernel = kernel,
                             .tag = kernel == TURNS ? coop_tag_turns : coop_tag_range,
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

TEST(tasks_with_barriers_are_run_once_under_kills_and_forks)
{
    conserve((struct coop_workqueue_options){0}, SWITCHING, 1, 1);
}

TEST(coop_work_run_takes_tasks_with_barriers)
{
    conserve((struct coop_workqueue_options){0}, TURNS, 1, 0);
    conserve((struct coop_workqueue_options){0}, TURNS, 1, 1);
}

TEST(smallest_queues_lose_nothing_under_kills_and_forks)
{
    conserve((struct coop_workqueue_options){.public_tasks = 1, .overflow_tasks = 16, .outbox_tasks = 4},
             STEALING, 2, 1);
}

TEST(shared_queues_lose_nothing_under_kills_and_forks)
{
    conserve((struct coop_workqueue_options){.owners = 2, .public_tasks = 4}, STEALING, 20, 1);
}

/* The baseline that stealing is compared with: also where work-groups may end in any order. */
TEST(static_shares_are_run_by_their_owners)
{
    enum { SHARE = 3 };
    struct world world =
        make_world((struct coop_workqueue_options){.is_static = 1}, (uint32_t)test_option("tasks", 60000));
    uint32_t groups = world.device->workers;
    struct coop_launch_stats stats = {0};

    OK(world.device, coop_workqueue_init(world.queue, 0, &world.options));
    OK(world.device, coop_buffer_fill(world.bits, 0, 0, coop_buffer_bytes(world.bits)));
    OK(world.device, coop_buffer_fill(world.twice, 0, 0, 4));
    push_seeds(&world, coop_tag_range, SHARE * groups);
    device_finish(world.device, launch(&world, MEETING), &stats);
    check(&world, SHARE * groups, &stats);
    TEST_EQUAL(stats.kills, 0);
    for (uint32_t i = 0; i < groups; i++) {
        struct coop_workqueue_counts counts;
        OK(world.device, coop_workqueue_report(world.queue, 0, i, &counts, NULL));
        TEST_EQUAL_U64(counts.executed, counts.spawned + SHARE);
    }
    clear_world(&world);
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

/* Tasks of both kinds in one queue; those of the other kind do nothing. */
TEST(each_run_takes_only_the_tasks_that_it_names)
{
    enum { EACH = 20 };
    struct world world = make_world((struct coop_workqueue_options){0}, 20000);
    struct faulty nothing = {.what = WANTS_NOTHING};
    struct coop_launch_stats stats = {0};

    OK(world.device, coop_workqueue_init(world.queue, 0, &world.options));
    OK(world.device, coop_buffer_fill(world.bits, 0, 0, coop_buffer_bytes(world.bits)));
    OK(world.device, coop_buffer_fill(world.twice, 0, 0, 4));
    for (uint32_t i = 0; i < EACH; i++) {
        OK(world.device, coop_workqueue_push(world.queue, 0, coop_tag_faulty, &nothing, sizeof nothing, 1));
    }
    push_seeds(&world, coop_tag_range, EACH);
    for (uint32_t i = 0; i < EACH; i++) {
        OK(world.device, coop_workqueue_push(world.queue, 0, coop_tag_faulty, &nothing, sizeof nothing, 1));
    }
    device_finish(world.device, launch(&world, SORTING), &stats);
    check(&world, 3 * EACH, &stats);
    clear_world(&world);
}

/* The launch fails with this message, and another run works. */
static void expect_failure(struct world *world, coop_launch *posted, const char *words)
{
    if (posted != NULL) {
        REFUSED(world->device, coop_launch_wait(posted, WAIT_NS, NULL), COOP_KERNEL_FAILED, words);
        TEST_CONTAINS(coop_last_error()->message, "_kernels.cl:"); /* the place, also before the first step */
        TEST_TRUE(strstr(coop_last_error()->message, "kernel ?") == NULL);
    }
    coop_launch_destroy(posted);
    device_stop(world->device);
    clear_world(world);
    conserve((struct coop_workqueue_options){0}, STEALING, 1, 0);
}

TEST(memory_that_is_no_work_queue_is_a_failure)
{
    struct world world = make_world((struct coop_workqueue_options){0}, 100);

    expect_failure(&world, launch(&world, STEALING), "there is none at that address");
}

TEST(work_queue_of_other_tasks_is_a_failure)
{
    struct world world = make_world((struct coop_workqueue_options){.task_bytes = 128}, 100);

    OK(world.device, coop_workqueue_init(world.queue, 0, &world.options));
    expect_failure(&world, launch(&world, STEALING), "this one has tasks of 128 bytes");
}

TEST(work_queue_for_fewer_work_groups_is_a_failure)
{
    struct world world = make_world((struct coop_workqueue_options){0}, 100);

    world.options.groups = 1;
    OK(world.device, coop_workqueue_init(world.queue, 0, &world.options));
    push_seeds(&world, coop_tag_range, 1);
    expect_failure(&world, launch(&world, STEALING), "this one was made for 1 work-groups");
}

static void faulty_task(enum work_fault_wanted what, uint32_t tag, uint32_t rights, const char *words)
{
    struct world world = make_world((struct coop_workqueue_options){0}, 100);
    struct faulty task = {.what = what, .data = {coop_buffer_address(world.done), 8, rights, 0}};

    OK(world.device, coop_workqueue_init(world.queue, 0, &world.options));
    OK(world.device, coop_workqueue_push(world.queue, 0, tag, &task, sizeof task, 1));
    expect_failure(&world, launch(&world, STEALING), words);
}

TEST(unknown_tag_is_a_failure)
{
    faulty_task(WANTS_NOTHING, 77, 0, "the task's tag is 77");
}

TEST(full_queue_is_a_failure)
{
    faulty_task(
        WANTS_TO_FILL, coop_tag_faulty, 0,
        "it has overflow_tasks 1024 and outbox_tasks 256, and a task with the tag 2 was to be pushed");
}

TEST(writing_without_the_right_is_a_failure)
{
    faulty_task(WANTS_TO_WRITE, coop_tag_faulty, COOP_DATA_READ, "it wanted to write them");
}

TEST(data_are_found_through_indirections)
{
    struct world world = make_world((struct coop_workqueue_options){0}, 100);
    struct faulty task = {.what = WANTS_TO_READ,
                          .data = {coop_buffer_address(world.done), 4, COOP_DATA_READ, 1}};
    uint64_t at = coop_buffer_address(world.bits);
    uint32_t value = 42;

    OK(world.device, coop_workqueue_init(world.queue, 0, &world.options));
    OK(world.device, coop_buffer_write(world.done, 0, &at, sizeof at));
    OK(world.device, coop_buffer_write(world.bits, 0, &value, sizeof value));
    OK(world.device, coop_workqueue_push(world.queue, 0, coop_tag_faulty, &task, sizeof task, 1));
    device_finish(world.device, launch(&world, STEALING), NULL);
    TEST_EQUAL(device_read_u32(world.device, world.twice, 0), 42);
    clear_world(&world);
}

TEST(host_refuses_what_makes_no_sense)
{
    struct world world = make_world((struct coop_workqueue_options){0}, 100);
    struct coop_workqueue_options large = world.options;
    struct coop_workqueue_counts counts;
    struct range tasks[SEEDS_MAX] = {{0}};
    unsigned char parameters[64] = {0};

    REFUSED(world.device, coop_workqueue_push(world.queue, 0, 1, tasks, sizeof *tasks, 1),
            COOP_INVALID_ARGUMENT, "no work queue");
    large.overflow_tasks = 1 << 20;
    REFUSED(world.device, coop_workqueue_init(world.queue, 0, &large), COOP_INVALID_ARGUMENT, "too small");
    REFUSED(world.device, coop_workqueue_init(world.queue, 8, &world.options), COOP_INVALID_ARGUMENT,
            "multiple of 64");
    world.options.overflow_tasks = 2;
    OK(world.device, coop_workqueue_init(world.queue, 0, &world.options));
    REFUSED(world.device, coop_workqueue_push(world.queue, 0, 0, tasks, sizeof *tasks, 1),
            COOP_INVALID_ARGUMENT, "tag");
    REFUSED(world.device, coop_workqueue_push(world.queue, 0, 1, parameters, sizeof parameters, 1),
            COOP_INVALID_ARGUMENT, "larger than a task");
    REFUSED(world.device, coop_workqueue_push(world.queue, 0, 1, tasks, sizeof *tasks, SEEDS_MAX),
            COOP_OUT_OF_MEMORY, "of 2 are taken; make the work queue with overflow_tasks");
    REFUSED(world.device, coop_workqueue_report(world.queue, 0, 1000, &counts, NULL), COOP_INVALID_ARGUMENT,
            "no queue of that number");
    clear_world(&world);
}
