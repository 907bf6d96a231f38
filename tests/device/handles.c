/* A hundred thousand handles: what a call costs does not grow with their number. `handles=` sizes it. */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"

#include <stdlib.h>
#include <time.h>

/* Of processor time, without sanitizers. A cost that grows with the number takes minutes. */
#define SECONDS_MAX 1.0

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOWNESS 20
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLOWNESS 20
#endif
#endif
#ifndef SLOWNESS
#define SLOWNESS 1
#endif

/* Of this thread: a device that is a CPU takes time of the process's. */
static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void destroy_in_any_order(coop_buffer **buffers, uint64_t count)
{
    uint64_t random = test_seed();

    for (uint64_t left = count; left > 0; left--) {
        uint64_t i = test_random_below(&random, left);
        coop_buffer_destroy(buffers[i]);
        buffers[i] = buffers[left - 1];
    }
}

TEST(a_hundred_thousand_buffers_in_under_a_second)
{
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);
    uint64_t count = test_option("handles", 100000);
    coop_buffer **buffers = calloc(count, sizeof *buffers);
    uint64_t made = 0;
    double begin = seconds();
    double taken;

    while (made < count && coop_buffer_create(device->context, 128, &buffers[made]) == COOP_OK) {
        made++;
    }
    TEST_EQUAL_U64(made, count);
    for (uint64_t i = 0; i < made; i++) {
        TEST_EQUAL_U64(coop_buffer_bytes(buffers[i]), 128);
    }
    for (uint64_t i = 0; i < made; i += 2) { /* holes to fill */
        coop_buffer_destroy(buffers[i]);
        if (coop_buffer_create(device->context, 100, &buffers[i]) != COOP_OK) {
            TEST_FAIL("no buffer in place of number %llu", (unsigned long long)i);
        }
    }
    destroy_in_any_order(buffers, made);
    taken = seconds() - begin;
    TEST_NOTE("%.3f s", taken);
    TEST_AT_MOST(taken * 1000, SECONDS_MAX * SLOWNESS * 1000);
    free(buffers);
}

TEST(a_context_ends_with_a_hundred_thousand_handles)
{
    struct coop_context_options options = {.worker_groups = 1, .memory_bytes = (uint64_t)64 << 20};
    struct device *device = device_open(kernels_module_text, kernels_module_bytes);
    uint64_t count = test_option("handles", 100000);
    coop_context *context = NULL;
    coop_buffer *buffer = NULL;
    coop_buffer *last = NULL;
    uint64_t made = 0;
    double begin;

    if (!device_serves_contexts_at_once(device)) {
        device_stop(device);
    }
    if (!TEST_EQUAL(coop_context_create(&options, &context), COOP_OK)) {
        return;
    }
    begin = seconds();
    while (made < count && coop_buffer_create(context, 1, &buffer) == COOP_OK) {
        last = buffer;
        made++;
    }
    TEST_EQUAL_U64(made, count);
    coop_context_destroy(context);
    TEST_AT_MOST((seconds() - begin) * 1000, SECONDS_MAX * SLOWNESS * 1000);
    TEST_EQUAL_U64(coop_buffer_bytes(last), 0);
}
