/* The scheduler: who starts when and with how many, any number of instances at once (S9, S10), and what comes
 * back. */
#include "coop/shared/limits.h"
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { DATA = 512 };

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

/* Words at 256-byte distances, for kernels that talk with the host. */
enum { GATE = 0, ENTERED = 64, OTHER_GATE = 128, OTHER_ENTERED = 192, OUT = 256, WORDS = 4096 };

static coop_address word_at(coop_buffer *words, uint32_t word)
{
    return coop_buffer_address(words) + (coop_address)word * 4;
}

/* A regular kernel that stays on `groups` workers until the gate opens. */
static coop_launch *hold_workers(struct device *device, coop_buffer *words, uint32_t groups)
{
    struct hold_args args = {word_at(words, GATE), word_at(words, ENTERED)};
    struct coop_ndrange range = {.global_items = {(uint64_t)device->local_items * groups}};
    struct coop_launch_options options = {.groups = groups};
    coop_launch *launch = NULL;

    device_write_u32(device, words, GATE, 0);
    device_write_u32(device, words, ENTERED, 0);
    OK(device, hold_launch(device->run, &args, &range, &options, &launch));
    device_await_u32(device, words, ENTERED, groups);
    return launch;
}

/* The regular kernel that counts its work-items, for all the workers; how many it started with. */
static uint32_t groups_for_all(struct device *device, coop_buffer *words)
{
    struct count_args args = {word_at(words, OUT)};
    struct coop_ndrange range = {.global_items = {WORDS - OUT}};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    OK(device, count_launch(device->run, &args, &range, NULL, &launch));
    device_finish(device, launch, &stats);
    return stats.groups_at_start;
}

/* Named by cl/scheduler.cl (trap 3 of DESIGN 8): kernels that are granted forks and end without a request. */
TEST(grants_of_an_ended_instance_come_back)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);

    for (int i = 0; i < 12 && test_failures() == 0; i++) {
        struct reluctant_args args = {word_at(words, OTHER_GATE), word_at(words, OTHER_ENTERED),
                                      word_at(words, OUT)};
        coop_launch *holding = hold_workers(device, words, device->workers - 1);
        struct coop_launch_stats stats = {0};
        coop_launch *launch = NULL;
        char text[8192] = "";
        device_write_u32(device, words, OTHER_GATE, 0);
        device_write_u32(device, words, OTHER_ENTERED, 0);
        OK(device, reluctant_launch(device->run, &args, NULL, &launch));
        device_await_u32(device, words, OTHER_ENTERED, 1);
        device_write_u32(device, words, GATE, 1);
        device_finish(device, holding, NULL);
        for (int k = 0; k < 2000 && strstr(text, "forks granted ") == NULL; k++) {
            coop_run_describe(device->run, text, sizeof text);
            char *none = strstr(text, "forks granted 0");
            if (none != NULL) {
                text[0] = '\0';
                device_sleep_ms(1);
            }
        }
        TEST_CONTAINS(text, "forks granted ");
        device_write_u32(device, words, OTHER_GATE, 1); /* not 2: ends without a request */
        device_finish(device, launch, &stats);
        TEST_EQUAL(stats.forks, 0);
        TEST_EQUAL(groups_for_all(device, words), device->workers);
        device_settle(device);
    }
    coop_buffer_destroy(words);
}

/* Trap 4 of DESIGN 8: what is asked for is more than can ever be had. */
TEST(regular_kernel_starts_with_what_a_kernel_that_never_shrinks_leaves)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct stubborn_args args = {word_at(words, GATE), word_at(words, ENTERED)};
    struct coop_launch_options options = {.groups = device->workers - 1};
    coop_launch *launch = NULL;

    OK(device, stubborn_launch(device->run, &args, &options, &launch));
    device_await_u32(device, words, ENTERED, device->workers - 1);
    TEST_EQUAL(groups_for_all(device, words), 1);
    device_write_u32(device, words, GATE, 1);
    device_finish(device, launch, NULL);
    coop_buffer_destroy(words);
}

TEST(regular_kernel_starts_with_what_a_kernel_that_shrinks_can_give)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct offering_args args = {word_at(words, GATE), word_at(words, ENTERED),
                                 word_at(words, OTHER_ENTERED)};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;

    OK(device, offering_launch(device->run, &args, NULL, &launch));
    device_await_u32(device, words, ENTERED, device->workers);
    TEST_EQUAL(groups_for_all(device, words), device->workers - 1);
    device_write_u32(device, words, GATE, 1);
    device_finish(device, launch, &stats);
    TEST_EQUAL(stats.kills, device->workers - 1);
    coop_buffer_destroy(words);
}

