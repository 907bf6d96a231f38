/* Long cooperative kernels under a storm of regular ones: thousands of work-groups end and begin, the results
 * are those of a computation that never resized, and the trace makes sense. `seed=` repeats a storm's sizes,
 * `transitions=` sets how long it lasts, up to `seconds=`. */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traced_runs.h"
#include "traffic.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DATA = 1024 };

/* A run of its own, so that its trace holds the storm alone. */
static struct device *open_fresh(void)
{
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);

    device_stop(device);
    return device_open(kernels_module_text, kernels_module_bytes);
}

/* That the trace is right is checked by the stop; here, that it has seen what the statistics say. */
static void stop_and_compare_trace(struct device *device, uint64_t transitions)
{
    struct coop_trace trace;

    OK(device, coop_run_stop(device->run, WAIT_NS));
    if (traced_runs_are_on() && OK(device, coop_trace_take(device->run, &trace))) {
        struct coop_trace_verdict verdict = trace_checked(&trace);
        TEST_NOTE("%zu events, %llu barriers", trace.event_count, (unsigned long long)verdict.barriers);
        if (!verdict.is_partial) {
            TEST_EQUAL_U64(verdict.transitions, transitions);
            TEST_EQUAL_U64(verdict.events_checked, trace.event_count);
        }
        coop_trace_clear(&trace);
    }
    device_stop(device);
}

static uint64_t transitions_of(const struct coop_launch_stats *stats)
{
    return (uint64_t)stats->kills + stats->forks + stats->barrier_kills + stats->barrier_forks;
}

static void swing(uint32_t *data, uint32_t rounds)
{
    for (uint32_t round = 0; round < rounds; round++) {
        uint32_t *from = data + (round & 1) * DATA;
        uint32_t *to = data + (~round & 1) * DATA;
        for (uint32_t i = 0; i < DATA; i++) {
            to[i] = from[i] * 1664525u + from[i > 0 ? i - 1 : DATA - 1] + round;
        }
    }
}

static uint64_t one_swing(struct device *device, enum coop_resizing variant, uint64_t *random)
{
    enum { ROUNDS = 3000 };
    struct swinging_args args = {0, DATA, ROUNDS, DELAY, {0}};
    struct coop_launch_options options = {.resizing = variant};
    struct coop_launch_stats stats = {0};
    uint32_t *data = malloc(2 * DATA * 4);
    uint32_t *seen = malloc(2 * DATA * 4);
    coop_buffer *buffer = device_buffer(device, 2 * DATA * 4);
    coop_launch *launch = NULL;

    for (uint32_t i = 0; i < 2 * DATA; i++) {
        data[i] = (uint32_t)test_random(random);
    }
    args.data = coop_buffer_address(buffer);
    OK(device, coop_buffer_write(buffer, 0, data, 2 * DATA * 4));
    OK(device, swinging_launch(device->run, &args, &options, &launch));
    traffic_until_end(device, launch, random, 0);
    device_finish(device, launch, &stats);
    OK(device, coop_buffer_read(buffer, 0, seen, 2 * DATA * 4));
    swing(data, ROUNDS);
    TEST_EQUAL(memcmp(seen, data, 2 * DATA * 4), 0);
    TEST_EQUAL(stats.kills + stats.forks, 0);
    free(data);
    free(seen);
    coop_buffer_destroy(buffer);
    return transitions_of(&stats);
}

/* So many numbers that a hundred work-groups are at it for milliseconds, too, even if lingering takes no
 * time: regular kernels come after a tenth of one. */
static uint32_t numbers_to_draw(const struct device *device)
{
    enum { LEAST = 20000, OF_EACH = 2000 };

    return device->workers * OF_EACH > LEAST ? device->workers * OF_EACH : LEAST;
}

