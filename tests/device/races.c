/* A destroy that meets other calls on the same context (H4, H5 of host/run/run.h; coop.h: "A destroy takes
 * effect when calls in progress on the same object have returned"). Each round has a context of its own,
 * and the two threads meet a little later than in the round before. */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traced_runs.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#define SECOND_NS ((uint64_t)1000000000)
#define WORKERS 2u

/* A stop that is lost uses up the first, which the second tells from one that a busy machine delays. */
#define STOP_NS (200 * SECOND_NS)
#define LOST_NS (150 * SECOND_NS)

static struct device device;

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND_NS + (uint64_t)now.tv_nsec;
}

static void open_context(void)
{
    struct coop_context_options options = {.worker_groups = WORKERS, .memory_bytes = 1 << 20};
    coop_status status = coop_context_create(&options, &device.context);
    struct coop_error error;

    traced_runs_pause(1); /* its table is for one thread */
    device.workers = WORKERS;
    device.local_items = (uint32_t)test_option("local", 8);
    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT) {
        coop_context_error(device.context, &error);
        TEST_SKIP("%s", error.message);
    }
    OK(&device, status);
    OK(&device,
       coop_module_create(device.context, kernels_module_text, kernels_module_bytes, NULL, &device.module));
}

/* Destroys the context and checks that it did not wait for a stop that nobody heard. */
static void destroy_context(void)
{
    uint64_t begun_ns = now_ns();

    coop_context_destroy(device.context);
    TEST_AT_MOST(now_ns() - begun_ns, LOST_NS);
}

static void pause_ns(uint64_t ns)
{
    struct timespec span = {0, (long)ns};

    nanosleep(&span, NULL);
}

static coop_status said; /* by the thread's last call */
static void *handle;     /* what it got */

static void *start(void *unused)
{
    struct coop_run_options options = {.worker_groups = WORKERS,
                                       .local_items = device.local_items,
                                       .timeout_ns = STOP_NS,
                                       .stop_timeout_ns = STOP_NS};
    coop_run *run = NULL;

    said = coop_run_start(device.module, &options, &run);
    handle = run;
    return unused;
}

TEST(a_start_that_meets_the_destroy_of_its_context_leaves_no_run)
{
    unsigned rounds = (unsigned)test_option("rounds", 80);
    unsigned stopped = 0;

    for (unsigned i = 0; i < rounds && test_failures() == 0; i++) {
        struct coop_run_report report;
        pthread_t thread;

        open_context();
        if (i == 0) { /* what the driver compiles at the first launch belongs to no round */
            start(NULL);
            TEST_EQUAL_TEXT(coop_status_name(said), "COOP_OK");
            coop_run_destroy(handle);
        }
        pthread_create(&thread, NULL, start, NULL);
        pause_ns((uint64_t)i * 37 % 1500 * 1000);
        destroy_context();
        pthread_join(thread, NULL);
        if (said != COOP_OK && said != COOP_INVALID_HANDLE) {
            TEST_EQUAL_TEXT(coop_status_name(said), "COOP_STOPPED");
        }
        TEST_TRUE(said == COOP_OK || handle == NULL);
        TEST_EQUAL(coop_run_report(handle, &report), COOP_INVALID_HANDLE);
        coop_run_destroy(handle);
        stopped += said == COOP_STOPPED;
    }
    TEST_NOTE("%u of %u starts were stopped", stopped, rounds);
}

static void *create_until_refused(void *unused)
{
    coop_buffer *buffer = NULL;

    do {
        coop_buffer_destroy(handle);
        handle = NULL;
        said = coop_buffer_create(device.context, 64, &buffer);
        handle = said == COOP_OK ? buffer : NULL;
    } while (said == COOP_OK && coop_buffer_bytes(handle) == 64);
    return unused;
}

TEST(what_is_created_beside_the_destroy_has_no_handle_after_it)
{
    for (unsigned i = 0; i < 20 && test_failures() == 0; i++) {
        pthread_t thread;

        open_context();
        handle = NULL;
        pthread_create(&thread, NULL, create_until_refused, NULL);
        pause_ns((uint64_t)i * 50000);
        destroy_context();
        pthread_join(thread, NULL);
        TEST_TRUE(said == COOP_OK || said == COOP_INVALID_HANDLE);
        TEST_EQUAL_U64(coop_buffer_bytes(handle), 0);
        coop_buffer_destroy(handle);
    }
}