TEST(regular_kernel_waits_for_a_kernel_that_keeps_every_worker)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    struct stubborn_args args = {word_at(words, GATE), word_at(words, ENTERED)};
    struct count_args count = {word_at(words, OUT)};
    struct coop_ndrange range = {.global_items = {100}};
    struct coop_launch_options options = {.groups = 1};
    coop_launch *launch = NULL;
    coop_launch *regular = NULL;

    OK(device, stubborn_launch(device->run, &args, NULL, &launch));
    device_await_u32(device, words, ENTERED, device->workers);
    OK(device, count_launch(device->run, &count, &range, &options, &regular));
    TEST_EQUAL(coop_launch_wait(regular, 20000000, NULL), COOP_TIMED_OUT);
    TEST_EQUAL(device_read_u32(device, words, OUT), 0);
    device_write_u32(device, words, GATE, 1);
    device_finish(device, launch, NULL);
    device_finish(device, regular, NULL);
    TEST_EQUAL(device_read_u32(device, words, OUT), 1);
    coop_buffer_destroy(words);
}

/* Kernels that each want all the workers run one after the other; the stamps tell in which order. */
TEST(higher_priorities_first_and_fifo_within_one)
{
    enum { COUNT = 24 };
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    coop_launch *holding = hold_workers(device, words, device->workers);
    coop_launch *launches[COUNT];
    uint64_t random = test_seed();
    uint32_t priorities[COUNT];

    for (uint32_t i = 0; i < COUNT; i++) {
        struct stamp_args args = {word_at(words, OTHER_GATE), word_at(words, OUT + i)};
        struct coop_ndrange range = {.global_items = {1}};
        struct coop_launch_options options = {.priority = (uint32_t)test_random_below(&random, 4)};
        priorities[i] = options.priority;
        OK(device, stamp_launch(device->run, &args, &range, &options, &launches[i]));
    }
    device_write_u32(device, words, GATE, 1);
    device_finish(device, holding, NULL);
    for (uint32_t i = 0; i < COUNT; i++) {
        device_finish(device, launches[i], NULL);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t before = 1; /* its place: those of higher priority, and earlier ones of the same */
        for (uint32_t k = 0; k < COUNT; k++) {
            before += priorities[k] > priorities[i] || (priorities[k] == priorities[i] && k < i);
        }
        TEST_EQUAL(device_read_u32(device, words, OUT + i), before);
    }
    coop_buffer_destroy(words);
}

/* What swinging computes, without ever resizing. */
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

struct swing {
    coop_buffer *buffer;
    coop_launch *launch;
    uint32_t *data;
    uint32_t rounds;
};

static void begin_swing(struct device *device, struct swing *swing_, uint32_t rounds, uint32_t groups,
                        uint32_t priority)
{
    struct swinging_args args = {0};
    struct coop_launch_options options = {.groups = groups, .priority = priority, .timeout_ns = WAIT_NS};

    swing_->rounds = rounds;
    swing_->data = malloc(2 * DATA * 4);
    swing_->buffer = device_buffer(device, 2 * DATA * 4);
    for (uint32_t i = 0; i < 2 * DATA; i++) {
        swing_->data[i] = i * 2654435761u + rounds;
    }
    OK(device, coop_buffer_write(swing_->buffer, 0, swing_->data, 2 * DATA * 4));
    args.data = coop_buffer_address(swing_->buffer);
    args.count = DATA;
    args.rounds = rounds;
    args.delay = 500;
    OK(device, swinging_launch(device->run, &args, &options, &swing_->launch));
}

static void end_swing(struct device *device, struct swing *swing_)
{
    uint32_t seen[2 * DATA];
    struct coop_launch_stats stats = {0};

    device_finish(device, swing_->launch, &stats);
    TEST_EQUAL(stats.barriers, swing_->rounds);
    swing(swing_->data, swing_->rounds);
    OK(device, coop_buffer_read(swing_->buffer, 0, seen, sizeof seen));
    TEST_EQUAL(memcmp(seen, swing_->data, sizeof seen), 0);
    free(swing_->data);
    coop_buffer_destroy(swing_->buffer);
}

