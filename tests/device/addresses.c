/* Addresses that are none: a launch refuses them and names kernel and parameter, and whatever was refused,
 * the run goes on. */
#include "device.h"
#include "kernels.h"
#include "kernels_text.h"

#include <stdlib.h>

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

/* The kernel `count` writes a word. */
static coop_status launch_count(struct device *device, coop_run *run, coop_address out)
{
    struct count_args args = {.out = out};
    struct coop_ndrange range = {.global_items = {1}};
    coop_launch *launch = NULL;
    coop_status status = count_launch(run, &args, &range, NULL, &launch);

    if (status == COOP_OK) {
        device_finish(device, launch, NULL);
    } else {
        TEST_TRUE(launch == NULL);
    }
    return status;
}

/* What no mode takes; and what is right is right afterwards. */
static void refuse_what_is_nowhere(struct device *device, coop_run *run)
{
    coop_buffer *buffer = device_buffer(device, 100);
    coop_address first = coop_buffer_address(buffer);
    uint32_t here = 0;
    void *heap = malloc(64);
    const coop_address wrong[] = {(uintptr_t)&here,
                                  (uintptr_t)heap,
                                  (uintptr_t)buffer,
                                  (uintptr_t)device->context,
                                  (uintptr_t)run,
                                  (uintptr_t) "a text",
                                  1,
                                  128,
                                  4096,
                                  (coop_address)UINT32_MAX + 1,
                                  UINT64_MAX,
                                  UINT64_MAX - 127,
                                  first - ((coop_address)1 << 62)};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (!REFUSED(device, launch_count(device, run, wrong[i]), COOP_INVALID_ARGUMENT,
                     "count's parameter out is 0x")) {
            TEST_NOTE("address 0x%llx", (unsigned long long)wrong[i]);
        }
    }
    OK(device, launch_count(device, run, first));
    OK(device, launch_count(device, run, first + 96));
    TEST_EQUAL(device_read_u32(device, buffer, 0), 1);
    TEST_EQUAL(device_read_u32(device, buffer, 24), 1);
    coop_buffer_destroy(buffer);
    free(heap);
}

static coop_run *start(struct device *device, const char *check)
{
    struct coop_run_options options = {
        .worker_groups = device->workers, .local_items = device->local_items, .check = check};
    coop_run *run = NULL;

    device_stop(device);
    if (!OK(device, coop_run_start(device->module, &options, &run))) {
        exit(1);
    }
    return run;
}

TEST(what_lies_outside_the_memory_is_refused)
{
    struct device *device = open_device();

    refuse_what_is_nowhere(device, device->run);
}

TEST(each_parameter_is_named)
{
    struct device *device = open_device();
    coop_buffer *buffer = device_buffer(device, 64);
    coop_launch *launch = NULL;
    coop_address right = coop_buffer_address(buffer);
    coop_address wrong = (uintptr_t)&buffer;
    struct coop_ndrange range = {.global_items = {1}};
    struct hold_args gate = {.gate = wrong, .entered = right};
    struct hold_args entered = {.gate = right, .entered = wrong};
    struct passing_args cells = {.cells = wrong, .wrong = right};

    REFUSED(device, hold_launch(device->run, &gate, &range, NULL, &launch), COOP_INVALID_ARGUMENT,
            "hold's parameter gate is 0x");
    REFUSED(device, hold_launch(device->run, &entered, &range, NULL, &launch), COOP_INVALID_ARGUMENT,
            "hold's parameter entered is 0x");
    REFUSED(device, passing_launch(device->run, &cells, NULL, &launch), COOP_INVALID_ARGUMENT,
            "passing's parameter cells is 0x");
    coop_buffer_destroy(buffer);
}

