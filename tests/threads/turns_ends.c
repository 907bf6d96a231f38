/* Scenes in which a launch or a run ends, or rests. */
#include "kernels.h"
#include "scene.h"
#include "turns.h"

enum { MARKS = 2048 };

/* Another thread of the host, which waits for a launch and looks at its results as soon as it knows the
 * outcome. */
struct onlooker {
    int may_end; /* before it is stopped */
    enum coop_status status;
    struct scene *scene;
    coop_launch *launch;
    coop_buffer *data;
    pthread_t thread;
    uint64_t heard_ns;
    uint32_t seen[MARKS];
};

static void *look_on(void *argument)
{
    struct onlooker *onlooker = argument;

    onlooker->status = coop_launch_wait(onlooker->launch, WAIT_NS, NULL);
    if (!onlooker->may_end || onlooker->status != COOP_OK) {
        TEST_EQUAL(onlooker->status, COOP_STOPPED);
    }
    OK(onlooker->scene, coop_buffer_read(onlooker->data, 0, onlooker->seen, sizeof onlooker->seen));
    return NULL;
}

/* Stops the run amid the launch, and lets the onlooker tell what is then in its memory. */
static void stop_under(struct scene *scene, struct onlooker *onlooker)
{
    uint64_t begun;

    pthread_create(&onlooker->thread, NULL, look_on, onlooker);
    threads_sleep(test_random_below(&scene->random, 200000));
    begun = threads_now_ns();
    OK(scene, coop_run_stop(scene->run, WAIT_NS));
    TEST_AT_MOST(threads_now_ns() - begun, HEARTBEAT_NS / 2);
    pthread_join(onlooker->thread, NULL);
    coop_launch_destroy(onlooker->launch);
}

/* The run is stopped while work-groups compute, wait at barriers and end; everybody leaves, at once, and who
 * is told that the launch is over may look at its memory. */
uint64_t turns_stop_amid(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct swinging_args args = {.count = 8, .rounds = 1000000};
    struct onlooker onlooker = {.scene = &scene};

    scene_open(&scene, schedule);
    onlooker.data = scene_buffer(&scene, MARKS);
    args.data = coop_buffer_address(onlooker.data);
    if (OK(&scene, swinging_launch(scene.run, &args, NULL, &onlooker.launch))) {
        stop_under(&scene, &onlooker);
    }
    return scene_close(&scene);
}

/* The same between the logical work-groups of a regular kernel: no barrier and no return has published what
 * they wrote, only the work-group's leaving does. */
uint64_t turns_stop_between(const struct threads_schedule *schedule)
{
    struct scene scene;
    struct mark_args args;
    struct coop_ndrange range = {.global_items = {MARKS}};
    struct onlooker onlooker = {.scene = &scene, .may_end = 1};

    scene_open(&scene, schedule);
    onlooker.data = scene_buffer(&scene, MARKS);
    args.out = coop_buffer_address(onlooker.data);
    if (OK(&scene, mark_launch(scene.run, &args, &range, NULL, &onlooker.launch))) {
        stop_under(&scene, &onlooker);
        for (uint32_t i = 0; i < MARKS; i++) {
            TEST_TRUE((onlooker.seen[i] == 0 && onlooker.status != COOP_OK) || onlooker.seen[i] == i + 1);
        }
    }
    return scene_close(&scene);
}

/* Of several threads that wait for one launch, each hears of its end at once, and not when it looks again by
 * itself. */
static void *listen(void *argument)
{
    struct onlooker *onlooker = argument;

    TEST_EQUAL(coop_launch_wait(onlooker->launch, WAIT_NS, NULL), COOP_OK);
    onlooker->heard_ns = threads_now_ns();
    return NULL;
}

uint64_t turns_audience(const struct threads_schedule *schedule)
{
    enum { LISTENERS = 3 };
    struct scene scene;
    struct onlooker listeners[LISTENERS] = {{.scene = &scene}};
    struct coop_ndrange range = {.global_items = {1}};
    coop_launch *launch = NULL;
    uint64_t ended_ns;

    scene_open(&scene, schedule);
    coop_buffer *words = scene_buffer(&scene, 2);
    struct hold_args holding = {coop_buffer_address(words), coop_buffer_address(words) + 4};
    if (OK(&scene, hold_launch(scene.run, &holding, &range, NULL, &launch))) {
        for (uint32_t i = 0; i < LISTENERS; i++) {
            listeners[i].launch = launch;
            pthread_create(&listeners[i].thread, NULL, listen, &listeners[i]);
        }
        threads_sleep(test_random_below(&scene.random, 400000));
        OK(&scene, coop_buffer_write(words, 0, &(uint32_t){1}, 4));
        OK(&scene, coop_launch_wait(launch, WAIT_NS, NULL));
        ended_ns = threads_now_ns();
        for (uint32_t i = 0; i < LISTENERS; i++) {
            pthread_join(listeners[i].thread, NULL);
            TEST_AT_MOST(listeners[i].heard_ns, ended_ns + HEARTBEAT_NS / 2);
        }
        coop_launch_destroy(launch);
    }
    return scene_close(&scene);
}

