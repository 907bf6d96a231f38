/* Teams: work-groups of several devices run the tasks of one set of queues, each task once, while frames come
 * and go on each device by themselves; first tasks are dealt, whichever the victims; and what goes wrong
 * on one device ends the others, with numbers. `seed=` repeats, `tasks=` sizes a run, `launches=` repeats it,
 * `split=2` cuts one device into parts, `separate=1` makes a domain of each device. */
#include "coop/team.h"
#include "kernels.h"
#include "kernels_text.h"
#include "numbers.h"
#include "team_devices.h"
#include "traffic.h"
#include "work_tasks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 24 };

struct world {
    struct team_devices *all;
    coop_team *team;
    coop_team_buffer *bits; /* of each domain's tasks: own */
    coop_team_buffer *twice;
    uint32_t numbers;
    uint64_t random;
};

static void make_bits(struct world *world, uint32_t numbers)
{
    coop_team_buffer_destroy(world->bits);
    world->numbers = numbers;
    OK(&world->all->each[0],
       coop_team_buffer_create(world->all->devices, numbers_bytes(numbers), COOP_TEAM_OWN, &world->bits));
}

static int has_domains(const struct world *world)
{
    return coop_devices_domain(world->all->devices, world->all->count - 1) > 0;
}

static struct world make_world(struct coop_workqueue_options queue, struct coop_team_options options)
{
    struct world world = {.all = team_devices_open(kernels_module_text, kernels_module_bytes),
                          .numbers = (uint32_t)test_option("tasks", 40000),
                          .random = test_seed()};
    struct device *last = &world.all->each[world.all->count - 1];

    queue.seed = world.random;
    queue.task_bytes = COOP_WORK_TASK_BYTES;
    OK(last, coop_team_create(world.all->devices, &queue, &options, &world.team));
    make_bits(&world, world.numbers);
    OK(last, coop_team_buffer_create(world.all->devices, 4, COOP_TEAM_OWN, &world.twice));
    return world;
}

static void clear_world(struct world *world)
{
    coop_team_destroy(world->team);
    coop_team_buffer_destroy(world->bits);
    coop_team_buffer_destroy(world->twice);
}

static void start(struct world *world, uint32_t count)
{
    struct device *device = &world->all->each[0];
    struct range seeds[SEEDS];

    OK(device, coop_team_buffer_fill(world->bits, UINT32_MAX, 0, 0, numbers_bytes(world->numbers)));
    OK(device, coop_team_buffer_fill(world->twice, UINT32_MAX, 0, 0, 4));
    for (uint32_t i = 0; i < count; i++) {
        seeds[i].first = numbers_first(world->numbers, i, count);
        seeds[i].count = numbers_first(world->numbers, i + 1, count) - seeds[i].first;
        seeds[i].seed = (uint32_t)world->random;
    }
    if (count > 0) {
        OK(device, coop_team_push(world->team, coop_tag_range, seeds, sizeof *seeds, count));
    }
    OK(device, coop_team_start(world->team));
}

static coop_launch *launch(struct world *world, uint32_t i)
{
    struct device *device = &world->all->each[i];
    struct stealing_args args = {coop_team_queue(world->team, i), coop_team_buffer_address(world->bits),
                                 coop_team_buffer_address(world->twice)};
    coop_launch *posted = NULL;

    OK(device, stealing_launch(device->run, &args, NULL, &posted));
    return posted;
}

static void launch_all(struct world *world, coop_launch **launches)
{
    for (uint32_t i = 0; i < world->all->count; i++) {
        launches[i] = launch(world, i);
    }
}

static void destroy_all(struct world *world, coop_launch **launches)
{
    for (uint32_t i = 0; i < world->all->count; i++) {
        coop_launch_destroy(launches[i]);
    }
}

/* Adds what the tasks of a device's domain have marked; each number only once. */
static void add_bits(struct world *world, uint32_t index, uint32_t *seen)
{
    struct device *device = &world->all->each[index];
    uint32_t words = (world->numbers + 31) / 32;
    uint32_t *own = malloc((size_t)words * 4);
    uint32_t twice = 1;

    OK(device, coop_team_buffer_read(world->bits, index, 0, own, (uint64_t)words * 4));
    OK(device, coop_team_buffer_read(world->twice, index, 0, &twice, 4));
    TEST_EQUAL(twice, 0);
    for (uint32_t i = 0; i < words && test_failures() == 0; i++) {
        TEST_EQUAL(seen[i] & own[i], 0);
        seen[i] |= own[i];
    }
    free(own);
}

