/* Every public function with NULL in each place of a pointer, one at a time: it is refused with a status and
 * a sentence of its own, or accepted where the header says so. layout.nulls holds the table against the
 * headers. */
#include "coop/library.h"
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"

#include "coop/argument.h"
#include "coop/channel.h"
#include "coop/devices.h"
#include "coop/interop.h"
#include "coop/lease.h"
#include "coop/repeat.h"
#include "coop/team.h"
#include "coop/trace_check.h"
#include "coop/trace_stat.h"
#include "coop/trace_write.h"
#include "coop/workqueue.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

/* The thread's record is that of this call. */
static void check_refusal(int line, const char *call, coop_status status, coop_status wanted,
                          const char *words)
{
    const struct coop_error *error = coop_last_error();

    if (!test_equal_text(__FILE__, line, call, coop_status_name(status), coop_status_name(wanted)) ||
        !test_equal_text(__FILE__, line, call, coop_status_name(error->status), coop_status_name(wanted)) ||
        !test_contains(__FILE__, line, call, error->message, words)) {
        TEST_NOTE("the record says: %s: %s", error->doing, error->message);
    }
    test_true(__FILE__, line, call, error->doing[0] != '\0');
}

/* Leaves a record that no refusal may have. */
static void spoil_record(void)
{
    coop_workqueue_bytes(&(struct coop_workqueue_options){.groups = UINT32_MAX});
}

