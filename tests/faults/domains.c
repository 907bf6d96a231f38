/* A team of two domains when something around it fails: the broker's thread cannot be made, memory is
 * exhausted at the n-th allocation for all n, a domain does not answer in time, one launch is never made. A
 * sentence each time, nothing leaks, nothing is left running, and the next start works. */
#include "coop/team.h"
#include "device/team_devices.h"
#include "device/work_tasks.h"
#include "kernels.h"
#include "kernels_text.h"
#include "memory_shim.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

enum { NUMBERS = 4000, SEEDS = 8 };

/* The table of handles, and the texts of the last failure of this thread and of the first context. */
#define BLOCKS_KEPT_MAX 8

static int refuses_threads;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                          void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                          void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                          void *argument)
{
    return refuses_threads ? EAGAIN : __real_pthread_create(thread, attributes, body, argument);
}

struct scene {
    struct team_devices *all;
    coop_team *team;
    coop_team_buffer *bits;
    coop_team_buffer *twice;
    coop_launch *launches[2];
};

static struct scene make_scene(void)
{
    return (struct scene){.all = team_devices_open(kernels_module_text, kernels_module_bytes)};
}

/* The first failure ends it. */
static coop_status create(struct scene *scene, const struct coop_team_options *options)
{
    struct coop_workqueue_options queue = {.task_bytes = COOP_WORK_TASK_BYTES};
    coop_status status = coop_team_create(scene->all->devices, &queue, options, &scene->team);

    if (status == COOP_OK) {
        status = coop_team_buffer_create(scene->all->devices, NUMBERS / 8, COOP_TEAM_OWN, &scene->bits);
    }
    if (status == COOP_OK) {
        status = coop_team_buffer_create(scene->all->devices, 4, COOP_TEAM_OWN, &scene->twice);
    }
    return status;
}

static coop_status start_with(struct scene *scene, uint32_t count)
{
    static struct range seeds[NUMBERS];
    coop_status status = coop_team_buffer_fill(scene->bits, UINT32_MAX, 0, 0, NUMBERS / 8);

    for (uint32_t i = 0; i < count; i++) {
        seeds[i] = (struct range){NUMBERS / count * i, NUMBERS / count, 7};
    }
    if (status == COOP_OK) {
        status = coop_team_buffer_fill(scene->twice, UINT32_MAX, 0, 0, 4);
    }
    if (status == COOP_OK) {
        status = coop_team_push(scene->team, coop_tag_range, seeds, sizeof *seeds, count);
    }
    return status == COOP_OK ? coop_team_start(scene->team) : status;
}

static coop_status start(struct scene *scene)
{
    return start_with(scene, SEEDS);
}

static coop_status launch(struct scene *scene, uint32_t i)
{
    struct stealing_args args = {coop_team_queue(scene->team, i), coop_team_buffer_address(scene->bits),
                                 coop_team_buffer_address(scene->twice)};

    return stealing_launch(scene->all->each[i].run, &args, NULL, &scene->launches[i]);
}

static coop_status launch_and_wait(struct scene *scene)
{
    coop_status status = launch(scene, 0);

    if (status == COOP_OK) {
        status = launch(scene, 1);
    }
    return status == COOP_OK ? coop_team_wait(scene->team, scene->launches, 2, WAIT_NS, NULL) : status;
}

/* Whatever has failed: what was launched ends, since a domain that is not there holds up nobody. */
static void clear(struct scene *scene)
{
    for (uint32_t i = 0; i < 2; i++) {
        if (scene->launches[i] != NULL) {
            TEST_TRUE(coop_launch_wait(scene->launches[i], WAIT_NS, NULL) != COOP_TIMED_OUT);
            coop_launch_destroy(scene->launches[i]);
        }
    }
    coop_team_destroy(scene->team);
    coop_team_buffer_destroy(scene->bits);
    coop_team_buffer_destroy(scene->twice);
}

/* Each number was run once, in one of the domains. */
static void check_numbers(struct scene *scene)
{
    unsigned char seen[2][NUMBERS / 8];

    for (uint32_t i = 0; i < 2; i++) {
        TEST_EQUAL(coop_team_buffer_read(scene->bits, i, 0, seen[i], NUMBERS / 8), COOP_OK);
    }
    for (uint32_t i = 0; i < NUMBERS / 8 && test_failures() == 0; i++) {
        TEST_EQUAL(seen[0][i] ^ seen[1][i], 0xff);
    }
}

