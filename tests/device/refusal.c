/* Bad input to the host's functions: each is refused with a status and a message, and leaves everything as
 * it was. */
#include "coop/shared/limits.h"
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"
#include "traced_runs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

TEST(runs_that_the_device_cannot_hold)
{
    struct device *device = open_device();
    struct coop_device_report report;
    coop_run *run = NULL;
    char words[256];

    device_stop(device);
    OK(device, coop_context_device(device->context, &report));
    /* A device whose number is discovered holds no more than a table of slots. */
    uint32_t most_groups = report.worker_groups_max != 0 ? report.worker_groups_max : COOP_SLOTS_MAX - 1;
    struct coop_run_options many = {.worker_groups = most_groups + 1};
    struct coop_run_options huge = {.worker_groups = UINT32_MAX};
    struct coop_run_options items = {.worker_groups = 1, .local_items = (uint32_t)report.local_items_max + 1};
    struct coop_run_options most = {.worker_groups = 1, .local_items = UINT32_MAX};
    REFUSED(device, coop_run_start(device->module, &many, &run), COOP_INVALID_ARGUMENT,
            "worker work-groups are more");
    REFUSED(device, coop_run_start(device->module, &huge, &run), COOP_INVALID_ARGUMENT,
            "worker work-groups are more");
    snprintf(words, sizeof words, "%u work-items are more than a work-group of %s can have (%u)",
             items.local_items, report.device_name, (uint32_t)report.local_items_max);
    TEST_AT_MOST(report.local_items_max, COOP_LOCAL_ITEMS_MAX); /* coop-info shows this one, too */
    REFUSED(device, coop_run_start(device->module, &items, &run), COOP_INVALID_ARGUMENT, words);
    REFUSED(device, coop_run_start(device->module, &most, &run), COOP_INVALID_ARGUMENT,
            "work-items are more");
    TEST_TRUE(run == NULL);
}

TEST(zero_work_groups_and_work_items_mean_the_defaults)
{
    struct device *device = open_device();
    struct coop_device_report offers;
    struct coop_run_report report = {0};
    coop_run *run = NULL;

    device_stop(device);
    OK(device, coop_context_device(device->context, &offers));
    if (OK(device, coop_run_start(device->module, NULL, &run))) {
        OK(device, coop_run_report(run, &report));
        TEST_EQUAL(report.worker_groups,
                   offers.worker_groups_max != 0 ? offers.worker_groups_max : report.worker_groups);
        TEST_AT_LEAST(report.worker_groups, 1);
        TEST_EQUAL(report.local_items, 64);
    }
    coop_run_destroy(run);
}

TEST(work_groups_for_each_compute_unit)
{
    struct device *device = open_device();
    struct coop_run_options options = {.groups_per_unit = 1};
    struct coop_run_options too_many = {.groups_per_unit = UINT32_MAX};
    struct coop_device_report offers;
    struct coop_run_report report = {0};
    coop_run *run = NULL;
    uint32_t wanted;

    device_stop(device);
    OK(device, coop_context_device(device->context, &offers));
    wanted = offers.compute_units - 1; /* the scheduler takes one */
    wanted = offers.worker_groups_max != 0 && wanted > offers.worker_groups_max ? offers.worker_groups_max
                                                                                : wanted;
    if (OK(device, coop_run_start(device->module, &options, &run))) {
        OK(device, coop_run_report(run, &report));
        TEST_EQUAL(report.worker_groups, wanted);
    }
    coop_run_destroy(run);
    run = NULL;
    if (OK(device, coop_run_start(device->module, &too_many, &run))) {
        OK(device, coop_run_report(run, &report));
        TEST_AT_LEAST(report.worker_groups, wanted);
    }
    coop_run_destroy(run);
}