static void check_bits(struct world *world)
{
    uint32_t *seen = calloc(1, numbers_bytes(world->numbers));

    for (uint32_t i = 0; i < world->all->count; i++) {
        coop_devices *devices = world->all->devices;
        if (i == 0 || coop_devices_domain(devices, i) != coop_devices_domain(devices, i - 1)) {
            add_bits(world, i, seen);
        }
    }
    numbers_expect_all(seen, world->numbers);
    free(seen);
}

static void note_traffic(struct world *world, uint32_t i)
{
    struct coop_team_traffic traffic;

    OK(&world->all->each[i], coop_team_traffic(world->team, i, &traffic));
    TEST_NOTE(
        "  %llu tasks in %llu batches came, %llu in %llu went, %llu us hungry; %llu passes, %llu moves, "
        "%llu empty, refused %llu %llu %llu; move %llu us, %llu us; broker %llu us",
        (unsigned long long)traffic.tasks_in, (unsigned long long)traffic.batches_in,
        (unsigned long long)traffic.tasks_out, (unsigned long long)traffic.batches_out,
        (unsigned long long)traffic.hungry_ns / 1000, (unsigned long long)traffic.passes,
        (unsigned long long)traffic.moves, (unsigned long long)traffic.empty,
        (unsigned long long)traffic.refused_none, (unsigned long long)traffic.refused_gain,
        (unsigned long long)traffic.refused_room, (unsigned long long)traffic.move_p50_ns / 1000,
        (unsigned long long)traffic.move_p99_ns / 1000, (unsigned long long)traffic.broker_cpu_ns / 1000);
}

/* All that was spawned or pushed was run, by whom ever; returns what happened. */
static struct coop_workqueue_counts check(struct world *world, uint32_t seeds)
{
    struct device *device = &world->all->each[0];
    struct coop_workqueue_counts sum;
    uint64_t outstanding;
    uint64_t executed = 0;

    OK(device, coop_team_report(world->team, UINT32_MAX, &sum, &outstanding));
    TEST_EQUAL_U64(outstanding, 0);
    TEST_EQUAL_U64(sum.executed, sum.spawned + seeds);
    for (uint32_t i = 0; i < world->all->count; i++) {
        struct coop_workqueue_counts own;
        OK(device, coop_team_report(world->team, i, &own, NULL));
        TEST_NOTE("device %u: %llu tasks, %llu drawn, %llu steals, %llu of them remote with %llu tasks, %llu "
                  "remote in vain",
                  i, (unsigned long long)own.executed, (unsigned long long)own.dealt,
                  (unsigned long long)own.steals, (unsigned long long)own.remote_steals,
                  (unsigned long long)own.remote_stolen, (unsigned long long)own.remote_vain);
        if (has_domains(world)) {
            note_traffic(world, i);
        }
        executed += own.executed;
    }
    TEST_EQUAL_U64(executed, sum.executed);
    check_bits(world);
    return sum;
}

struct traffic {
    struct device *device;
    coop_launch *launch;
    uint64_t random;
};

static void *make_traffic(void *argument)
{
    struct traffic *traffic = argument;

    traffic_until_end(traffic->device, traffic->launch, &traffic->random, 0);
    return NULL;
}

/* Regular kernels on each device, so that work-groups are killed and forked there. */
static void make_traffic_on_all(struct world *world, coop_launch **launches)
{
    struct traffic traffic[8];
    pthread_t threads[8];

    for (uint32_t i = 0; i < world->all->count; i++) {
        traffic[i] = (struct traffic){&world->all->each[i], launches[i], test_random(&world->random)};
        TEST_EQUAL(pthread_create(&threads[i], NULL, make_traffic, &traffic[i]), 0);
    }
    for (uint32_t i = 0; i < world->all->count; i++) {
        pthread_join(threads[i], NULL);
    }
}

static int separate(void)
{
    return test_option("separate", 0) != 0;
}