static coop_status do_all(const struct coop_team_options *options, int checks)
{
    struct scene scene = make_scene();
    struct coop_team_traffic traffic;
    coop_status status = create(&scene, options);

    if (status == COOP_OK) {
        status = start(&scene);
    }
    if (status == COOP_OK) {
        status = launch_and_wait(&scene);
    }
    if (status == COOP_OK) {
        status = coop_team_traffic(scene.team, 1, &traffic);
    }
    if (status == COOP_OK && checks) {
        check_numbers(&scene);
    }
    clear(&scene);
    return status;
}

static void expect_good(void)
{
    static const struct coop_team_options defaults = {0};

    if (do_all(&defaults, 1) != COOP_OK) {
        TEST_FAIL("%s", coop_last_error()->message);
    }
}

TEST(no_thread_for_the_broker_is_said)
{
    struct scene scene = make_scene();
    const struct coop_team_options defaults = {0};

    TEST_EQUAL(create(&scene, &defaults), COOP_OK);
    refuses_threads = 1;
    REFUSED(&scene.all->each[0], start(&scene), COOP_OUT_OF_MEMORY, "the system gives no thread");
    refuses_threads = 0;
    TEST_EQUAL(start(&scene), COOP_OK);
    TEST_EQUAL(launch_and_wait(&scene), COOP_OK);
    check_numbers(&scene);
    clear(&scene);
}

TEST(each_allocation_fails_once)
{
    const struct coop_team_options defaults = {0};
    uint64_t at = 1;

    expect_good();
    for (; at < 1000 && test_failures() == 0; at++) {
        coop_status status;
        memory_shim_begin(at, 0);
        status = do_all(&defaults, 0);
        if (!memory_shim_failed()) {
            break;
        }
        memory_shim_begin(0, 0);
        if (status != COOP_OK && status != COOP_OUT_OF_MEMORY) {
            TEST_FAIL("allocation %llu: %s: %s", (unsigned long long)at, coop_status_name(status),
                      coop_last_error()->message);
        }
    }
    memory_shim_begin(0, 0);
    TEST_NOTE("%llu allocations", (unsigned long long)at - 1);
    TEST_AT_LEAST(at, 12);
    TEST_AT_MOST(at, 999);
    expect_good();
    coop_devices_close(make_scene().all->devices);
    TEST_AT_MOST(memory_shim_blocks(), BLOCKS_KEPT_MAX + 4);
}

/* Two domains, and a domain of two devices, beside the set that is open: nothing of one that was not opened
 * stays. A query of a device that finds no memory makes it one that does not answer. */
TEST(each_allocation_of_opening_fails_once)
{
    static const struct coop_devices_options options[] = {
        {.devices = "0", .split = 2, .groups = "1", .domains = "separate", .memory_bytes = 1 << 20},
        {.devices = "0", .split = 2, .groups = "1", .domains = "0,0", .memory_bytes = 1 << 20}};

    make_scene();
    for (size_t kind = 0; kind < 2; kind++) {
        coop_devices *devices = NULL;
        uint64_t at = 1;
        long blocks;
        OK(&make_scene().all->each[0], coop_devices_open(&options[kind], &devices));
        coop_devices_close(devices);
        blocks = memory_shim_blocks();
        for (; at < 1000 && test_failures() == 0; at++) {
            coop_status status;
            int has_failed;
            memory_shim_begin(at, 0);
            status = coop_devices_open(&options[kind], &devices);
            has_failed = memory_shim_failed();
            memory_shim_begin(0, 0);
            if (status == COOP_OK) {
                coop_devices_close(devices);
            }
            if (!has_failed) {
                break;
            }
            if (status != COOP_OK && status != COOP_OUT_OF_MEMORY &&
                (status != COOP_DEVICE_UNFIT || strstr(coop_last_error()->message, "MEMORY") == NULL)) {
                TEST_FAIL("allocation %llu: %s: %s", (unsigned long long)at, coop_status_name(status),
                          coop_last_error()->message);
            }
            TEST_EQUAL(status == COOP_OK, devices != NULL);
            TEST_AT_MOST(memory_shim_blocks(), blocks);
        }
        TEST_NOTE("%llu allocations", (unsigned long long)at - 1);
        TEST_AT_LEAST(at, 8);
        TEST_AT_MOST(at, 999);
    }
}

