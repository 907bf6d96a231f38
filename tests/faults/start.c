/* A start that waits for the driver's releases and then for the device: one deadline counts for both. */
#include "host/base/clock.h"
#include "host/context/release.h"
#include "host/device/traits.h"
#include "kernels.h"
#include "kernels_text.h"
#include "release_shim.h"
#include "test.h"
#include "traced_runs.h"
#include <pthread.h>

#define START_NS ((uint64_t)1000000000)
#define RELEASE_NS (START_NS / 10 * 9)
#define LEAVING_NS ((uint64_t)60 * 1000000000)

static const struct coop_device_traits traits = {.release_waits = 1};
static const struct coop_device device = {.traits = &traits};

/* A release that another thread has begun ends when most of the deadline has passed. */
static void *release_slowly(void *ended_ns)
{
    coop_clock_sleep_ns(RELEASE_NS);
    *(uint64_t *)ended_ns = coop_clock_now_ns();
    coop_release_end(&device);
    return NULL;
}

TEST(a_start_waits_for_everything_with_one_deadline)
{
    struct coop_context_options context_options = {.worker_groups = 1, .memory_bytes = 1 << 20};
    struct coop_run_options options = {
        .worker_groups = 1, .local_items = 8, .timeout_ns = START_NS, .stop_timeout_ns = 1};
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;
    struct coop_device_report report;
    const struct coop_device_traits *own;
    uint64_t released_ns = 0;
    pthread_t thread;

    traced_runs_pause(1);
    TEST_EQUAL(coop_context_create(&context_options, &context), COOP_OK);
    TEST_EQUAL(coop_context_device(context, &report), COOP_OK);
    own = coop_device_traits_find(report.platform_name, report.platform_version);
    TEST_EQUAL(coop_module_create(context, kernels_module_text, kernels_module_bytes, NULL, &module),
               COOP_OK);
    release_shim_hold(1);
    TEST_TRUE(coop_release_begin(&device));
    pthread_create(&thread, NULL, release_slowly, &released_ns);
    TEST_EQUAL(coop_run_start(module, &options, &run), COOP_TIMED_OUT);
    TEST_CONTAINS(coop_last_error()->message, own->compiles_at_launch
                                                  ? "the device's compiler is still at work, since 0."
                                                  : "did not start all work-groups before the deadline");
    TEST_CONTAINS(coop_last_error()->message,
                  own->compiles_at_launch ? " on the megakernel of the module of kernel " : "");
    pthread_join(thread, NULL);
    TEST_AT_MOST(coop_clock_now_ns() - released_ns,
                 START_NS * 95 / 100); /* a deadline of its own: all of it */
    release_shim_hold(0);
    coop_context_destroy(context);
}