TEST(cooperative_and_regular_instances_run_at_once)
{
    enum { SWINGS = 12, COUNTS = 12 };
    struct device *device = open_device();
    struct swing swings[SWINGS];
    coop_launch *counts[COUNTS];
    coop_buffer *out = device_buffer(device, 1000 * 4);
    uint64_t random = test_seed();

    for (uint32_t i = 0; i < SWINGS; i++) {
        struct count_args args = {coop_buffer_address(out)};
        struct coop_ndrange range = {.global_items = {1000}};
        struct coop_launch_options options = {.priority = i % 3};
        options.groups = 1 + (uint32_t)test_random_below(&random, device->workers);
        begin_swing(device, &swings[i], 100 + (uint32_t)test_random_below(&random, 300), options.groups,
                    i % 4);
        OK(device, count_launch(device->run, &args, &range, &options, &counts[i]));
    }
    for (uint32_t i = 0; i < SWINGS; i++) {
        end_swing(device, &swings[i]);
        device_finish(device, counts[i], NULL);
    }
    for (uint32_t i = 0; i < 1000 && test_failures() == 0; i++) {
        TEST_EQUAL(device_read_u32(device, out, i), COUNTS);
    }
    coop_buffer_destroy(out);
}

TEST(more_cooperative_instances_than_workers_all_complete)
{
    struct device *device = open_device();
    struct swing swings[COOP_INSTANCES_MAX];
    uint32_t count = 2 * device->workers + 3;

    count = count < COOP_INSTANCES_MAX ? count : COOP_INSTANCES_MAX; /* as many as the table holds */

    for (uint32_t i = 0; i < count; i++) {
        begin_swing(device, &swings[i], 50 + i, device->workers, 0);
    }
    for (uint32_t i = count; i > 0; i--) {
        end_swing(device, &swings[i - 1]);
    }
}

static void *open_gate_later(void *words)
{
    uint32_t one = 1;

    device_sleep_ms(30);
    coop_buffer_write(words, GATE * 4, &one, sizeof one);
    return NULL;
}

TEST(a_full_table_is_busy_or_waits)
{
    struct device *device = open_device();
    coop_buffer *words = device_buffer(device, WORDS * 4);
    coop_launch *launches[COOP_INSTANCES_MAX + 1] = {hold_workers(device, words, device->workers)};
    struct stamp_args args = {word_at(words, OTHER_GATE), word_at(words, OUT)};
    struct coop_ndrange range = {.global_items = {1}};
    struct coop_launch_options options = {.timeout_ns = WAIT_NS};
    coop_launch *refused = (coop_launch *)&args;
    pthread_t thread;

    for (uint32_t i = 1; i < COOP_INSTANCES_MAX; i++) {
        OK(device, stamp_launch(device->run, &args, &range, NULL, &launches[i]));
    }
    REFUSED(device, stamp_launch(device->run, &args, &range, NULL, &refused), COOP_BUSY, "32 launches");
    TEST_TRUE(refused == NULL);
    options.timeout_ns = 5000000;
    REFUSED(device, stamp_launch(device->run, &args, &range, &options, &refused), COOP_BUSY, "32 launches");
    options.timeout_ns = WAIT_NS;
    pthread_create(&thread, NULL, open_gate_later, words);
    OK(device, stamp_launch(device->run, &args, &range, &options, &launches[COOP_INSTANCES_MAX]));
    pthread_join(thread, NULL);
    for (uint32_t i = 0; i <= COOP_INSTANCES_MAX; i++) {
        device_finish(device, launches[i], NULL);
    }
    TEST_EQUAL(device_read_u32(device, words, OTHER_GATE), COOP_INSTANCES_MAX);
    coop_buffer_destroy(words);
}

static struct device *device_of_threads;

static void *launch_and_wait(void *seed)
{
    struct device *device = device_of_threads;
    uint64_t random = (uint64_t)(uintptr_t)seed;

    for (int i = 0; i < 25; i++) {
        struct swing one;
        begin_swing(device, &one, 1 + (uint32_t)test_random_below(&random, 60),
                    1 + (uint32_t)test_random_below(&random, device->workers),
                    (uint32_t)test_random_below(&random, 3));
        end_swing(device, &one);
    }
    return NULL;
}

TEST(threads_launch_and_wait_at_once)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    uint64_t seed = test_seed();

    device_of_threads = open_device();
    for (uint64_t i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, launch_and_wait, (void *)(uintptr_t)(seed + i));
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
}