TEST(contexts_that_cannot_be)
{
    struct device *device = open_device();
    struct coop_device_report report;
    struct device other = {0};
    int is_counted;

    device_stop(device); /* some drivers let no second context work beside a live run */
    OK(device, coop_context_device(device->context, &report));
    is_counted = report.worker_groups_max != 0;
    const struct {
        struct coop_context_options options;
        coop_status status;
        const char *words;
    } cases[] = {
        {{.device = "no such device"}, COOP_NO_DEVICE, report.device_name},
        {{.device = "99"}, COOP_NO_DEVICE, "no OpenCL device matches \"99\""},
        {{.device = "7:7"}, COOP_NO_DEVICE, "no OpenCL device matches"},
        {{.worker_groups = 2046}, COOP_INVALID_ARGUMENT, "more than the 2045"},
        {{.worker_groups = UINT32_MAX}, COOP_INVALID_ARGUMENT, "more than the 2045"},
        {{.worker_groups = is_counted ? report.worker_groups_max + 1 : 2047},
         COOP_INVALID_ARGUMENT,
         is_counted ? "POCL_MAX_PTHREAD_COUNT" : "more than the 2045"},
        {{.memory_bytes = (uint64_t)1 << 60}, COOP_OUT_OF_MEMORY, "bytes of device memory were asked for"},
        {{.memory_bytes = UINT64_MAX}, COOP_OUT_OF_MEMORY, "bytes of device memory were asked for"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        coop_module *module = NULL;
        coop_status status = coop_context_create(&cases[i].options, &other.context);
        REFUSED(&other, status, cases[i].status, cases[i].words);
        TEST_EQUAL(coop_module_create(other.context, "", 0, NULL, &module), COOP_INVALID_HANDLE);
        coop_context_destroy(other.context);
    }
}

static char *keep_variable(const char *name)
{
    const char *value = getenv(name);

    return value != NULL ? strdup(value) : NULL;
}

static void put_variable_back(const char *name, char *kept)
{
    if (kept != NULL) {
        setenv(name, kept, 1);
    } else {
        unsetenv(name);
    }
    free(kept);
}

TEST(devices_by_number_name_and_environment)
{
    struct device *device = open_device();
    struct coop_device_report report;
    char by_index[16];
    char by_platform[40];
    char *kept = keep_variable("COOP_DEVICE");

    device_stop(device); /* some drivers let no second context work beside a live run */
    OK(device, coop_context_device(device->context, &report));
    snprintf(by_index, sizeof by_index, "%u", report.index);
    snprintf(by_platform, sizeof by_platform, "%u:%u", report.platform_index, report.device_index);
    char wrapped[24];
    snprintf(wrapped, sizeof wrapped, "%llu", (unsigned long long)report.index + (1ull << 32));
    const char *requests[] = {by_index, by_platform, report.device_name, report.platform_name};
    for (int i = 0; i < 4; i++) {
        struct coop_context_options options = {.device = requests[i], .memory_bytes = 65536};
        coop_context *context = NULL;
        TEST_EQUAL_TEXT(coop_status_name(coop_context_create(&options, &context)), "COOP_OK");
        coop_context_destroy(context);
    }
    const char *nobodys[] = {"no such device",       wrapped, "0:4294967296", "4294967296:0",
                             "18446744073709551616", "-1",    "0:",           "0 "};
    for (size_t i = 0; i < sizeof nobodys / sizeof *nobodys; i++) {
        struct device other = {0};
        setenv("COOP_DEVICE", nobodys[i], 1);
        coop_status status = coop_context_create(NULL, &other.context);
        REFUSED(&other, status, COOP_NO_DEVICE, nobodys[i]);
        coop_context_destroy(other.context);
    }
    put_variable_back("COOP_DEVICE", kept);
}

/* The environment's request is for those who say nothing themselves. */
static void expect_transport(struct device *device, const char *environment, const char *option,
                             const char *transport)
{
    struct coop_context_options options = {.transport = option, .memory_bytes = 65536};
    struct coop_device_report report;
    coop_context *context = NULL;

    setenv("COOP_TRANSPORT", environment, 1);
    if (device_check(TEST_PLACE, "coop_context_create", coop_context_create(&options, &context), context)) {
        OK(device, coop_context_device(context, &report));
        TEST_EQUAL_TEXT(report.transport, transport);
    }
    coop_context_destroy(context);
}

TEST(transports_by_option_and_environment)
{
    struct device *device = open_device();
    struct coop_device_report report;
    char *kept = keep_variable("COOP_TRANSPORT");

    device_stop(device);
    OK(device, coop_context_device(device->context, &report));
    const char *own = report.has_svm_atomics ? "svm" : "copy";
    expect_transport(device, "", NULL, own);
    expect_transport(device, "", "", own);
    expect_transport(device, "copy", NULL, "copy");
    expect_transport(device, "no such transport", "copy", "copy");
    expect_transport(device, "copy", own, own);
    struct device other = {0};
    setenv("COOP_TRANSPORT", "no such transport", 1);
    coop_status status = coop_context_create(NULL, &other.context);
    REFUSED(&other, status, COOP_INVALID_ARGUMENT, "there is no transport \"no such transport\"");
    coop_context_destroy(other.context);
    put_variable_back("COOP_TRANSPORT", kept);
}

TEST(devices_are_listed_into_what_room_there_is)
{
    struct device *device = open_device();
    struct coop_device_report reports[2];
    uint32_t count = 0;

    TEST_EQUAL(coop_device_list(device->workers, NULL, 0, &count), COOP_OK);
    TEST_AT_LEAST(count, 1);
    TEST_EQUAL(coop_device_list(device->workers, reports, 1, &count), COOP_OK);
    TEST_AT_LEAST(count, 1);
    TEST_TRUE(reports[0].device_name[0] != '\0');
    TEST_TRUE(reports[0].can_serve || reports[0].reason[0] != '\0');
}

/* The driver, which reads the number from the environment, sees none of these. */
TEST(lists_for_more_work_groups_than_a_run_can_have)
{
    static const uint32_t numbers[] = {COOP_SLOTS_MAX - 2, COOP_SLOTS_MAX, 2000000,
                                       UINT32_MAX - 3,     UINT32_MAX - 1, UINT32_MAX};
    struct coop_device_report report;
    char *kept = keep_variable("POCL_MAX_PTHREAD_COUNT");
    uint32_t count;

    unsetenv("POCL_MAX_PTHREAD_COUNT");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        count = 7;
        TEST_EQUAL_TEXT(coop_status_name(coop_device_list(numbers[i], &report, 1, &count)),
                        "COOP_INVALID_ARGUMENT");
        TEST_CONTAINS(coop_last_error()->message, "more than the 2045");
        TEST_EQUAL(count, 0);
        TEST_TRUE(getenv("POCL_MAX_PTHREAD_COUNT") == NULL);
    }
    TEST_EQUAL_TEXT(coop_status_name(coop_device_list(COOP_SLOTS_MAX - 3, &report, 1, &count)), "COOP_OK");
    put_variable_back("POCL_MAX_PTHREAD_COUNT", kept);
}