static struct coop_workqueue_counts conserve(struct coop_workqueue_options queue,
                                             struct coop_team_options options, uint32_t seeds,
                                             int has_traffic)
{
    struct world world = make_world(queue, options);
    struct device *device = &world.all->each[0];
    struct coop_workqueue_counts counts = {0};

    for (uint64_t i = 0; i < test_option("launches", 1) && test_failures() == 0; i++) {
        struct coop_launch_stats stats[8] = {{0}};
        coop_launch *launches[8] = {NULL};
        start(&world, seeds);
        launch_all(&world, launches);
        if (has_traffic) {
            make_traffic_on_all(&world, launches);
        }
        OK(device, coop_team_wait(world.team, launches, world.all->count, WAIT_NS, stats));
        for (uint32_t k = 0; k < world.all->count; k++) {
            TEST_NOTE("device %u: %u killed, %u forked", k, stats[k].kills, stats[k].forks);
        }
        destroy_all(&world, launches);
        counts = check(&world, seeds);
    }
    clear_world(&world);
    return counts;
}

/* Q17, Q18: one root, which one work-group draws; what other devices run they have stolen. */
TEST(each_task_is_run_once_by_one_of_the_devices)
{
    struct coop_workqueue_counts counts =
        conserve((struct coop_workqueue_options){0}, (struct coop_team_options){0}, 1, 0);

    TEST_EQUAL_U64(counts.dealt + (separate() ? 1 : 0), 1); /* of several domains the broker deals it */
}

TEST(each_task_is_run_once_under_kills_and_forks_on_each_device)
{
    conserve((struct coop_workqueue_options){0}, (struct coop_team_options){0}, SEEDS, 1);
}

TEST(smallest_queues_lose_nothing_under_kills_and_forks)
{
    conserve((struct coop_workqueue_options){.public_tasks = 1, .overflow_tasks = 16, .outbox_tasks = 4},
             (struct coop_team_options){.victims = COOP_VICTIMS_RANDOM}, 2, 1);
}

TEST(shared_queues_lose_nothing_under_kills_and_forks)
{
    conserve((struct coop_workqueue_options){.owners = 2, .public_tasks = 4}, (struct coop_team_options){0},
             SEEDS, 1);
}

TEST(each_kind_of_victims_loses_nothing)
{
    static const enum coop_team_victims kinds[] = {COOP_VICTIMS_NEAR_FIRST, COOP_VICTIMS_NEAR,
                                                   COOP_VICTIMS_RANDOM, COOP_VICTIMS_LOCAL,
                                                   COOP_VICTIMS_NONE};
    static const enum coop_team_first firsts[] = {COOP_FIRST_DEMAND, COOP_FIRST_EQUAL};

    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (unsigned k = 0; k < 2; k++) {
            struct coop_workqueue_counts counts =
                conserve((struct coop_workqueue_options){0},
                         (struct coop_team_options){.victims = kinds[i], .first = firsts[k]}, SEEDS, 0);
            if (!separate()) {
                TEST_EQUAL_U64(counts.dealt, firsts[k] == COOP_FIRST_DEMAND ? SEEDS : 0);
            }
            if (kinds[i] >= COOP_VICTIMS_LOCAL) {
                TEST_EQUAL_U64(counts.remote_steals, 0);
            }
            if (kinds[i] == COOP_VICTIMS_NONE) {
                TEST_EQUAL_U64(counts.steals, 0);
            }
        }
    }
}

/* What a device does not have it takes from another one: here all of it, since the other one is told to hold
 * everything and begins alone. */
TEST(a_device_that_launches_late_steals)
{
    struct world world = make_world((struct coop_workqueue_options){0}, (struct coop_team_options){0});
    struct device *device = &world.all->each[0];
    coop_launch *launches[8] = {NULL};
    struct coop_workqueue_counts own;

    make_bits(&world, 4000000);
    start(&world, 1);
    launches[0] = launch(&world, 0);
    device_sleep_ms(20);
    for (uint32_t i = 1; i < world.all->count; i++) {
        launches[i] = launch(&world, i);
    }
    OK(device, coop_team_wait(world.team, launches, world.all->count, WAIT_NS, NULL));
    destroy_all(&world, launches);
    check(&world, 1);
    for (uint32_t i = 1; i < world.all->count; i++) {
        struct coop_team_traffic traffic;
        OK(device, coop_team_report(world.team, i, &own, NULL));
        OK(device, coop_team_traffic(world.team, i, &traffic));
        TEST_AT_LEAST(separate() ? traffic.batches_in : own.remote_steals, 1);
        TEST_AT_LEAST(own.executed, own.remote_stolen);
    }
    clear_world(&world);
}