#define REFUSED_CALL(call, wanted, words) \
    (spoil_record(), check_refusal(__LINE__, #call, (call), (wanted), (words)))
#define NO_HANDLE(call, noun) REFUSED_CALL(call, COOP_INVALID_HANDLE, "the " noun " is NULL")
#define NO_POINTER(call, name) REFUSED_CALL(call, COOP_INVALID_ARGUMENT, name " is NULL")
#define ACCEPTED(call) TEST_EQUAL_TEXT(coop_status_name(call), "COOP_OK")

TEST(null_in_place_of_devices_and_contexts)
{
    struct device *device = open_device();
    struct coop_device_report report;
    struct coop_error error;
    uint32_t count;
    coop_context *context = NULL;

    NO_POINTER(coop_device_list(0, NULL, 0, NULL), "count");
    NO_POINTER(coop_device_list(0, NULL, 1, &count), "reports");
    ACCEPTED(coop_device_list(0, NULL, 0, &count));
    NO_POINTER(coop_context_create(NULL, NULL), "context");
    if (device_serves_contexts_at_once(device)) {
        ACCEPTED(coop_context_create(NULL, &context));
        coop_context_destroy(context);
    }
    coop_context_destroy(NULL);
    NO_HANDLE(coop_context_error(NULL, &error), "context");
    TEST_EQUAL(error.status, COOP_INVALID_HANDLE);
    TEST_CONTAINS(error.message, "the context is NULL");
    coop_error_clear(&error);
    coop_error_clear(NULL);
    NO_POINTER(coop_context_error(device->context, NULL), "error");
    NO_HANDLE(coop_context_device(NULL, &report), "context");
    NO_POINTER(coop_context_device(device->context, NULL), "report");
    NO_POINTER(coop_context_fail(device->context, COOP_BUSY, NULL, "why"), "doing");
    NO_POINTER(coop_context_fail(device->context, COOP_BUSY, "testing", NULL), "message");
    REFUSED_CALL(coop_context_fail(device->context, COOP_OK, "testing", "why"), COOP_INVALID_ARGUMENT,
                 "status is COOP_OK");
    REFUSED_CALL(coop_context_fail(NULL, COOP_BUSY, "testing", "100 % of it"), COOP_BUSY, "100 % of it");
}

TEST(a_failure_of_another_library_is_the_contexts)
{
    struct device *device = open_device();
    struct coop_error error;

    TEST_EQUAL(coop_context_fail(device->context, COOP_NETWORK_FAILED, "opening a net", "no %s"),
               COOP_NETWORK_FAILED);
    ACCEPTED(coop_context_error(device->context, &error));
    TEST_EQUAL(error.status, COOP_NETWORK_FAILED);
    TEST_EQUAL_TEXT(error.doing, "opening a net");
    TEST_EQUAL_TEXT(error.message, "no %s");
    coop_error_clear(&error);
}

TEST(null_in_place_of_buffers_and_bytes)
{
    struct device *device = open_device();
    coop_buffer *buffer = device_buffer(device, 64);
    coop_buffer *other = buffer;
    void *mapped;
    uint64_t word = 0;
    char bytes[8];

    NO_HANDLE(coop_buffer_create(NULL, 1, &other), "context");
    TEST_TRUE(other == NULL);
    NO_POINTER(coop_buffer_create(device->context, 1, NULL), "buffer");
    NO_HANDLE((coop_buffer_address(NULL), COOP_INVALID_HANDLE), "buffer");
    NO_HANDLE((coop_buffer_bytes(NULL), COOP_INVALID_HANDLE), "buffer");
    NO_HANDLE(coop_buffer_write(NULL, 0, bytes, 8), "buffer");
    NO_POINTER(coop_buffer_write(buffer, 0, NULL, 8), "from");
    ACCEPTED(coop_buffer_write(buffer, 0, NULL, 0));
    NO_HANDLE(coop_buffer_read(NULL, 0, bytes, 8), "buffer");
    NO_POINTER(coop_buffer_read(buffer, 0, NULL, 8), "to");
    ACCEPTED(coop_buffer_read(buffer, 0, NULL, 0));
    NO_HANDLE(coop_buffer_load_words(NULL, 0, &word, 1), "buffer");
    NO_POINTER(coop_buffer_load_words(buffer, 0, NULL, 1), "words");
    ACCEPTED(coop_buffer_load_words(buffer, 0, NULL, 0));
    NO_HANDLE(coop_buffer_store_words(NULL, 0, &word, 1), "buffer");
    NO_POINTER(coop_buffer_store_words(buffer, 0, NULL, 1), "words");
    ACCEPTED(coop_buffer_store_words(buffer, 0, NULL, 0));
    NO_HANDLE(coop_buffer_wake(NULL, 0), "buffer");
    NO_HANDLE(coop_buffer_fill(NULL, 0, 0, 8), "buffer");
    NO_HANDLE(coop_buffer_map(NULL, 0, 8, COOP_MAP_READ, &mapped), "buffer");
    NO_POINTER(coop_buffer_map(buffer, 0, 8, COOP_MAP_READ, NULL), "pointer");
    NO_HANDLE(coop_buffer_unmap(NULL, bytes), "buffer");
    NO_POINTER(coop_buffer_unmap(buffer, NULL), "pointer");
    coop_buffer_destroy(NULL);
    coop_buffer_destroy(buffer);
}

TEST(null_in_place_of_opencl_objects)
{
    struct device *device = open_device();
    coop_buffer *buffer = device_buffer(device, 64);
    coop_buffer *imported = buffer;
    struct _cl_mem *memory;
    char bytes[8];

    NO_HANDLE(coop_buffer_import(NULL, (struct _cl_mem *)(void *)bytes, &imported), "context");
    TEST_TRUE(imported == NULL);
    NO_POINTER(coop_buffer_import(device->context, NULL, &imported), "memory");
    NO_POINTER(coop_buffer_import(device->context, (struct _cl_mem *)(void *)bytes, NULL), "buffer");
    NO_HANDLE(coop_buffer_import_svm(NULL, bytes, 8, 0, &imported), "context");
    NO_POINTER(coop_buffer_import_svm(device->context, NULL, 8, 0, &imported), "pointer");
    NO_POINTER(coop_buffer_import_svm(device->context, bytes, 8, 0, NULL), "buffer");
    NO_HANDLE(coop_buffer_as_cl_mem(NULL, &memory), "buffer");
    TEST_TRUE(memory == NULL);
    NO_POINTER(coop_buffer_as_cl_mem(buffer, NULL), "memory");
    NO_HANDLE(coop_context_check_enqueue(NULL), "context");
    coop_buffer_destroy(buffer);
}

TEST(null_in_place_of_modules)
{
    struct device *device = open_device();
    struct coop_kernel_report report;
    struct coop_parameter_report parameter;
    uint64_t hash;
    coop_module *module;

    NO_HANDLE(coop_module_create(NULL, "", 0, NULL, &module), "context");
    NO_POINTER(coop_module_create(device->context, NULL, 0, NULL, &module), "text");
    NO_POINTER(coop_module_create(device->context, "", 0, NULL, NULL), "module");
    NO_HANDLE(coop_module_load(NULL, "/dev/null", NULL, &module), "context");
    NO_POINTER(coop_module_load(device->context, NULL, NULL, &module), "path");
    NO_POINTER(coop_module_load(device->context, "/dev/null", NULL, NULL), "module");
    NO_HANDLE(coop_module_kernel(NULL, 0, &report), "module");
    NO_POINTER(coop_module_kernel(device->module, 0, NULL), "report");
    NO_HANDLE(coop_module_parameter(NULL, 0, 0, &parameter), "module");
    NO_POINTER(coop_module_parameter(device->module, 0, 0, NULL), "report");
    NO_HANDLE(coop_module_hash(NULL, &hash), "module");
    NO_POINTER(coop_module_hash(device->module, NULL), "hash");
    coop_module_destroy(NULL);
}

TEST(a_modules_hash_is_that_of_its_text)
{
    struct device *device = open_device();
    coop_module *module;
    uint64_t hash;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < kernels_module_bytes; i++) {
        sum = (sum ^ (unsigned char)kernels_module_text[i]) * UINT64_C(0x100000001b3);
    }
    ACCEPTED(coop_module_create(device->context, kernels_module_text, kernels_module_bytes, NULL, &module));
    ACCEPTED(coop_module_hash(module, &hash));
    TEST_EQUAL_U64(hash, sum);
    coop_module_destroy(module);
}

/* As coop_buffer_read and _write do, each word at its place, however many there are. */
TEST(words_of_a_buffer_are_read_and_written_together)
{
    struct device *device = open_device();
    coop_buffer *buffer = device_buffer(device, 8 * 302);
    uint64_t written[300];
    uint64_t read[302];

    ACCEPTED(coop_buffer_fill(buffer, 0, 0xff, 8 * 302));
    for (uint64_t i = 0; i < 300; i++) {
        written[i] = i * UINT64_C(0x0123456789abcdef);
    }
    ACCEPTED(coop_buffer_store_words(buffer, 8, written, 300));
    ACCEPTED(coop_buffer_read(buffer, 0, read, sizeof read));
    TEST_EQUAL_U64(read[0], UINT64_MAX);
    TEST_EQUAL_U64(read[301], UINT64_MAX);
    TEST_EQUAL(memcmp(read + 1, written, sizeof written), 0);
    memset(read, 0, sizeof read);
    ACCEPTED(coop_buffer_load_words(buffer, 8, read, 300));
    TEST_EQUAL(memcmp(read, written, sizeof written), 0);
    REFUSED(device, coop_buffer_load_words(buffer, 4, read, 1), COOP_INVALID_ARGUMENT,
            "a multiple of 8, and not at 4");
    REFUSED(device, coop_buffer_store_words(buffer, 4, read, 1), COOP_INVALID_ARGUMENT,
            "a multiple of 8, and not at 4");
    REFUSED(device, coop_buffer_load_words(buffer, 8 * 300, read, 3), COOP_INVALID_ARGUMENT,
            "outside the buffer");
    REFUSED(device, coop_buffer_store_words(buffer, 8 * 300, read, 3), COOP_INVALID_ARGUMENT,
            "outside the buffer");
    ACCEPTED(coop_buffer_wake(buffer, 4));
    REFUSED(device, coop_buffer_wake(buffer, 2), COOP_INVALID_ARGUMENT, "a multiple of 4, and not at 2");
    REFUSED(device, coop_buffer_wake(buffer, 8 * 302), COOP_INVALID_ARGUMENT, "outside the buffer");
    coop_buffer_destroy(buffer);
}

TEST(a_run_says_the_hash_of_its_module)
{
    struct device *device = open_device();
    uint64_t of_module;
    uint64_t of_run;

    ACCEPTED(coop_module_hash(device->module, &of_module));
    ACCEPTED(coop_run_module_hash(device->run, &of_run));
    TEST_EQUAL_U64(of_run, of_module);
}

TEST(null_in_place_of_runs)
{
    struct device *device = open_device();
    struct coop_run_report report;
    struct coop_trace trace;
    uint64_t hash;
    char text[8];
    coop_run *run;
    int fd;

    NO_HANDLE(coop_run_start(NULL, NULL, &run), "module");
    NO_POINTER(coop_run_start(device->module, NULL, NULL), "run");
    NO_HANDLE(coop_run_stop(NULL, 0), "run");
    NO_HANDLE(coop_run_report(NULL, &report), "run");
    NO_POINTER(coop_run_report(device->run, NULL), "report");
    NO_HANDLE(coop_run_module_hash(NULL, &hash), "run");
    NO_POINTER(coop_run_module_hash(device->run, NULL), "hash");
    NO_HANDLE(coop_run_describe(NULL, text, sizeof text), "run");
    NO_POINTER(coop_run_describe(device->run, NULL, 8), "text");
    NO_HANDLE(coop_run_event_fd(NULL, &fd), "run");
    NO_POINTER(coop_run_event_fd(device->run, NULL), "fd");
    ACCEPTED(coop_run_describe(device->run, NULL, 0));
    NO_HANDLE(coop_trace_take(NULL, &trace), "run");
    NO_POINTER(coop_trace_take(device->run, NULL), "trace");
    coop_trace_clear(NULL);
    coop_run_destroy(NULL);
}

static void note_end(void *user, coop_status outcome, const struct coop_launch_stats *stats)
{
    (void)user, (void)outcome, (void)stats;
}

TEST(null_in_place_of_launches)
{
    struct device *device = open_device();
    coop_buffer *out = device_buffer(device, 64);
    struct coop_kernel_id count = {"count", 0};
    struct coop_kernel_id passing = {"passing", 0};
    struct coop_kernel_id nameless = {NULL, 0};
    struct coop_ndrange range = {.global_items = {1}};
    struct count_args args = {.out = coop_buffer_address(out)};
    struct passing_args passing_args = {0};
    struct coop_argument named = COOP_ARGUMENT("out", out);
    coop_run *run = device->run;
    coop_launch *launch = NULL;
    struct coop_launch_state state;
    struct coop_repeat_report repeated;

    NO_HANDLE(coop_launch_cooperative(NULL, &passing, &passing_args, sizeof passing_args, NULL, &launch),
              "run");
    NO_POINTER(coop_launch_cooperative(run, NULL, &passing_args, sizeof passing_args, NULL, &launch),
               "kernel");
    NO_POINTER(coop_launch_cooperative(run, &nameless, &passing_args, sizeof passing_args, NULL, &launch),
               "kernel->name");
    NO_POINTER(coop_launch_cooperative(run, &passing, NULL, sizeof passing_args, NULL, &launch), "args");
    NO_POINTER(coop_launch_cooperative(run, &passing, &passing_args, sizeof passing_args, NULL, NULL),
               "launch");
    NO_HANDLE(coop_launch_regular(NULL, &count, &args, sizeof args, &range, NULL, &launch), "run");
    NO_POINTER(coop_launch_regular(run, NULL, &args, sizeof args, &range, NULL, &launch), "kernel");
    NO_POINTER(coop_launch_regular(run, &nameless, &args, sizeof args, &range, NULL, &launch),
               "kernel->name");
    NO_POINTER(coop_launch_regular(run, &count, NULL, sizeof args, &range, NULL, &launch), "args");
    REFUSED_CALL(coop_launch_regular(run, &count, &args, sizeof args, NULL, NULL, &launch),
                 COOP_INVALID_ARGUMENT, "at least one work-item");
    NO_POINTER(coop_launch_regular(run, &count, &args, sizeof args, &range, NULL, NULL), "launch");
    NO_HANDLE(coop_launch_named(NULL, "count", &named, 1, &range, NULL, &launch), "run");
    NO_POINTER(coop_launch_named(run, NULL, &named, 1, &range, NULL, &launch), "kernel");
    NO_POINTER(coop_launch_named(run, "count", NULL, 1, &range, NULL, &launch), "arguments");
    REFUSED_CALL(coop_launch_named(run, "count", &named, 1, NULL, NULL, &launch), COOP_INVALID_ARGUMENT,
                 "ndrange, its index space, is NULL");
    NO_POINTER(coop_launch_named(run, "count", &named, 1, &range, NULL, NULL), "launch");
    NO_HANDLE(coop_launch_wait(NULL, 0, NULL), "launch");
    coop_launch_destroy(NULL);
    if (OK(device, coop_launch_regular(run, &count, &args, sizeof args, &range, NULL, &launch))) {
        OK(device, coop_launch_wait(launch, WAIT_NS, NULL));
        NO_HANDLE(coop_launch_status(NULL, &state), "launch");
        NO_POINTER(coop_launch_status(launch, NULL), "state");
        NO_HANDLE(coop_launch_on_end(NULL, note_end, NULL), "launch");
        NO_POINTER(coop_launch_on_end(launch, NULL, NULL), "function");
        ACCEPTED(coop_launch_on_end(launch, note_end, NULL));
        NO_HANDLE(coop_repeat_stop(NULL), "launch");
        NO_HANDLE(coop_repeat_report(NULL, &repeated), "launch");
        REFUSED(device, coop_repeat_report(launch, NULL), COOP_INVALID_ARGUMENT, "does not repeat");
        TEST_EQUAL(coop_launch_wait_any(NULL, 1, 0, NULL, NULL), COOP_INVALID_ARGUMENT);
        TEST_CONTAINS(coop_last_error()->message, "launches is NULL");
        TEST_EQUAL(coop_launch_wait_any(&launch, 1, 0, NULL, NULL), COOP_OK);
        coop_launch_destroy(launch);
    }
    NO_HANDLE(coop_lease_begin(NULL, NULL, &launch), "run");
    NO_POINTER(coop_lease_begin(run, NULL, NULL), "lease");
    NO_HANDLE(coop_lease_end(NULL, NULL), "lease");
    if (ACCEPTED(coop_lease_begin(run, NULL, &launch))) {
        ACCEPTED(coop_lease_end(launch, NULL));
        OK(device, coop_launch_wait(launch, WAIT_NS, NULL));
        coop_launch_destroy(launch);
    }
    coop_buffer_destroy(out);
}

TEST(null_in_place_of_devices_and_teams)
{
    struct device *device = open_device();
    struct coop_devices_options options = {.groups = "1", .memory_bytes = 1 << 20};
    struct coop_workqueue_counts counts;
    coop_devices *devices = NULL;
    coop_team *team = NULL;
    coop_team_buffer *buffer = NULL;
    struct coop_team_traffic traffic;
    unsigned char word[8] = {0};
    coop_launch *launch = NULL;

    NO_POINTER(coop_devices_open(&options, NULL), "devices");
    coop_devices_close(NULL);
    NO_HANDLE((coop_devices_count(NULL), COOP_INVALID_HANDLE), "set of devices");
    NO_HANDLE((coop_devices_domain(NULL, 0), COOP_INVALID_HANDLE), "set of devices");
    NO_HANDLE((coop_devices_groups(NULL, 0), COOP_INVALID_HANDLE), "set of devices");
    NO_HANDLE((coop_devices_context(NULL, 0), COOP_INVALID_HANDLE), "set of devices");
    NO_HANDLE(coop_team_create(NULL, NULL, NULL, &team), "set of devices");
    coop_team_destroy(NULL);
    NO_HANDLE(coop_team_push(NULL, 1, NULL, 0, 1), "team");
    NO_HANDLE(coop_team_start(NULL), "team");
    NO_HANDLE((coop_team_queue(NULL, 0), COOP_INVALID_HANDLE), "team");
    NO_HANDLE(coop_team_wait(NULL, &launch, 1, 0, NULL), "team");
    NO_HANDLE(coop_team_report(NULL, 0, &counts, NULL), "team");
    NO_HANDLE(coop_team_traffic(NULL, 0, &traffic), "team");
    NO_HANDLE(coop_team_buffer_create(NULL, 8, COOP_TEAM_OWN, &buffer), "set of devices");
    coop_team_buffer_destroy(NULL);
    NO_HANDLE((coop_team_buffer_address(NULL), COOP_INVALID_HANDLE), "team's buffer");
    NO_HANDLE(coop_team_buffer_write(NULL, 0, 0, word, 8), "team's buffer");
    NO_HANDLE(coop_team_buffer_fill(NULL, 0, 0, 0, 8), "team's buffer");
    NO_HANDLE(coop_team_buffer_read(NULL, 0, 0, word, 8), "team's buffer");
    if (!device_serves_contexts_at_once(device)) {
        return;
    }
    ACCEPTED(coop_devices_open(&options, &devices));
    NO_POINTER(coop_team_create(devices, NULL, NULL, NULL), "team");
    ACCEPTED(coop_team_create(devices, NULL, NULL, &team));
    NO_POINTER(coop_team_push(team, 1, NULL, 8, 1), "parameters");
    NO_POINTER(coop_team_wait(team, NULL, 1, 0, NULL), "launches");
    ACCEPTED(coop_team_start(team));
    NO_POINTER(coop_team_report(team, 0, NULL, NULL), "counts");
    NO_POINTER(coop_team_traffic(team, 0, NULL), "traffic");
    NO_POINTER(coop_team_buffer_create(devices, 8, COOP_TEAM_OWN, NULL), "buffer");
    ACCEPTED(coop_team_buffer_create(devices, 8, COOP_TEAM_OWN, &buffer));
    NO_POINTER(coop_team_buffer_write(buffer, 0, 0, NULL, 8), "from");
    NO_POINTER(coop_team_buffer_read(buffer, 0, 0, NULL, 8), "to");
    ACCEPTED(coop_team_buffer_write(buffer, 0, 0, word, 8));
    coop_team_buffer_destroy(buffer);
    coop_team_destroy(team);
    coop_devices_close(devices);
}

TEST(null_in_place_of_work_queues)
{
    struct device *device = open_device();
    struct coop_workqueue_options options = {.groups = 1};
    struct coop_workqueue_counts counts;
    uint64_t left;
    coop_buffer *queue = device_buffer(device, coop_workqueue_bytes(&options));

    NO_POINTER((coop_workqueue_bytes(NULL), COOP_INVALID_ARGUMENT), "options");
    NO_HANDLE(coop_workqueue_init(NULL, 0, &options), "buffer");
    NO_POINTER(coop_workqueue_init(queue, 0, NULL), "options");
    ACCEPTED(coop_workqueue_init(queue, 0, &options));
    NO_HANDLE(coop_workqueue_push(NULL, 0, 1, &left, sizeof left, 1), "buffer");
    NO_POINTER(coop_workqueue_push(queue, 0, 1, NULL, 8, 1), "parameters");
    ACCEPTED(coop_workqueue_push(queue, 0, 1, NULL, 0, 3));
    NO_HANDLE(coop_workqueue_report(NULL, 0, 0, &counts, &left), "buffer");
    NO_POINTER(coop_workqueue_report(queue, 0, 0, NULL, &left), "counts");
    ACCEPTED(coop_workqueue_report(queue, 0, 0, &counts, NULL));
    ACCEPTED(coop_workqueue_report(queue, 0, UINT32_MAX, &counts, &left));
    TEST_EQUAL_U64(left, 3);
    coop_buffer_destroy(queue);
}

TEST(null_in_place_of_flow_graphs)
{
    struct device *device = open_device();
    struct coop_channel_options channel = {.item_bytes = 8};
    struct coop_flow_options options = {.groups = 1, .channels = &channel, .channel_count = 1};
    struct coop_flow_counts counts;
    uint64_t items[3] = {0, 0, 0};
    uint64_t left;
    struct coop_up up = {0, 0};
    coop_buffer *graph = device_buffer(device, coop_flow_bytes(&options));

    NO_POINTER((coop_flow_bytes(NULL), COOP_INVALID_ARGUMENT), "options");
    NO_HANDLE(coop_flow_init(NULL, 0, &options), "buffer");
    NO_POINTER(coop_flow_init(graph, 0, NULL), "options");
    ACCEPTED(coop_flow_init(graph, 0, &options));
    NO_HANDLE(coop_flow_push(NULL, 0, 1, items, sizeof items[0], 1), "buffer");
    NO_POINTER(coop_flow_push(graph, 0, 1, NULL, sizeof items[0], 1), "items");
    ACCEPTED(coop_flow_push(graph, 0, 1, items, sizeof items[0], 3));
    NO_HANDLE(coop_flow_root(NULL, 0, &up), "buffer");
    NO_POINTER(coop_flow_root(graph, 0, NULL), "up");
    NO_HANDLE(coop_flow_result(NULL, 0, up, &left, sizeof left), "buffer");
    NO_POINTER(coop_flow_result(graph, 0, up, NULL, sizeof left), "value");
    NO_HANDLE(coop_flow_report(NULL, 0, 1, &counts, &left), "buffer");
    NO_POINTER(coop_flow_report(graph, 0, 1, NULL, &left), "counts");
    ACCEPTED(coop_flow_report(graph, 0, 1, &counts, NULL));
    ACCEPTED(coop_flow_report(graph, 0, UINT32_MAX, &counts, &left));
    TEST_EQUAL_U64(left, 3);
    coop_buffer_destroy(graph);
}

/* coop::trace keeps no record. */
TEST(null_in_place_of_traces)
{
    static const struct coop_trace trace;
    struct coop_trace_verdict verdict;
    struct coop_trace_stat stat;

    NO_POINTER(coop_trace_check(NULL, &verdict), "trace");
    NO_POINTER(coop_trace_check(&trace, NULL), "verdict");
    NO_POINTER(coop_trace_stat_init(NULL, &trace, 1), "stat");
    NO_POINTER(coop_trace_stat_init(&stat, NULL, 1), "trace");
    REFUSED_CALL(coop_trace_stat_init(&stat, &trace, 0), COOP_INVALID_ARGUMENT, "parts is 0");
    REFUSED_CALL(coop_trace_write_json(&trace, "/no/such/place/trace.json"), COOP_IO_FAILED,
                 "/no/such/place/trace.json cannot be written: No such file");
    REFUSED_CALL(coop_trace_write_svg(&trace, "/no/such/place/trace.svg", 0, 0), COOP_IO_FAILED,
                 "/no/such/place/trace.svg cannot be written: No such file");
    coop_trace_stat_clear(&stat);
    coop_trace_stat_clear(NULL);
    NO_POINTER(coop_trace_write_json(NULL, "/dev/null"), "trace");
    NO_POINTER(coop_trace_write_json(&trace, NULL), "path");
    NO_POINTER(coop_trace_write_svg(NULL, "/dev/null", 0, 0), "trace");
    NO_POINTER(coop_trace_write_svg(&trace, NULL, 0, 0), "path");
}

/* Each kind of handle, and the sentence of a call that gets a dead one while the context's record holds
 * another failure. */
TEST(a_dead_handle_is_named_by_the_call_that_got_it)
{
    struct device *device = open_device();
    coop_buffer *buffer = device_buffer(device, 64);
    struct coop_error kept;
    char byte = 0;

    REFUSED(device, coop_buffer_read(buffer, 64, &byte, 1), COOP_INVALID_ARGUMENT, "outside the buffer");
    coop_buffer_destroy(buffer);
    REFUSED_CALL(coop_buffer_read(buffer, 0, &byte, 1), COOP_INVALID_HANDLE, "the buffer was destroyed");
    REFUSED_CALL(coop_run_stop((coop_run *)(void *)device->module, 0), COOP_INVALID_HANDLE,
                 "the run was destroyed");
    TEST_EQUAL_TEXT(coop_last_error()->doing, "stopping a run");
    coop_context_error(device->context, &kept);
    TEST_CONTAINS(kept.message, "outside the buffer");
    coop_error_clear(&kept);
}

enum { THREADS = 4, CALLS = 500 };

/* Fails in a way of its own, over and over, on the context that all share. */
static void *fail_in_own_way(void *of)
{
    uint64_t bytes = (uint64_t)(uintptr_t)of;
    coop_buffer *buffer = device_buffer(open_device(), bytes);
    char words[80];
    char byte;

    TEST_EQUAL(coop_last_error()->status, COOP_OK); /* a fresh thread's */
    TEST_EQUAL_TEXT(coop_last_error()->message, "");
    TEST_EQUAL_TEXT(coop_last_error()->details, "");
    snprintf(words, sizeof words, "bytes %u to %u lie outside the buffer, which has %u", (unsigned)bytes,
             (unsigned)bytes + 1, (unsigned)bytes);
    for (int i = 0; i < CALLS; i++) {
        REFUSED_CALL(coop_buffer_read(buffer, bytes, &byte, 1), COOP_INVALID_ARGUMENT, words);
        ACCEPTED(coop_buffer_read(buffer, 0, &byte, 1));
        TEST_EQUAL_TEXT(coop_last_error()->message, words); /* success leaves it alone */
    }
    coop_buffer_destroy(buffer);
    REFUSED_CALL(coop_buffer_read(buffer, 0, &byte, 1), COOP_INVALID_HANDLE, "the buffer was destroyed");
    return NULL;
}

TEST(each_thread_has_the_sentence_of_its_own_last_failure)
{
    pthread_t threads[THREADS];
    struct device *device = open_device();
    const struct coop_error *own = coop_last_error();

    REFUSED(device, coop_buffer_create(device->context, 0, NULL), COOP_INVALID_ARGUMENT, "buffer is NULL");
    for (uintptr_t i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, fail_in_own_way, (void *)(i + 1));
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    TEST_TRUE(own == coop_last_error());
    TEST_CONTAINS(own->message, "buffer is NULL");
}

static void *fail_with_details(void *context)
{
    coop_module *module;
    static const char text[] =
        "//coop module version=1\n"
        "//coop kernel index=0 name=k kind=regular args_bytes=0 transmit_bytes=0 states=1 "
        "shrinks=0 grows=0 args_hash=0\n"
        "//coop end\nthis is no OpenCL C\n";

    TEST_EQUAL(coop_module_create(context, text, sizeof text - 1, NULL, &module), COOP_BUILD_FAILED);
    TEST_TRUE(strlen(coop_last_error()->details) > 10);
    return NULL;
}

/* LeakSanitizer sees when a thread leaves its details behind. */
TEST(details_belong_to_the_thread_and_go_with_it)
{
    struct device *device = open_device();
    pthread_t thread;

    pthread_create(&thread, NULL, fail_with_details, device->context);
    pthread_join(thread, NULL);
    spoil_record();
    TEST_EQUAL_TEXT(coop_last_error()->details, "");
    fail_with_details(device->context);
    spoil_record();
    TEST_EQUAL_TEXT(coop_last_error()->details, "");
}

/* The kernels without their lines of arguments, as a coopc before these has written them. *bytes: of the
 * text, which is to be freed. */
static char *text_without_arguments(size_t *bytes)
{
    const char *from = kernels_module_text;
    const char *behind = from + kernels_module_bytes;
    char *text = malloc(kernels_module_bytes);

    *bytes = 0;
    while (text != NULL && from < behind) {
        const char *newline = memchr(from, '\n', (size_t)(behind - from));
        const char *next = newline != NULL ? newline + 1 : behind;
        if (strncmp(from, "//coop argument ", 16) != 0) {
            memcpy(text + *bytes, from, (size_t)(next - from));
            *bytes += (size_t)(next - from);
        }
        from = next;
    }
    return text;
}

TEST(a_module_that_does_not_say_its_parameters_takes_no_names)
{
    struct device *device = open_device();
    struct coop_run_options options = {.worker_groups = 1, .local_items = device->local_items};
    struct coop_ndrange range = {.global_items = {1}};
    coop_buffer *out = device_buffer(device, 64);
    struct coop_argument named = COOP_ARGUMENT("out", out);
    struct count_args args = {.out = coop_buffer_address(out)};
    const struct coop_kernel_id count = {"count", 0};
    coop_module *module = NULL;
    coop_launch *launch = NULL;
    coop_run *run = NULL;
    size_t bytes;
    char *text = text_without_arguments(&bytes);

    device_stop(device);
    TEST_TRUE(text != NULL && bytes < kernels_module_bytes);
    if (OK(device, coop_module_create(device->context, text, bytes, NULL, &module)) &&
        OK(device, coop_run_start(module, &options, &run))) {
        REFUSED(device, coop_launch_named(run, "count", &named, 1, &range, NULL, &launch),
                COOP_SIGNATURE_MISMATCH, "does not say what the parameters of count are");
        if (OK(device, coop_launch_regular(run, &count, &args, sizeof args, &range, NULL, &launch))) {
            device_finish(device, launch, NULL);
        }
    }
    coop_run_destroy(run);
    coop_module_destroy(module);
    coop_buffer_destroy(out);
    free(text);
}