static void refuse_what_no_buffer_has(struct device *device, coop_run *run)
{
    coop_buffer *buffer = device_buffer(device, 100);
    coop_buffer *behind = device_buffer(device, 4);
    coop_address first = coop_buffer_address(buffer);
    coop_address gone = coop_buffer_address(behind);

    refuse_what_is_nowhere(device, run);
    REFUSED(device, launch_count(device, run, 0), COOP_INVALID_ARGUMENT,
            "count's parameter out is 0x0, the null");
    REFUSED(device, launch_count(device, run, first + 100), COOP_INVALID_ARGUMENT, "lies in no buffer");
    REFUSED(device, launch_count(device, run, first + 127), COOP_INVALID_ARGUMENT, "lies in no buffer");
    OK(device, launch_count(device, run, gone));
    coop_buffer_destroy(behind);
    REFUSED(device, launch_count(device, run, gone), COOP_INVALID_ARGUMENT, "lies in no buffer");
    REFUSED(device, launch_count(device, run, gone + 65536), COOP_INVALID_ARGUMENT, "lies in no buffer");
    OK(device, launch_count(device, run, first));
    coop_buffer_destroy(buffer);
    REFUSED(device, launch_count(device, run, first), COOP_INVALID_ARGUMENT, "lies in no buffer");
}

TEST(checked_addresses_lie_in_live_buffers)
{
    struct device *device = open_device();
    coop_run *run = start(device, "addresses");

    refuse_what_no_buffer_has(device, run);
    coop_run_destroy(run);
}

/* The option goes before the environment. */
TEST(the_environment_checks_too)
{
    struct device *device = open_device();
    struct coop_run_options options = {.worker_groups = 1, .check = "nonsense"};
    coop_run *run = NULL;

    device_stop(device);
    REFUSED(device, coop_run_start(device->module, &options, &run), COOP_INVALID_ARGUMENT,
            "there is no check \"nonsense\"; there are \"addresses\" and \"divergence\"");
    setenv("COOP_CHECK", "everything", 1);
    options.check = NULL;
    REFUSED(device, coop_run_start(device->module, &options, &run), COOP_INVALID_ARGUMENT,
            "there is no check \"everything\" (COOP_CHECK)");
    setenv("COOP_CHECK", "addresses", 1);
    device_open(kernels_module_text, kernels_module_bytes);
    refuse_what_no_buffer_has(device, device->run);
    run = start(device, "");
    REFUSED(device, launch_count(device, run, 1), COOP_INVALID_ARGUMENT, "count's parameter out is 0x1,");
    coop_run_destroy(run);
    unsetenv("COOP_CHECK");
}

/* Addresses are offsets: that of a buffer elsewhere lies in this context's memory, too. */
TEST(an_address_of_another_context_is_refused_without_a_check)
{
    struct device *device = open_device();
    const struct coop_context_options options = {.memory_bytes = 1 << 20};
    coop_buffer *own = device_buffer(device, 100);
    coop_buffer *others = NULL;
    coop_context *other = NULL;

    if (!device_serves_contexts_at_once(device)) {
        TEST_SKIP("the driver lets one context have kernels");
    }
    OK(device, coop_context_create(&options, &other));
    OK(device, coop_buffer_create(other, 1 << 19, &others));
    REFUSED(device, launch_count(device, device->run, coop_buffer_address(others) + (1 << 18)),
            COOP_INVALID_ARGUMENT,
            "which lies in a buffer of another context or domain, and in none of the run's");
    TEST_CONTAINS(coop_last_error()->message, "count's parameter out is 0x");
    OK(device, launch_count(device, device->run, coop_buffer_address(own)));
    coop_context_destroy(other);
    OK(device, launch_count(device, device->run, coop_buffer_address(own) + 96));
    coop_buffer_destroy(own);
}

/* The trace of a run lies in the same memory, and is no buffer. */
TEST(a_trace_is_no_buffer)
{
    struct device *device = open_device();
    struct coop_run_options options = {
        .worker_groups = 1, .local_items = device->local_items, .trace_events = 100000, .check = "addresses"};
    coop_buffer *buffer = device_buffer(device, 128);
    coop_run *run = NULL;

    device_stop(device);
    if (OK(device, coop_run_start(device->module, &options, &run))) {
        for (coop_address past = 128; past < 1000000; past += 4096) {
            REFUSED(device, launch_count(device, run, coop_buffer_address(buffer) + past),
                    COOP_INVALID_ARGUMENT, "lies in no buffer");
        }
    }
    coop_run_destroy(run);
    coop_buffer_destroy(buffer);
}
