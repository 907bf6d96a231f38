#include "device.h"
#include "coop/devices.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct device the_device;

static coop_devices *the_parts; /* NULL: the device is whole */

static void close_at_exit(void)
{
    if (the_parts != NULL) {
        coop_devices_close(the_parts);
    } else {
        coop_context_destroy(the_device.context);
    }
}

static void skip_without_device(coop_status status, struct device *device)
{
    struct coop_error error;

    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT) {
        char message[sizeof error.message];
        coop_context_error(device->context, &error);
        memcpy(message, error.message, sizeof message);
        coop_error_clear(&error);
        TEST_SKIP_WITHOUT_DEVICE("%s", message);
    }
}

/* The last of the parts into which one device is cut: its control block is not the arena's first. */
static coop_status open_last_part(struct device *device)
{
    char workers[16];
    struct coop_devices_options options = {.devices = "0",
                                           .groups = workers,
                                           .split = (uint32_t)test_option("split", 0),
                                           .memory_bytes = (uint64_t)64 << 20};
    coop_status status;

    snprintf(workers, sizeof workers, "%u", device->workers);
    status = coop_devices_open(&options, &the_parts);
    device->context =
        status == COOP_OK ? coop_devices_context(the_parts, coop_devices_count(the_parts) - 1) : NULL;
    return status;
}

static void open_context(struct device *device)
{
    struct coop_context_options options = {0};
    coop_status status;

    device->workers = (uint32_t)test_option("workers", 4);
    device->local_items = (uint32_t)test_option("local", 8);
    options.worker_groups = device->workers;
    options.memory_bytes = (uint64_t)64 << 20;
    status = test_option("split", 0) > 1 ? open_last_part(device)
                                         : coop_context_create(&options, &device->context);
    skip_without_device(status, device);
    if (!OK(device, status)) {
        exit(1);
    }
    atexit(close_at_exit);
}

static int is_usable(coop_run *run)
{
    struct coop_run_report report;

    return run != NULL && coop_run_report(run, &report) == COOP_OK && report.is_live;
}

struct device *device_open(const char *module_text, size_t module_bytes)
{
    struct device *device = &the_device;
    struct coop_run_options options = {0};
    struct coop_run_report report = {0};

    if (device->context == NULL) {
        open_context(device);
        if (!OK(device,
                coop_module_create(device->context, module_text, module_bytes, NULL, &device->module))) {
            exit(1);
        }
    }
    if (!is_usable(device->run)) {
        coop_run_destroy(device->run);
        options.worker_groups = device->workers;
        options.local_items = device->local_items;
        options.trace_events = TRACE_EVENTS;
        if (!OK(device, coop_run_start(device->module, &options, &device->run)) ||
            !OK(device, coop_run_report(device->run, &report))) {
            exit(1);
        }
        device->range_items_max = report.range_items_max;
    }
    device_settle(device);
    return device;
}

int device_serves_contexts_at_once(struct device *device)
{
    struct coop_device_report report = {0};

    OK(device, coop_context_device(device->context, &report));
    return strcmp(report.platform_name, "NVIDIA CUDA") != 0;
}

void device_stop(struct device *device)
{
    OK(device, coop_run_stop(device->run, WAIT_NS));
    coop_run_destroy(device->run);
    device->run = NULL;
}

static void print_record(coop_context *context)
{
    struct coop_error error;

    coop_context_error(context, &error);
    TEST_NOTE("  %s: %s\n%s", error.doing, error.message, error.details);
    coop_error_clear(&error);
}

int device_check(const char *file, int line, const char *call, coop_status status, coop_context *context)
{
    if (status == COOP_OK) {
        return 1;
    }
    test_fail(file, line, "%s is %s", call, coop_status_name(status));
    print_record(context);
    return 0;
}

int device_refused(const char *file, int line, const char *call, coop_status status, coop_status wanted,
                   coop_context *context, const char *words)
{
    struct coop_error error;
    int holds = test_equal_text(file, line, call, coop_status_name(status), coop_status_name(wanted));

    holds &= test_equal(file, line, "the thread's record's status", coop_last_error()->status, wanted);
    holds &= test_contains(file, line, "the thread's record's message", coop_last_error()->message, words);
    coop_context_error(context, &error);
    holds &= test_contains(file, line, "the record's message", error.message, words);
    if (holds && context != NULL) {
        holds &= test_equal(file, line, "the record's status", error.status, wanted);
    }
    coop_error_clear(&error);
    return holds;
}

coop_buffer *device_buffer(struct device *device, uint64_t bytes)
{
    coop_buffer *buffer = NULL;

    if (!OK(device, coop_buffer_create(device->context, bytes, &buffer)) ||
        !OK(device, coop_buffer_fill(buffer, 0, 0, bytes))) {
        exit(1);
    }
    return buffer;
}

uint32_t device_read_u32(struct device *device, coop_buffer *buffer, uint64_t index)
{
    uint32_t value = 0;

    OK(device, coop_buffer_read(buffer, index * sizeof value, &value, sizeof value));
    return value;
}

void device_write_u32(struct device *device, coop_buffer *buffer, uint64_t index, uint32_t value)
{
    OK(device, coop_buffer_write(buffer, index * sizeof value, &value, sizeof value));
}

int device_await_u32(struct device *device, coop_buffer *buffer, uint64_t index, uint32_t value)
{
    for (unsigned i = 0; i < 60000; i++) {
        if (device_read_u32(device, buffer, index) >= value) {
            return 1;
        }
        device_sleep_ms(1);
    }
    return TEST_FAIL("word %" PRIu64 " is %u after 60 s, awaited at least %u", index,
                     device_read_u32(device, buffer, index), value);
}

int device_finish(struct device *device, coop_launch *launch, struct coop_launch_stats *stats)
{
    int holds = launch != NULL && OK(device, coop_launch_wait(launch, WAIT_NS, stats));

    coop_launch_destroy(launch);
    return holds;
}

static uint32_t count_words(const char *text, const char *words)
{
    uint32_t count = 0;

    for (const char *at = text; (at = strstr(at, words)) != NULL; at++) {
        count++;
    }
    return count;
}

/* Where no work-group can sleep: so many looks in a row, a millisecond apart, see all of them free. */
#define QUIET_LOOKS 20

void device_settle(struct device *device)
{
    static char text[65536];

    for (int i = 0, quiet = 0; i < 2000; i++) {
        OK(device, coop_run_describe(device->run, text, sizeof text));
        quiet = count_words(text, ": free") >= device->workers ? quiet + 1 : 0;
        if (count_words(text, ": free, asleep") >= device->workers || quiet >= QUIET_LOOKS) {
            return;
        }
        device_sleep_ms(1);
    }
    TEST_NOTE("the workers do not come to rest:\n%s", text);
}

void device_sleep_ms(unsigned milliseconds)
{
    struct timespec span = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};

    nanosleep(&span, NULL);
}
