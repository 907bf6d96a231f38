/* The device's code of messages as C11 threads: a thread for each work-item, so that many send at once, as on
 * a GPU. B1 to B11 of shared/message.h; built for each COOP_MESSAGE_DRAW. seed=, rounds=, steps= repeat or
 * size a run. */
#include "tests/queue/device_words.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

/* The work-item that a thread is. */
static _Thread_local uint32_t own_item;
#define get_local_id(dimension) (own_item)

#define COOP_MESSAGE 1
#define COOP_MESSAGE_LOCAL through

#include "tests/message/backoff.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "coop/device/delivery.clh"
#pragma GCC diagnostic pop

enum { THREADS_MAX = 32 };

struct body {
    void (*run)(void *argument);
    void *argument;
    uint64_t seed;
};

static pthread_t threads[THREADS_MAX];
static uint32_t thread_count;
static _Thread_local uint64_t own_random;
static uint64_t next_seed;

static void *run_body(void *argument)
{
    struct body body = *(struct body *)argument;

    free(argument);
    own_random = body.seed;
    body.run(body.argument);
    return NULL;
}

static void scene_begin(void (*run)(void *argument), void *argument)
{
    struct body *body = malloc(sizeof *body);

    *body = (struct body){run, argument, next_seed++};
    if (pthread_create(&threads[thread_count++], NULL, run_body, body) != 0) {
        abort();
    }
}

static void scene_join_all(void)
{
    while (thread_count > 0) {
        pthread_join(threads[--thread_count], NULL);
    }
}

static void scene_watch(void)
{
}

static void scene_relax(void)
{
    sched_yield();
}

static uint scene_below(uint end)
{
    return (uint)test_random_below(&own_random, end);
}

static void scene_check(int holds, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void scene_check(int holds, const char *format, ...)
{
    char text[200];
    va_list arguments;

    if (holds) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    TEST_FAIL("%s", text);
    abort(); /* others may wait for what has gone wrong */
}

#define SCENE_IS_ITEM(item) (own_item = (item))
#include "tests/message/scene.h"

static uint least_slots(struct scene_plan plan)
{
    return plan.groups * coop_messages_open_slots(plan.items) + 1u;
}

static void run_rounds(struct scene_plan plan, uint64_t rounds)
{
    next_seed = test_seed();
    scene_plan = plan;
    scene_plan.steps = (uint)test_option("steps", plan.steps);
    scene_plan.slots = plan.slots > least_slots(plan) ? plan.slots : least_slots(plan);
    memset(&scene_totals, 0, sizeof scene_totals);
    rounds = test_option("rounds", rounds);
    for (uint64_t i = 0; i < rounds; i++) {
        scene = aligned_alloc(128, (sizeof *scene + 127) / 128 * 128);
        scene_run();
        free(scene);
    }
    TEST_NOTE("%llu slots, %llu messages delivered, %llu ends", (unsigned long long)scene_totals.published,
              (unsigned long long)scene_totals.delivered, (unsigned long long)scene_totals.ends);
    TEST_AT_LEAST(scene_totals.published, 1);
    TEST_EQUAL_U64(scene_totals.quiets, rounds * plan.groups);
}

TEST(each_message_is_applied_once_by_the_time_of_quiet)
{
    run_rounds(
        (struct scene_plan){.groups = 3, .items = 3, .steps = 60, .width = 4, .slots = 4, .deliveries = 2},
        20);
    TEST_AT_LEAST(scene_totals.delivered, 1);
    TEST_AT_LEAST(scene_totals.ends, 1);
}

TEST(slots_of_one_message_go_round)
{
    run_rounds((struct scene_plan){.groups = 2, .items = 3, .steps = 60, .width = 1, .slots = 3}, 10);
}

TEST(a_work_item_alone_sends)
{
    run_rounds(
        (struct scene_plan){.groups = 3, .items = 1, .steps = 100, .width = 4, .slots = 5, .deliveries = 1},
        10);
}
