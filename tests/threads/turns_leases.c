/* Scenes in which work-groups leave for leases, and others come in their places. */
#include "coop/lease.h"
#include "host/context/context.h"
#include "kernels.h"
#include "scene.h"
#include "turns.h"
#include <string.h>

enum { OPEN_MAX = 2, STEPS_MAX = 40, COUNT = 100, ROUNDS = 48, STRIDE = 8 };

/* Of the kernel that is stopped: a work-group that is alone in it waits for nobody, so that it may hold the
 * turn until it ends. */
enum { WORDS = 32, LONG_ROUNDS = 2000 };

/* A lease that has been begun; in the scene OPEN_MAX of them at a time. */
struct tenancy {
    coop_launch *lease;
    uint32_t groups;
    int is_ended;
};

/* In half of the runs those that come for a lease are one command on a queue of its own, as on a GPU (H10):
 * nothing else asks for this trait once a run is live. */
static void open_run(struct scene *scene, const struct threads_schedule *schedule)
{
    static struct coop_device_traits traits;
    struct coop_context_object *context;

    scene_open(scene, schedule);
    context = coop_object_get(scene->context, COOP_KIND_CONTEXT);
    if (schedule->seed / 2 % 2 == 0) {
        traits = *context->device.traits;
        traits.kernels_are_threads = 0;
        context->device.traits = &traits;
    }
    coop_object_release(&context->base);
}

static void begin(struct scene *scene, struct tenancy *tenancy)
{
    struct coop_launch_options options = {.priority = (uint32_t)test_random_below(&scene->random, 2),
                                          .timeout_ns = WAIT_NS};

    tenancy->groups = 1 + (uint32_t)test_random_below(&scene->random, scene->workers);
    tenancy->is_ended = 0;
    options.groups = tenancy->groups;
    options.least_groups = (uint32_t)test_random_below(&scene->random, tenancy->groups + 1);
    OK(scene, coop_lease_begin(scene->run, &options, &tenancy->lease));
}

/* It is not over before (L6). */
static void end(struct scene *scene, struct tenancy *tenancy)
{
    TEST_EQUAL(coop_launch_wait(tenancy->lease, 0, NULL), COOP_TIMED_OUT);
    OK(scene, coop_lease_end(tenancy->lease, NULL));
    tenancy->is_ended = 1;
}

static void finish(struct scene *scene, struct tenancy *tenancy)
{
    struct coop_launch_stats stats = {0};

    scene_finish(scene, tenancy->lease, &stats);
    TEST_AT_LEAST(stats.groups_at_start, 1);
    TEST_AT_MOST(stats.groups_at_start, tenancy->groups);
    tenancy->lease = NULL;
}

/* One of the open leases begins, ends, is waited for, or is destroyed before or after its end; or some time
 * passes. None is waited for while the other can have its work-groups and has not been ended. */
static void step(struct scene *scene, struct tenancy *open)
{
    uint64_t at = test_random_below(&scene->random, OPEN_MAX);
    uint64_t way = test_random_below(&scene->random, 4);
    struct tenancy *tenancy = &open[at];
    const struct tenancy *other = &open[OPEN_MAX - 1 - at];

    if (way == 0) {
        threads_sleep(test_random_below(&scene->random, 20000));
    } else if (tenancy->lease == NULL) {
        begin(scene, tenancy);
        if (way == 1) {
            end(scene, tenancy);
        }
    } else if (!tenancy->is_ended && way > 1) {
        end(scene, tenancy);
    } else if (tenancy->is_ended && way > 1 && (other->lease == NULL || other->is_ended)) {
        finish(scene, tenancy);
    } else {
        coop_launch_destroy(tenancy->lease);
        tenancy->lease = NULL;
    }
}

/* Leases until the launch has ended. */
static void lease_until_end(struct scene *scene, coop_launch *launch)
{
    struct tenancy open[OPEN_MAX] = {{.lease = NULL}};

    for (int i = 0;
         i < STEPS_MAX && test_failures() == 0 && coop_launch_wait(launch, 0, NULL) == COOP_TIMED_OUT; i++) {
        step(scene, open);
    }
    for (int i = 0; i < OPEN_MAX; i++) {
        if (open[i].lease != NULL && !open[i].is_ended) {
            end(scene, &open[i]);
        }
    }
    for (int i = 0; i < OPEN_MAX; i++) {
        if (open[i].lease != NULL) {
            finish(scene, &open[i]);
        }
    }
}

/* Beside a kernel of offers and requests: each number is drawn once, and everybody is there in the end. */
uint64_t turns_leases(const struct threads_schedule *schedule)
{
    struct scene scene;
    coop_launch *launch = NULL;

    open_run(&scene, schedule);
    coop_buffer *words = scene_buffer(&scene, 64 + COUNT);
    coop_buffer *out = scene_buffer(&scene, 4);
    struct drawing_args args = {coop_buffer_address(words), coop_buffer_address(words) + 256, COUNT, 0};
    if (OK(&scene, drawing_launch(scene.run, &args, NULL, &launch))) {
        lease_until_end(&scene, launch);
        scene_finish(&scene, launch, NULL);
        for (uint32_t n = 0; n < COUNT; n++) {
            TEST_EQUAL(scene_word(&scene, words, 64 + n), 1);
        }
    }
    scene_expect_all_free(&scene, out);
    scene_expect_no_lost_wake_up();
    return scene_close(&scene);
}

