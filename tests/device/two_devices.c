/* Two devices in one process, each with a context and a live run: what ends on one of them leaves the
 * other one alone, and no call waits for it. The devices are two of NVIDIA's where there are two, else two
 * of PoCL's, which shows as many as POCL_DEVICES names. With TWO_DEVICES_SHIM the driver is one whose
 * releases wait for kernels (tests/faults/release_shim.h). */
#include "device/device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traced_runs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef TWO_DEVICES_SHIM
#include "release_shim.h"
#else
static unsigned release_shim_hangs(void)
{
    return 0;
}
#endif

#define HANGS_SECONDS 900
#define DEVICES 32
#define ROUNDS 20
#define UNITS 8 /* PoCL's devices share their threads */

static char names[2][16]; /* as COOP_DEVICE takes them */

/* Finds two devices of one platform; false when there are none. */
static int find_two(void)
{
    static struct coop_device_report reports[DEVICES];
    uint32_t count = 0;

    if (coop_device_list(UNITS, reports, DEVICES, &count) != COOP_OK) {
        return 0;
    }
    for (uint32_t i = 0; i < count && i < DEVICES; i++) {
        for (uint32_t j = i + 1; j < count && j < DEVICES; j++) {
            if (reports[i].can_serve && reports[j].can_serve &&
                strcmp(reports[i].platform_name, reports[j].platform_name) == 0) {
                snprintf(names[0], sizeof names[0], "%u", i);
                snprintf(names[1], sizeof names[1], "%u", j);
                return 1;
            }
        }
    }
    return 0;
}

/* A driver reads its environment once: each try is a process of its own. */
static int has_two(const char *pocl_devices)
{
    int status = 1;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        if (pocl_devices != NULL) {
            setenv("POCL_DEVICES", pocl_devices, 1);
        }
        _exit(find_two() ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void choose_two(void)
{
    static const char *const of_pocl[] = {NULL, "pthread pthread", "cpu cpu"};

    if (names[0][0] != '\0') {
        return;
    }
    traced_runs_pause(1);
    alarm(HANGS_SECONDS);
    for (unsigned i = 0; i < 3; i++) {
        if (has_two(of_pocl[i])) {
            if (of_pocl[i] != NULL) {
                setenv("POCL_DEVICES", of_pocl[i], 1);
            }
            TEST_TRUE(find_two());
            return;
        }
    }
    TEST_SKIP("there are no two devices of one platform that can serve");
}

static struct device open_one(unsigned index)
{
    struct coop_context_options options = {
        .device = names[index], .worker_groups = 1, .memory_bytes = 1 << 20};
    struct coop_run_options run_options = {.worker_groups = 1, .local_items = 8};
    struct device device = {.workers = 1, .local_items = 8};
    coop_status status = coop_context_create(&options, &device.context);

    OK(&device, status);
    OK(&device,
       coop_module_create(device.context, kernels_module_text, kernels_module_bytes, NULL, &device.module));
    OK(&device, coop_run_start(device.module, &run_options, &device.run));
    return device;
}

static void expect_works(struct device *device)
{
    coop_buffer *out = device_buffer(device, 400);
    struct count_args args = {coop_buffer_address(out)};
    struct coop_ndrange range = {.global_items = {100}};
    coop_launch *launch = NULL;

    for (unsigned i = 0; i < ROUNDS; i++) {
        OK(device, count_launch(device->run, &args, &range, NULL, &launch));
        device_finish(device, launch, NULL);
    }
    TEST_EQUAL(device_read_u32(device, out, 99), ROUNDS);
    coop_buffer_destroy(out);
}

TEST(a_context_is_destroyed_beside_a_run_on_another_device)
{
    struct device first;
    struct device second;

    choose_two();
    first = open_one(0);
    second = open_one(1);
    expect_works(&first);
    expect_works(&second);
    coop_context_destroy(first.context);
    expect_works(&second);
    TEST_EQUAL(release_shim_hangs(), 0);
    coop_context_destroy(second.context);
    TEST_EQUAL(release_shim_hangs(), 0);
#ifdef TWO_DEVICES_SHIM
    TEST_EQUAL(release_shim_contexts(), 0);
#endif
}

/* Runs, modules and buffers go one by one, and the device serves again. */
TEST(a_device_is_used_again_beside_a_run_on_another_one)
{
    struct coop_run_options options = {.worker_groups = 1, .local_items = 8};
    struct device first;
    struct device second;

    choose_two();
    first = open_one(0);
    second = open_one(1);
    for (unsigned i = 0; i < 3; i++) {
        coop_run_destroy(first.run);
        coop_module_destroy(first.module);
        OK(&first,
           coop_module_create(first.context, kernels_module_text, kernels_module_bytes, NULL, &first.module));
        OK(&first, coop_run_start(first.module, &options, &first.run));
        expect_works(&first);
    }
    expect_works(&second);
    coop_context_destroy(second.context);
    expect_works(&first);
    coop_context_destroy(first.context);
    TEST_EQUAL(release_shim_hangs(), 0);
}

/* A context that is opened while a run is live elsewhere. */
TEST(a_context_is_opened_beside_a_run_on_another_device)
{
    struct device first;
    struct device second;

    choose_two();
    second = open_one(1);
    for (unsigned i = 0; i < 3; i++) {
        first = open_one(0);
        expect_works(&first);
        coop_context_destroy(first.context);
        expect_works(&second);
    }
    coop_context_destroy(second.context);
    TEST_EQUAL(release_shim_hangs(), 0);
#ifdef TWO_DEVICES_SHIM
    TEST_EQUAL(release_shim_contexts(), 0);
#endif
}