TEST(launches_of_the_wrong_kind_or_name)
{
    struct device *device = open_device();
    struct coop_kernel_id count = {"count", 0};
    struct coop_kernel_id passing = {"passing", 0};
    struct coop_kernel_id nothing = {"nothing", 0};
    struct coop_kernel_id hash = {"count", 12345};
    struct coop_ndrange range = {.global_items = {1}};
    struct passing_args args = {0};
    struct count_args count_args = {0};
    coop_launch *launch = NULL;
    coop_run *run = device->run;

    REFUSED(device, coop_launch_cooperative(run, &count, &count_args, sizeof count_args, NULL, &launch),
            COOP_INVALID_ARGUMENT, "launch it with coop_launch_regular");
    REFUSED(device, coop_launch_regular(run, &passing, &args, sizeof args, &range, NULL, &launch),
            COOP_INVALID_ARGUMENT, "launch it with coop_launch_cooperative");
    REFUSED(device, coop_launch_cooperative(run, &nothing, NULL, 0, NULL, &launch), COOP_UNKNOWN_KERNEL,
            "nothing");
    REFUSED(device, coop_launch_regular(run, &count, &args, sizeof args, &range, NULL, &launch),
            COOP_SIGNATURE_MISMATCH, "24 bytes given, 8 expected");
    REFUSED(device, coop_launch_regular(run, &count, NULL, 0, &range, NULL, &launch), COOP_SIGNATURE_MISMATCH,
            "0 bytes given, 8 expected");
    REFUSED(device, coop_launch_regular(run, &hash, &count_args, sizeof count_args, &range, NULL, &launch),
            COOP_SIGNATURE_MISMATCH, "count's parameters");
    TEST_TRUE(launch == NULL);
}