/* How fast each device was, beside the fastest one, after a run; nobody says that of devices that count as
 * alike. On a device without a counter nothing is measured. */
static void check_speeds(uint32_t alike)
{
    struct world world =
        make_world((struct coop_workqueue_options){0}, (struct coop_team_options){.alike = alike});
    struct device *device = &world.all->each[0];
    coop_launch *launches[8] = {NULL};
    uint32_t measured = 0;
    uint32_t fastest = 0;

    for (uint32_t run = 0; run < 2; run++) { /* the second one begins with what the first one has measured */
        start(&world, SEEDS);
        launch_all(&world, launches);
        OK(device, coop_team_wait(world.team, launches, world.all->count, WAIT_NS, NULL));
        destroy_all(&world, launches);
        check(&world, SEEDS);
    }
    for (uint32_t i = 0; i < world.all->count; i++) {
        struct coop_team_traffic traffic;
        OK(device, coop_team_traffic(world.team, i, &traffic));
        TEST_NOTE("device %u: speed %.3f", i, traffic.speed);
        TEST_TRUE(traffic.speed >= 0 && traffic.speed <= 1);
        measured += traffic.speed > 0;
        fastest += traffic.speed == 1;
    }
    TEST_AT_MOST(measured > 0, fastest);
    TEST_TRUE(!alike || measured == 0);
    clear_world(&world);
}

