#include "team_devices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct team_devices the_devices;

static void close_at_exit(void)
{
    coop_devices_close(the_devices.devices);
}

static const char *domains(void)
{
    static const char *const lists[] = {NULL, "separate", "0,0,1"};

    return lists[test_option("separate", 0) % 3];
}

/* A driver reads its environment once: each try is a process of its own. */
static int opens(const char *pocl_devices)
{
    struct coop_devices_options options = {
        .devices = "0,1", .groups = "1", .domains = test_option("separate", 0) != 0 ? "separate" : NULL};
    coop_devices *devices = NULL;
    int status = 1;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        setenv("POCL_DEVICES", pocl_devices, 1);
        _exit(coop_devices_open(&options, &devices) == COOP_OK ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

void team_devices_choose(void)
{
    static const char *const named[] = {"pthread pthread", "cpu cpu"}; /* before PoCL 4, and from then on */

    for (unsigned i = 0; i < 2; i++) {
        if (opens(named[i])) {
            setenv("POCL_DEVICES", named[i], 1);
            return;
        }
    }
    TEST_SKIP("there are no two devices that share memory and atomics");
}

static void open_all(struct team_devices *all, const char *module_text, size_t module_bytes)
{
    char workers[16];
    struct coop_devices_options options = {
        .devices = "0,1", .groups = workers, .memory_bytes = (uint64_t)64 << 20};

    options.split = (uint32_t)test_option("split", 0);
    options.domains = domains();
    snprintf(workers, sizeof workers, "%u", (unsigned)test_option("workers", 2));
    team_devices_choose();
    options.devices = options.split > 1 ? "0" : "0,1";
    if (!TEST_TRUE(coop_devices_open(&options, &all->devices) == COOP_OK)) {
        TEST_NOTE("%s", coop_last_error()->message);
        exit(1);
    }
    atexit(close_at_exit);
    all->count = coop_devices_count(all->devices);
    for (uint32_t i = 0; i < all->count; i++) {
        struct device *device = &all->each[i];
        device->context = coop_devices_context(all->devices, i);
        device->workers = coop_devices_groups(all->devices, i);
        device->local_items = (uint32_t)test_option("local", 8);
        if (!OK(device,
                coop_module_create(device->context, module_text, module_bytes, NULL, &device->module))) {
            exit(1);
        }
    }
}

struct team_devices *team_devices_open(const char *module_text, size_t module_bytes)
{
    struct team_devices *all = &the_devices;

    if (all->devices == NULL) {
        open_all(all, module_text, module_bytes);
    }
    for (uint32_t i = 0; i < all->count; i++) {
        struct device *device = &all->each[i];
        struct coop_run_options options = {.worker_groups = device->workers,
                                           .local_items = device->local_items,
                                           .trace_events = TRACE_EVENTS / 8};
        struct coop_run_report report;
        if (device->run == NULL || coop_run_report(device->run, &report) != COOP_OK || !report.is_live) {
            coop_run_destroy(device->run);
            if (!OK(device, coop_run_start(device->module, &options, &device->run))) {
                exit(1);
            }
        }
        device_settle(device);
    }
    return all;
}