TEST(launches_for_too_many_work_groups)
{
    struct device *device = open_device();
    struct coop_launch_options options = {.groups = device->workers + 1};
    struct coop_launch_options most = {.groups = UINT32_MAX};
    struct coop_ndrange range = {.global_items = {1}};
    struct passing_args args = {0};
    struct count_args count_args = {0};
    coop_launch *launch = NULL;

    REFUSED(device, passing_launch(device->run, &args, &options, &launch), COOP_INVALID_ARGUMENT,
            "workers of the run");
    REFUSED(device, passing_launch(device->run, &args, &most, &launch), COOP_INVALID_ARGUMENT,
            "workers of the run");
    REFUSED(device, count_launch(device->run, &count_args, &range, &options, &launch), COOP_INVALID_ARGUMENT,
            "workers of the run");
}

TEST(index_spaces_that_cannot_be)
{
    struct device *device = open_device();
    uint64_t local = device->range_items_max;
    const struct {
        struct coop_ndrange range;
        const char *words;
    } cases[] = {
        {{1, {0}, {0}, {0}}, "at least one work-item"},
        {{2, {5, 0}, {0}, {0}}, "at least one work-item"},
        {{3, {5, 5, 0}, {0}, {0}}, "at least one work-item"},
        {{4, {1, 1, 1}, {0}, {0}}, "1, 2 or 3 dimensions"},
        {{UINT32_MAX, {1, 1, 1}, {0}, {0}}, "1, 2 or 3 dimensions"},
        {{1, {10}, {local + 1}, {0}}, "local size is more"},
        {{1, {10}, {UINT64_MAX}, {0}}, "local size is more"},
        {{2, {10, 10}, {local, 2}, {0}}, "local size is more"},
        {{2, {10, 10}, {0, local}, {0}}, "local size is more"},
        {{3, {10, 10, 10}, {1, 1, (uint64_t)1 << 63}, {0}}, "local size is more"},
        {{2, {UINT64_MAX, UINT64_MAX}, {1, 1}, {0}}, "too many work-groups"},
        {{3, {(uint64_t)1 << 40, (uint64_t)1 << 40, 2}, {1, 1, 1}, {0}}, "too many work-groups"},
    };
    struct count_args args = {0};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        coop_launch *launch = NULL;
        REFUSED(device, count_launch(device->run, &args, &cases[i].range, NULL, &launch),
                COOP_INVALID_ARGUMENT, cases[i].words);
    }
}