TEST(q19_speeds_are_measured_unless_devices_are_alike)
{
    coop_team *team = NULL;
    double speeds[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    struct world world = make_world((struct coop_workqueue_options){0}, (struct coop_team_options){0});

    REFUSED(&world.all->each[0],
            coop_team_create(world.all->devices, NULL, &(struct coop_team_options){.alike = 2}, &team),
            COOP_INVALID_ARGUMENT, "alike is 0 or 1");
    REFUSED(&world.all->each[0],
            coop_team_create(world.all->devices, NULL,
                             &(struct coop_team_options){.alike = 1, .speeds = speeds}, &team),
            COOP_INVALID_ARGUMENT, "one of them");
    clear_world(&world);
    check_speeds(0);
    check_speeds(1);
}

/* Q20: the first device is said to be a thousand times slower, and is alone at first: what it would leave to
 * the others it takes, since they do not come. */
TEST(q20_a_slow_device_alone_leaves_nothing)
{
    double speeds[8] = {1, 1000, 1000, 1000, 1000, 1000, 1000, 1000};
    struct world world =
        make_world((struct coop_workqueue_options){0}, (struct coop_team_options){.speeds = speeds});
    struct device *device = &world.all->each[0];
    coop_launch *launches[8] = {NULL};

    if (has_domains(&world)) { /* there it is the broker who deals */
        clear_world(&world);
        return;
    }
    make_bits(&world, 4000);
    start(&world, SEEDS);
    launches[0] = launch(&world, 0);
    OK(device, coop_launch_wait(launches[0], WAIT_NS, NULL));
    for (uint32_t i = 1; i < world.all->count; i++) {
        launches[i] = launch(&world, i);
    }
    OK(device, coop_team_wait(world.team, launches, world.all->count, WAIT_NS, NULL));
    destroy_all(&world, launches);
    check(&world, SEEDS);
    clear_world(&world);
}

/* The last device is said to be slow; everything is run all the same. */
TEST(speeds_lose_nothing_under_kills_and_forks)
{
    double speeds[8] = {16, 16, 16, 16, 16, 16, 16, 16};
    struct world world;
    coop_team *team = NULL;

    world = make_world((struct coop_workqueue_options){0}, (struct coop_team_options){0});
    speeds[world.all->count - 1] = 0;
    REFUSED(&world.all->each[0],
            coop_team_create(world.all->devices, NULL, &(struct coop_team_options){.speeds = speeds}, &team),
            COOP_INVALID_ARGUMENT, "speed is a number above 0");
    speeds[world.all->count - 1] = 1;
    clear_world(&world);
    conserve((struct coop_workqueue_options){0}, (struct coop_team_options){.speeds = speeds}, SEEDS, 1);
    conserve((struct coop_workqueue_options){.public_tasks = 1, .overflow_tasks = 16, .outbox_tasks = 4},
             (struct coop_team_options){.speeds = speeds, .first = COOP_FIRST_EQUAL}, SEEDS, 1);
}

/* Who draws from which end, whatever the devices are; under kills and forks, too. */
TEST(q18_tasks_that_prefer_a_kind_are_run_once)
{
    enum coop_device_kind kinds[8];

    for (uint32_t i = 0; i < 6; i++) {
        struct coop_team_options options = {.kinds = kinds, .first = i % 3 == 2 ? COOP_FIRST_EQUAL : 0};
        struct coop_workqueue_counts counts;
        for (uint32_t k = 0; k < 8; k++) {
            kinds[k] = (enum coop_device_kind)((i / 2 + k) % 3);
        }
        *(i % 2 == 0 ? &options.prefers_cpu : &options.prefers_gpu) = 1u << coop_tag_range;
        counts = conserve((struct coop_workqueue_options){0}, options, SEEDS, i < 2);
        if (!separate()) {
            TEST_EQUAL_U64(counts.dealt, i % 3 == 2 ? 0 : SEEDS);
        }
    }
}

TEST(a_team_without_tasks_ends_at_once)
{
    struct world world = make_world((struct coop_workqueue_options){0}, (struct coop_team_options){0});
    struct coop_workqueue_counts counts;
    coop_launch *launches[8] = {NULL};

    start(&world, 0);
    launch_all(&world, launches);
    OK(&world.all->each[0], coop_team_wait(world.team, launches, world.all->count, WAIT_NS, NULL));
    destroy_all(&world, launches);
    OK(&world.all->each[0], coop_team_report(world.team, UINT32_MAX, &counts, NULL));
    TEST_EQUAL_U64(counts.executed, 0);
    clear_world(&world);
}

/* A task that its kernel does not know fails the launch that draws it, and with it the others. */
TEST(a_failure_on_one_device_ends_the_others)
{
    struct world world = make_world((struct coop_workqueue_options){0}, (struct coop_team_options){0});
    struct device *device = &world.all->each[0];
    coop_launch *launches[8] = {NULL};
    struct faulty nothing = {.what = WANTS_NOTHING};

    OK(device, coop_team_push(world.team, 77, &nothing, sizeof nothing, 1));
    start(&world, SEEDS);
    launch_all(&world, launches);
    REFUSED(device, coop_team_wait(world.team, launches, world.all->count, WAIT_NS, NULL), COOP_KERNEL_FAILED,
            "of the team");
    TEST_CONTAINS(coop_last_error()->message, "the task's tag is 77");
    TEST_CONTAINS(coop_last_error()->message, "tasks run:");
    destroy_all(&world, launches);
    clear_world(&world);
    for (uint32_t i = 0; i < world.all->count; i++) { /* one of them ends, now or a little later */
        coop_run_destroy(world.all->each[i].run);
        world.all->each[i].run = NULL;
    }
    conserve((struct coop_workqueue_options){0}, (struct coop_team_options){0}, SEEDS, 0);
}

TEST(a_run_that_is_stopped_ends_the_others)
{
    struct world world = make_world((struct coop_workqueue_options){0}, (struct coop_team_options){0});
    struct device *device = &world.all->each[0];
    coop_launch *launches[8] = {NULL};
    uint32_t last = world.all->count - 1;

    make_bits(&world, 400000000); /* more than it will run */
    start(&world, 1);
    launch_all(&world, launches);
    device_sleep_ms(50);
    OK(device, coop_run_stop(world.all->each[last].run, WAIT_NS));
    REFUSED(device, coop_team_wait(world.team, launches, world.all->count, WAIT_NS, NULL), COOP_STOPPED,
            "of the team");
    OK(device, coop_launch_wait(launches[0], WAIT_NS, NULL));
    destroy_all(&world, launches);
    clear_world(&world);
    conserve((struct coop_workqueue_options){0}, (struct coop_team_options){0}, SEEDS, 0);
}

/* Its work-groups leave with full queues, and nobody will empty them: that is no failure of theirs. */
TEST(work_groups_that_end_with_full_queues_do_not_fail)
{
    for (uint32_t i = 0; i < 4 && test_failures() == 0; i++) {
        struct coop_workqueue_options queue = {.public_tasks = 1, .overflow_tasks = 16, .outbox_tasks = 4};
        struct world world = make_world(queue, (struct coop_team_options){0});
        struct device *device = &world.all->each[0];
        coop_launch *launches[8] = {NULL};
        uint32_t last = world.all->count - 1;
        make_bits(&world, 400000000); /* more than it will run */
        start(&world, SEEDS);
        launch_all(&world, launches);
        device_sleep_ms(20);
        OK(device, coop_run_stop(world.all->each[last].run, WAIT_NS));
        REFUSED(device, coop_team_wait(world.team, launches, world.all->count, WAIT_NS, NULL), COOP_STOPPED,
                "of the team");
        for (uint32_t k = 0; k < last; k++) {
            OK(&world.all->each[k], coop_launch_wait(launches[k], WAIT_NS, NULL));
        }
        destroy_all(&world, launches);
        clear_world(&world);
    }
}

/* Whether a wait of so long was over before the launches had ended: else there is nothing to say of it. */
static int is_over(struct world *world, coop_launch **launches, uint64_t timeout_ns, const char *text)
{
    coop_status status = coop_team_wait(world->team, launches, world->all->count, timeout_ns, NULL);

    if (status == COOP_OK) {
        return 0;
    }
    TEST_EQUAL_TEXT(coop_status_name(status), "COOP_TIMED_OUT");
    TEST_CONTAINS(coop_last_error()->message, text);
    return 1;
}

TEST(a_wait_whose_time_is_over_can_be_repeated)
{
    struct world world = make_world((struct coop_workqueue_options){0}, (struct coop_team_options){0});
    struct device *device = &world.all->each[0];
    coop_launch *launches[8] = {NULL};
    int was_over = 0;

    make_bits(&world, 4000000);
    for (unsigned round = 0; round < 100 && !was_over; round++) { /* this thread may come late */
        start(&world, SEEDS);
        launch_all(&world, launches);
        was_over = is_over(&world, launches, 0, "of the team") &&
                   is_over(&world, launches, 0, "of the team") &&
                   is_over(&world, launches, 1000000, "tasks run:");
        if (was_over && separate()) { /* what is under way with each domain */
            TEST_CONTAINS(coop_last_error()->details, "domain 0: ");
            TEST_CONTAINS(coop_last_error()->details, "domain 1: ");
            TEST_CONTAINS(coop_last_error()->details, " tasks outstanding, ");
            TEST_CONTAINS(coop_last_error()->details, ", hunger {");
        }
        OK(device, coop_team_wait(world.team, launches, world.all->count, WAIT_NS, NULL));
        destroy_all(&world, launches);
        check(&world, SEEDS);
    }
    TEST_TRUE(was_over);
    clear_world(&world);
}

/* Launches in another order, and one that is given twice: refused, and the work goes on. */
TEST(a_launch_of_another_device_is_refused)
{
    struct world world = make_world((struct coop_workqueue_options){0}, (struct coop_team_options){0});
    struct device *device = &world.all->each[0];
    coop_launch *launches[8] = {NULL};
    coop_launch *given[8] = {NULL};

    start(&world, SEEDS);
    launch_all(&world, launches);
    memcpy(given, launches, sizeof given);
    given[0] = launches[1];
    REFUSED(device, coop_team_wait(world.team, given, world.all->count, WAIT_NS, NULL), COOP_INVALID_ARGUMENT,
            "launches[0] is of another device");
    given[0] = launches[0];
    given[1] = launches[0];
    REFUSED(device, coop_team_wait(world.team, given, world.all->count, WAIT_NS, NULL), COOP_INVALID_ARGUMENT,
            "launches[1] is of another device");
    given[1] = NULL;
    TEST_EQUAL(coop_team_wait(world.team, given, world.all->count, WAIT_NS, NULL), COOP_INVALID_HANDLE);
    OK(device, coop_team_wait(world.team, launches, world.all->count, WAIT_NS, NULL));
    destroy_all(&world, launches);
    check(&world, SEEDS);
    clear_world(&world);
}

TEST(a_start_that_fails_drops_the_tasks)
{
    struct world world = make_world((struct coop_workqueue_options){.overflow_tasks = 16},
                                    (struct coop_team_options){.first = COOP_FIRST_EQUAL});
    struct device *device = &world.all->each[0];
    coop_launch *launches[8] = {NULL};
    struct range ranges[2000] = {{0}};

    OK(device, coop_team_push(world.team, coop_tag_range, ranges, sizeof *ranges, 2000));
    if (separate()) { /* there they are drawn, and take memory of their own */
        clear_world(&world);
        return;
    }
    REFUSED(device, coop_team_start(world.team), COOP_OUT_OF_MEMORY, "overflow_tasks");
    start(&world, 1);
    launch_all(&world, launches);
    OK(device, coop_team_wait(world.team, launches, world.all->count, WAIT_NS, NULL));
    destroy_all(&world, launches);
    check(&world, 1);
    clear_world(&world);
}

TEST(host_refuses_what_makes_no_sense)
{
    struct world world = make_world((struct coop_workqueue_options){0}, (struct coop_team_options){0});
    struct device *device = &world.all->each[0];
    struct coop_workqueue_options queue = {.groups = 4};
    struct coop_team_options options = {.near_256ths = 256};
    const enum coop_device_kind kinds[8] = {COOP_KIND_GPU, (enum coop_device_kind)3};
    struct coop_workqueue_counts counts;
    unsigned char parameters[COOP_WORK_TASK_BYTES] = {0};
    coop_team *team = NULL;
    coop_launch *none[8] = {NULL};

    REFUSED(device, coop_team_create(world.all->devices, &queue, NULL, &team), COOP_INVALID_ARGUMENT,
            "groups is not 0");
    queue = (struct coop_workqueue_options){.is_static = 1};
    REFUSED(device, coop_team_create(world.all->devices, &queue, NULL, &team), COOP_INVALID_ARGUMENT,
            "is_static");
    queue = (struct coop_workqueue_options){.public_tasks = 3};
    REFUSED(device, coop_team_create(world.all->devices, &queue, NULL, &team), COOP_INVALID_ARGUMENT,
            "power of two");
    REFUSED(device, coop_team_create(world.all->devices, NULL, &options, &team), COOP_INVALID_ARGUMENT,
            "near_256ths");
    options = (struct coop_team_options){.victims = (enum coop_team_victims)99};
    REFUSED(device, coop_team_create(world.all->devices, NULL, &options, &team), COOP_INVALID_ARGUMENT,
            "victims");
    options = (struct coop_team_options){.prefers_cpu = 6, .prefers_gpu = 12};
    REFUSED(device, coop_team_create(world.all->devices, NULL, &options, &team), COOP_INVALID_ARGUMENT,
            "prefers_cpu is 0x6 and prefers_gpu 0xc");
    options = (struct coop_team_options){.kinds = kinds};
    REFUSED(device, coop_team_create(world.all->devices, NULL, &options, &team), COOP_INVALID_ARGUMENT,
            "kinds[1] is 3");
    TEST_TRUE(team == NULL);
    TEST_EQUAL(coop_team_create(NULL, NULL, NULL, &team), COOP_INVALID_HANDLE);
    REFUSED(device, coop_team_push(world.team, 0, parameters, 4, 1), COOP_INVALID_ARGUMENT, "tag");
    REFUSED(device, coop_team_push(world.team, 1, parameters, sizeof parameters, 1), COOP_INVALID_ARGUMENT,
            "larger than a task");
    REFUSED(device, coop_team_push(world.team, 1, NULL, 4, 1), COOP_INVALID_ARGUMENT, "parameters is NULL");
    REFUSED(device, coop_team_report(world.team, 0, &counts, NULL), COOP_INVALID_ARGUMENT, "coop_team_start");
    if (!has_domains(&world)) { /* else it is the broker who deals */
        OK(device, coop_team_push(world.team, 1, NULL, 0, (UINT64_C(1) << 30) + 1));
        REFUSED(device, coop_team_start(world.team), COOP_INVALID_ARGUMENT,
                "there are 1073741825 first tasks; a domain can have 1073741824");
    }
    OK(device, coop_team_start(world.team));
    REFUSED(device, coop_team_report(world.team, 99, &counts, NULL), COOP_INVALID_ARGUMENT,
            "no device of that number");
    REFUSED(device, coop_team_wait(world.team, none, world.all->count + 1, 0, NULL), COOP_INVALID_ARGUMENT,
            "launch the kernel on each");
    REFUSED(device, coop_team_wait(world.team, none, world.all->count, UINT64_MAX, NULL),
            COOP_INVALID_ARGUMENT, "timeout_ns");
    TEST_EQUAL(coop_team_wait(world.team, none, world.all->count, 0, NULL), COOP_INVALID_HANDLE);
    TEST_EQUAL_U64(coop_team_queue(world.team, 99), 0);
    clear_world(&world);
}