/* Work-items that part where their work-group ends: whatever else comes to its end meanwhile, nobody is told
 * that the launch was well (W2). `ways` is where the kernel looks for each work-item's way. */
static void open_parting(struct scene *scene, const struct threads_schedule *schedule, int leader_waits,
                         coop_buffer **ways)
{
    scene_open(scene, schedule);
    TEST_AT_LEAST(scene->local_items, 2);
    *ways = scene_buffer(scene, scene->local_items);
    for (uint32_t i = 0; i < scene->local_items; i++) {
        uint32_t waits = leader_waits ? i == 0 : i > 0;
        OK(scene, coop_buffer_write(*ways, 4 * i, &waits, 4));
    }
}

uint64_t turns_parting_at_the_end(const struct threads_schedule *schedule)
{
    struct scene scene;
    coop_buffer *ways;
    coop_launch *launch = NULL;

    open_parting(&scene, schedule, 0, &ways);
    struct parts_at_the_end_args args = {coop_buffer_address(ways)};
    struct coop_ndrange range = {.global_items = {scene.local_items}};
    if (OK(&scene, parts_at_the_end_launch(scene.run, &args, &range, NULL, &launch))) {
        TEST_EQUAL(coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED);
    }
    coop_launch_destroy(launch);
    return scene_close(&scene);
}

/* The work-group is killed there, if the other launch is heard of in time; the others return. */
uint64_t turns_parting_at_an_offer(const struct threads_schedule *schedule)
{
    struct scene scene;
    coop_buffer *ways;
    coop_launch *launch = NULL;
    coop_launch *rival = NULL;

    open_parting(&scene, schedule, 1, &ways);
    coop_buffer *words = scene_buffer(&scene, 1 + scene.local_items);
    struct parts_at_an_offer_args args = {coop_buffer_address(ways), coop_buffer_address(words)};
    struct count_args count = {coop_buffer_address(words) + 4};
    struct coop_ndrange range = {.global_items = {scene.local_items}};
    if (OK(&scene, parts_at_an_offer_launch(scene.run, &args, NULL, &launch)) &&
        OK(&scene, count_launch(scene.run, &count, &range, NULL, &rival))) {
        threads_sleep(test_random_below(&scene.random, 400000));
        OK(&scene, coop_buffer_write(words, 0, &(uint32_t){1}, 4));
        TEST_EQUAL(coop_launch_wait(launch, WAIT_NS, NULL), COOP_KERNEL_FAILED);
        coop_launch_wait(rival, WAIT_NS, NULL); /* it may have been quicker than the failure */
    }
    coop_launch_destroy(launch);
    coop_launch_destroy(rival);
    return scene_close(&scene);
}

/* Launches one after the other, with rests of any length, in which some or all fall asleep; and a stop after
 * one. */
uint64_t turns_rests(const struct threads_schedule *schedule)
{
    struct scene scene;
    uint64_t begun;

    scene_open(&scene, schedule);
    coop_buffer *out = scene_buffer(&scene, 4);
    for (uint32_t i = 0; i < 4; i++) {
        /* Work-groups fall asleep after about a millisecond, which is when most can go wrong. */
        uint64_t longest = i % 2 == 0 ? 25 : 17 + test_random_below(&scene.random, 5);
        threads_sleep(test_random_below(
            &scene.random,
            (uint64_t)1 << (i % 2 == 0 ? test_random_below(&scene.random, longest) : longest)));
        begun = threads_now_ns();
        scene_expect_all_free(&scene, out);
        TEST_AT_MOST(threads_now_ns() - begun, HEARTBEAT_NS / 2);
    }
    threads_sleep(test_random_below(&scene.random, HEARTBEAT_NS));
    begun = threads_now_ns();
    OK(&scene, coop_run_stop(scene.run, WAIT_NS));
    TEST_AT_MOST(threads_now_ns() - begun, HEARTBEAT_NS / 2);
    return scene_close(&scene);
}