TEST(buffers_that_cannot_be)
{
    struct device *device = open_device();
    coop_buffer *buffer = NULL;
    coop_buffer *other = NULL;
    char bytes[64];

    REFUSED(device, coop_buffer_create(device->context, 0, &buffer), COOP_INVALID_ARGUMENT,
            "at least 1 byte");
    REFUSED(device, coop_buffer_create(device->context, (uint64_t)1 << 50, &buffer), COOP_OUT_OF_MEMORY,
            "largest free");
    REFUSED(device, coop_buffer_create(device->context, UINT64_MAX, &buffer), COOP_OUT_OF_MEMORY,
            "largest free");
    TEST_TRUE(buffer == NULL);
    buffer = device_buffer(device, 64);
    OK(device, coop_buffer_write(buffer, 0, bytes, 64));
    OK(device, coop_buffer_write(buffer, 64, bytes, 0));
    REFUSED(device, coop_buffer_write(buffer, 1, bytes, 64), COOP_INVALID_ARGUMENT, "outside the buffer");
    REFUSED(device, coop_buffer_read(buffer, 65, bytes, 0), COOP_INVALID_ARGUMENT, "outside the buffer");
    REFUSED(device, coop_buffer_read(buffer, UINT64_MAX, bytes, 2), COOP_INVALID_ARGUMENT,
            "outside the buffer");
    REFUSED(device, coop_buffer_fill(buffer, 2, 0, UINT64_MAX), COOP_INVALID_ARGUMENT, "outside the buffer");
    TEST_EQUAL(coop_buffer_address(buffer) % 128, 0);
    TEST_EQUAL(coop_buffer_bytes(buffer), 64);
    other = device_buffer(device, 1);
    TEST_TRUE(coop_buffer_address(other) != coop_buffer_address(buffer));
    coop_buffer_destroy(buffer);
    coop_buffer_destroy(other);
    TEST_EQUAL(coop_buffer_read(buffer, 0, bytes, 1), COOP_INVALID_HANDLE);
}

static void expect_module_refused(struct device *device, const char *text, coop_status status,
                                  const char *words)
{
    coop_module *module = (coop_module *)device;

    REFUSED(device, coop_module_create(device->context, text, strlen(text), NULL, &module), status, words);
    TEST_TRUE(module == NULL);
}

TEST(modules_that_are_damaged)
{
    struct device *device = open_device();
    char *text = strdup(kernels_module_text);
    char *kernel;

    expect_module_refused(device, "", COOP_INVALID_MODULE, "line 1");
    expect_module_refused(device, "kernel void f(void) {}\n", COOP_INVALID_MODULE, "line 1");
    expect_module_refused(device, "//coop module version=9\n//coop end\n", COOP_INVALID_MODULE, "line 1");
    kernel = strstr(text, "kind=");
    memcpy(kernel, "kund=", 5);
    expect_module_refused(device, text, COOP_INVALID_MODULE, "line 2 of the module's header is damaged");
    free(text);
}

#define BROKEN_HEADER                                                                                    \
    "//coop module version=1\n//coop kernel index=0 name=f kind=regular args_bytes=0 transmit_bytes=0 "  \
    "vars_bytes=0 local_bytes=0 states=1 shrinks=0 grows=0 args_hash=1 file=\"user.cl\" line=1\n//coop " \
    "end\n"

TEST(kernels_that_do_not_compile)
{
    struct device *device = open_device();
    struct coop_error error;

    expect_module_refused(device,
                          BROKEN_HEADER "#line 7 \"user.cl\"\nvoid f(void) { int x = no_such_name; }\n",
                          COOP_BUILD_FAILED, "the device compiler refused");
    coop_context_error(device->context, &error);
    TEST_CONTAINS(error.details, "user.cl:7");
    TEST_CONTAINS(error.details, "no_such_name");
    coop_error_clear(&error);
}

TEST(build_options_that_the_compiler_refuses_or_that_are_too_long)
{
    struct device *device = open_device();
    struct coop_module_options options = {.build_options = "-no-such-option"};
    coop_module *module = NULL;
    char *text = calloc(1, 10001);

    TEST_EQUAL(
        coop_module_create(device->context, kernels_module_text, kernels_module_bytes, &options, &module),
        COOP_BUILD_FAILED);
    memset(text, ' ', 10000);
    options.build_options = text;
    REFUSED(device,
            coop_module_create(device->context, kernels_module_text, kernels_module_bytes, &options, &module),
            COOP_INVALID_ARGUMENT, "too long");
    TEST_TRUE(module == NULL);
    free(text);
}