static uint64_t one_drawing(struct device *device, uint64_t *random)
{
    uint32_t count = numbers_to_draw(device);
    struct drawing_args args = {0, 0, count, DELAY};
    struct coop_launch_stats stats = {0};
    uint32_t *seen = malloc((size_t)count * 4);
    coop_buffer *next = device_buffer(device, 4);
    coop_buffer *done = device_buffer(device, (uint64_t)count * 4);
    coop_launch *launch = NULL;

    args.next = coop_buffer_address(next);
    args.done = coop_buffer_address(done);
    OK(device, drawing_launch(device->run, &args, NULL, &launch));
    traffic_until_end(device, launch, random, 0);
    device_finish(device, launch, &stats);
    OK(device, coop_buffer_read(done, 0, seen, (uint64_t)count * 4));
    for (uint32_t i = 0; i < count && test_failures() == 0; i++) {
        TEST_EQUAL(seen[i], 1);
    }
    TEST_EQUAL(stats.barriers + stats.barrier_kills + stats.barrier_forks, 0);
    free(seen);
    coop_buffer_destroy(next);
    coop_buffer_destroy(done);
    return transitions_of(&stats);
}

/* A regular kernel that gives way (S9a): however often work-groups leave it and join it, each of its logical
 * work-groups runs once. */
static uint64_t one_elastic(struct device *device, uint64_t *random)
{
    uint32_t count = numbers_to_draw(device);
    struct patient_args args = {.delay = DELAY / 4};
    struct coop_ndrange range = {.global_items = {(uint64_t)count * device->local_items}};
    struct coop_launch_options options = {.elastic = 1};
    struct coop_launch_stats stats = {0};
    uint32_t *seen = malloc((size_t)count * 4);
    coop_buffer *words = device_buffer(device, 256);
    coop_buffer *done = device_buffer(device, (uint64_t)count * 4);
    coop_launch *launch = NULL;

    args.gate = coop_buffer_address(words);
    args.inside = args.gate + 128;
    args.done = coop_buffer_address(done);
    OK(device, patient_launch(device->run, &args, &range, &options, &launch));
    traffic_until_end(device, launch, random, 0);
    device_finish(device, launch, &stats);
    OK(device, coop_buffer_read(done, 0, seen, (uint64_t)count * 4));
    for (uint32_t i = 0; i < count && test_failures() == 0; i++) {
        TEST_EQUAL(seen[i], 1);
    }
    TEST_EQUAL(stats.barriers + stats.barrier_kills + stats.barrier_forks, 0);
    free(seen);
    coop_buffer_destroy(words);
    coop_buffer_destroy(done);
    return transitions_of(&stats);
}

enum storm { QUERY, PLAIN, BARE, ELASTIC };

/* Transitions of one run, so that its trace has room for them. */
enum { TRANSITIONS_OF_A_RUN = 2000 };

/* So much longer may it take until the first: hundreds of threads on a few cores have their turn once in a
 * second. */
enum { PATIENCE_SECONDS = 600 };

static uint64_t storm_in_one_run(enum storm kind, uint64_t wanted, uint64_t *random, time_t end)
{
    struct device *device = open_fresh();
    uint64_t transitions = 0;

    do { /* once at least: on a busy machine it can take all the time to start the run */
        transitions +=
            kind == BARE ? one_drawing(device, random)
            : kind == ELASTIC
                ? one_elastic(device, random)
                : one_swing(device, kind == QUERY ? COOP_RESIZING_QUERY : COOP_RESIZING_PLAIN, random);
    } while (transitions < wanted && test_failures() == 0 && time(NULL) < end);
    stop_and_compare_trace(device, transitions);
    return transitions;
}

static void storm(enum storm kind)
{
    uint64_t random = test_seed();
    uint64_t wanted = test_option("transitions", 300);
    uint64_t transitions = 0;
    time_t end = time(NULL) + (time_t)test_option("seconds", 5);
    time_t patience = end + PATIENCE_SECONDS;

    do {
        uint64_t left = wanted - transitions;
        transitions +=
            storm_in_one_run(kind, left < TRANSITIONS_OF_A_RUN ? left : TRANSITIONS_OF_A_RUN, &random, end);
    } while (transitions < wanted && test_failures() == 0 && time(NULL) < (transitions > 0 ? end : patience));
    TEST_NOTE("%llu work-groups ended or begun", (unsigned long long)transitions);
    TEST_AT_LEAST(transitions, 1);
}

TEST(query_barriers_give_the_right_sum)
{
    storm(QUERY);
}

TEST(plain_barriers_give_the_right_sum)
{
    storm(PLAIN);
}

TEST(offers_and_requests_draw_each_number_once)
{
    storm(BARE);
}

TEST(an_elastic_kernel_runs_each_logical_work_group_once)
{
    storm(ELASTIC);
}