/* Beside a kernel of resizing barriers. */
uint64_t turns_leases_at_barriers(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct coop_launch_options options = {.resizing = COOP_RESIZING_QUERY};
    coop_launch *launch = NULL;

    open_run(&scene, schedule);
    coop_buffer *seen = scene_buffer(&scene, ROUNDS * STRIDE);
    coop_buffer *cells = scene_buffer(&scene, 2 * STRIDE * scene.local_items);
    coop_buffer *wrong = scene_buffer(&scene, 1);
    coop_buffer *out = scene_buffer(&scene, 4);
    struct resizing_args args = {.seen = coop_buffer_address(seen),
                                 .cells = coop_buffer_address(cells),
                                 .wrong = coop_buffer_address(wrong),
                                 .rounds = ROUNDS,
                                 .stride = STRIDE};
    if (OK(&scene, resizing_launch(scene.run, &args, &options, &launch))) {
        struct coop_launch_stats stats = {0};
        lease_until_end(&scene, launch);
        scene_finish(&scene, launch, &stats);
        TEST_EQUAL(stats.barriers, ROUNDS);
        TEST_EQUAL(scene_word(&scene, wrong, 0), 0);
    }
    scene_expect_all_free(&scene, out);
    scene_expect_no_lost_wake_up();
    return scene_close(&scene);
}

/* Waits for the launch and looks at its memory: nobody writes it any more, wherever the others were. */
struct onlooker {
    struct scene *scene;
    coop_launch *launch;
    coop_buffer *data;
    pthread_t thread;
    uint32_t seen[2][WORDS];
};

static void *look_on(void *argument)
{
    struct onlooker *onlooker = argument;

    coop_status status = coop_launch_wait(onlooker->launch, WAIT_NS, NULL);

    TEST_TRUE(status == COOP_OK || status == COOP_STOPPED);
    for (int i = 0; i < 2; i++) {
        OK(onlooker->scene, coop_buffer_read(onlooker->data, 0, onlooker->seen[i], sizeof *onlooker->seen));
        threads_sleep(20000);
    }
    TEST_EQUAL(memcmp(onlooker->seen[0], onlooker->seen[1], sizeof *onlooker->seen), 0);
    return NULL;
}

/* The run is stopped while work-groups are away, leave and come. Leases that were not ended have then been
 * stopped, of the others it depends; everybody leaves, at once. */
static void stop_amid_leases(struct scene *scene)
{
    struct tenancy open[OPEN_MAX] = {{.lease = NULL}};
    uint64_t steps = 1 + test_random_below(&scene->random, 6);
    uint64_t begun;

    for (uint64_t i = 0; i < steps; i++) {
        step(scene, open);
    }
    threads_sleep(test_random_below(&scene->random, test_random_below(&scene->random, 2) ? 40000 : 2000));
    begun = threads_now_ns();
    OK(scene, coop_run_stop(scene->run, WAIT_NS));
    TEST_AT_MOST(threads_now_ns() - begun, HEARTBEAT_NS / 2);
    for (int i = 0; i < OPEN_MAX; i++) {
        if (open[i].lease != NULL && !open[i].is_ended) {
            TEST_EQUAL(coop_lease_end(open[i].lease, NULL), COOP_STOPPED);
            TEST_EQUAL(coop_launch_wait(open[i].lease, WAIT_NS, NULL), COOP_STOPPED);
        } else if (open[i].lease != NULL) {
            coop_status status = coop_launch_wait(open[i].lease, WAIT_NS, NULL);
            TEST_TRUE(status == COOP_OK || status == COOP_STOPPED);
        }
        coop_launch_destroy(open[i].lease);
    }
}

uint64_t turns_leases_stop(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct swinging_args args = {.count = WORDS / 2, .rounds = LONG_ROUNDS};
    struct onlooker onlooker = {.scene = &scene};

    open_run(&scene, schedule);
    onlooker.data = scene_buffer(&scene, WORDS);
    args.data = coop_buffer_address(onlooker.data);
    if (OK(&scene, swinging_launch(scene.run, &args, NULL, &onlooker.launch))) {
        pthread_create(&onlooker.thread, NULL, look_on, &onlooker);
        stop_amid_leases(&scene);
        pthread_join(onlooker.thread, NULL);
        coop_launch_destroy(onlooker.launch);
    }
    return scene_close(&scene);
}

/* The commands of a lease fail, and so does what waits for the mark behind them: the host sees it, and sends
 * the work-groups again. A stop needs none of them. */
static void fail_commands(struct scene *scene, cl_command_queue queue, int stops)
{
    struct tenancy tenancy = {.lease = NULL};
    uint64_t begun;

    begin(scene, &tenancy);
    threads_fail_next_write();
    OK(scene, coop_lease_end(tenancy.lease, queue));
    tenancy.is_ended = 1;
    if (!stops) {
        finish(scene, &tenancy);
        TEST_EQUAL(threads_commands_dropped(), 0);
        return;
    }
    threads_sleep(test_random_below(&scene->random, 2000));
    begun = threads_now_ns();
    OK(scene, coop_run_stop(scene->run, WAIT_NS));
    TEST_AT_MOST(threads_now_ns() - begun, HEARTBEAT_NS / 4);
    coop_launch_destroy(tenancy.lease);
}

uint64_t turns_leases_fail(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct coop_context_object *context;
    cl_command_queue queue;

    open_run(&scene, schedule);
    context = coop_object_get(scene.context, COOP_KIND_CONTEXT);
    queue = clCreateCommandQueueWithProperties(context->opencl, context->device.id, NULL, NULL);
    coop_object_release(&context->base);
    fail_commands(&scene, queue, 0);
    fail_commands(&scene, queue, 0); /* what it has left is forgotten */
    if (schedule->seed % 3 == 0) {
        fail_commands(&scene, queue, 1);
    } else {
        scene_expect_all_free(&scene, scene_buffer(&scene, 4));
    }
    clReleaseCommandQueue(queue);
    return scene_close(&scene);
}