TEST(module_files_that_cannot_be_read)
{
    struct device *device = open_device();
    coop_module *module = NULL;

    REFUSED(device, coop_module_load(device->context, "/no/such/file.cl", NULL, &module), COOP_IO_FAILED,
            "/no/such/file.cl cannot be read: No such file");
    REFUSED(device, coop_module_load(device->context, "/", NULL, &module), COOP_IO_FAILED, "cannot be read");
    REFUSED(device, coop_module_load(device->context, "/dev/null", NULL, &module), COOP_INVALID_MODULE,
            "line 1");
    TEST_TRUE(module == NULL);
}

TEST(kernels_past_the_last_of_a_module)
{
    struct device *device = open_device();
    struct coop_kernel_report report;
    uint32_t count = 0;

    while (coop_module_kernel(device->module, count, &report) == COOP_OK) {
        TEST_TRUE(report.name[0] != '\0');
        TEST_TRUE(report.is_cooperative || (!report.shrinks && !report.grows));
        count++;
    }
    TEST_EQUAL(count, 21);
    TEST_EQUAL(coop_module_kernel(device->module, UINT32_MAX, &report), COOP_UNKNOWN_KERNEL);
}

TEST(parameters_past_the_last_of_a_kernel)
{
    struct device *device = open_device();
    struct coop_parameter_report report;
    struct coop_kernel_report kernel;
    uint32_t pointers = 0;
    uint32_t values = 0;

    for (uint32_t i = 0; coop_module_kernel(device->module, i, &kernel) == COOP_OK; i++) {
        uint32_t end = 0;
        uint32_t count = 0;

        for (; coop_module_parameter(device->module, i, count, &report) == COOP_OK; count++) {
            TEST_TRUE(report.name[0] != '\0' && report.type[0] != '\0');
            TEST_AT_LEAST(report.offset, end);
            end = report.offset + report.bytes;
            TEST_TRUE(report.bytes > 0 && end <= kernel.args_bytes);
            TEST_EQUAL(report.kind != COOP_PARAMETER_VALUE, report.type[strlen(report.type) - 1] == '*');
            pointers += report.kind == COOP_PARAMETER_POINTER;
            values += report.kind == COOP_PARAMETER_VALUE;
        }
        TEST_EQUAL(count == 0, kernel.args_bytes == 0);
        REFUSED(device, coop_module_parameter(device->module, i, count, &report), COOP_INVALID_ARGUMENT,
                "has no parameter");
    }
    TEST_TRUE(pointers > 0 && values > 0);
    REFUSED(device, coop_module_parameter(device->module, UINT32_MAX, 0, &report), COOP_UNKNOWN_KERNEL,
            "the module has no kernel");
}

TEST(a_trace_of_a_run_that_keeps_none)
{
    struct device *device = open_device();
    struct coop_run_options options = {.worker_groups = 1, .local_items = 8};
    struct coop_run_options large = {.worker_groups = 1, .local_items = 8, .trace_events = 1u << 30};
    struct coop_trace trace;
    coop_run *run = NULL;

    device_stop(device);
    traced_runs_pause(1);
    if (OK(device, coop_run_start(device->module, &options, &run))) {
        REFUSED(device, coop_trace_take(run, &trace), COOP_INVALID_ARGUMENT, "keeps no trace");
        TEST_TRUE(trace.events == NULL);
    }
    coop_run_destroy(run);
    traced_runs_pause(0);
    REFUSED(device, coop_run_start(device->module, &large, &run), COOP_OUT_OF_MEMORY,
            "trace of 1073741824 events");
}