/* A6: a deadline that never comes is none. */
TEST(a_team_that_would_wait_for_ever_is_refused)
{
    struct scene scene = make_scene();
    const struct coop_team_options options = {.lost_after_ns = UINT64_MAX};

    REFUSED(&scene.all->each[0], create(&scene, &options), COOP_INVALID_ARGUMENT,
            "lost_after_ns is UINT64_MAX");
    clear(&scene);
}

/* What a kernel takes out of a queue at once could never be moved. */
TEST(a_batch_smaller_than_a_share_is_refused_with_a_remedy)
{
    struct scene scene = make_scene();
    struct coop_workqueue_options queue = {.task_bytes = COOP_WORK_TASK_BYTES, .overflow_tasks = 8};
    const struct coop_team_options defaults = {0};

    TEST_EQUAL(create(&scene, &defaults), COOP_OK);
    coop_team_destroy(scene.team);
    TEST_EQUAL(coop_team_create(scene.all->devices, &queue, &defaults, &scene.team), COOP_OK);
    TEST_EQUAL(start(&scene), COOP_OK);
    REFUSED(&scene.all->each[0], launch_and_wait(&scene), COOP_KERNEL_FAILED, "at most 8 tasks");
    TEST_CONTAINS(coop_last_error()->message, "create the team with more overflow_tasks");
    clear(&scene);
}

/* In many batches. Where the broker had to wait for its turn, all answers may be there when it looks: then
 * once more. */
static coop_status repeat_until_lost(struct scene *scene)
{
    coop_status status = COOP_OK;

    for (unsigned i = 0; i < 100 && status == COOP_OK; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            coop_launch_destroy(scene->launches[k]);
            scene->launches[k] = NULL;
        }
        TEST_EQUAL(start_with(scene, NUMBERS), COOP_OK);
        status = launch_and_wait(scene);
    }
    return status;
}

/* A6: here the first answer comes too late. */
TEST(a_domain_that_answers_too_late_is_lost)
{
    struct scene scene = make_scene();
    const struct coop_team_options options = {.lost_after_ns = 1, .box_bytes = 4096};

    TEST_EQUAL(create(&scene, &options), COOP_OK);
    REFUSED(&scene.all->each[0], repeat_until_lost(&scene), COOP_DEVICE_LOST, "its scheduler last moved");
    TEST_CONTAINS(coop_last_error()->message, "of the team");
    TEST_CONTAINS(coop_last_error()->message, "is lost with");
    TEST_CONTAINS(coop_last_error()->message, "tasks run:");
    TEST_CONTAINS(coop_last_error()->details, "domain 1:");
    TEST_CONTAINS(coop_last_error()->details, ", imported {");
    clear(&scene);
    expect_good();
}

/* All that was dealt to a domain is run there. */
TEST(tasks_that_stay_are_moved_by_nobody)
{
    struct scene scene = make_scene();
    const struct coop_team_options options = {.stays = 1u << coop_tag_range};
    uint64_t dealt = 0;

    TEST_EQUAL(create(&scene, &options), COOP_OK);
    TEST_EQUAL(start(&scene), COOP_OK);
    TEST_EQUAL(launch_and_wait(&scene), COOP_OK);
    for (uint32_t i = 0; i < 2; i++) {
        struct coop_team_traffic traffic;
        TEST_EQUAL(coop_team_traffic(scene.team, i, &traffic), COOP_OK);
        TEST_EQUAL_U64(traffic.tasks_out, 0);
        dealt += traffic.tasks_in;
    }
    TEST_EQUAL_U64(dealt, SEEDS);
    check_numbers(&scene);
    clear(&scene);
}

/* The others work, and the team does not end without it: its launch is missing. */
TEST(a_launch_that_is_never_made_holds_nobody_up)
{
    struct scene scene = make_scene();
    const struct coop_team_options defaults = {0};
    struct coop_workqueue_counts counts;

    TEST_EQUAL(create(&scene, &defaults), COOP_OK);
    TEST_EQUAL(start(&scene), COOP_OK);
    TEST_EQUAL(launch(&scene, 0), COOP_OK);
    TEST_EQUAL(coop_launch_wait(scene.launches[0], WAIT_NS, NULL), COOP_OK);
    TEST_EQUAL(coop_team_report(scene.team, 0, &counts, NULL), COOP_OK);
    TEST_AT_LEAST(counts.executed, SEEDS);
    TEST_EQUAL(coop_team_report(scene.team, 1, &counts, NULL), COOP_OK);
    TEST_EQUAL_U64(counts.executed, 0);
    clear(&scene);
}
