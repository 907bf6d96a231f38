/* A device lacks one capability after the other: whoever opens it, or starts a run on it, is told which one
 * and what to do; what can do without goes on. tests/faults/unplugged.sh holds the same of coop-info. */
#include "scenario.h"
#include "test.h"
#include "unplug.h"

#include "host/control/control.h"

#include "kernels.h"
#include "kernels_text.h"
#include "printing_kernels_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct coop_device_report whole; /* the device as it is */
static char device_index[16];

static void plug(const char *missing)
{
    if (missing != NULL) {
        setenv(UNPLUG_VARIABLE, missing, 1);
    } else {
        unsetenv(UNPLUG_VARIABLE);
    }
}

/* The device that the rest is about. */
static void choose(void)
{
    plug(NULL);
    whole = *scenario_choose();
    snprintf(device_index, sizeof device_index, "%u", whole.index);
}

static int is_pocl(void)
{
    return strcmp(whole.platform_name, "Portable Computing Language") == 0;
}

/* NVIDIA's driver does not tell what its atomics can, and is known instead. */
static int is_nvidia(void)
{
    return strcmp(whole.platform_name, "NVIDIA CUDA") == 0;
}

coop_status __real_coop_control_write(struct coop_control_access *access);
coop_status __wrap_coop_control_write(struct coop_control_access *access);

/* A scheduler whose greeting cannot be answered waits for three seconds, not for ten. */
coop_status __wrap_coop_control_write(struct coop_control_access *access)
{
    const char *missing = getenv(UNPLUG_VARIABLE);

    if (missing != NULL && strcmp(missing, "overlap") == 0) {
        access->setup.discovery_ns = (uint64_t)3 * 1000000000;
    }
    return __real_coop_control_write(access);
}

static coop_status open_it(const char *transport, coop_context **context)
{
    struct coop_context_options options = {.device = device_index,
                                           .worker_groups = is_pocl() ? 3 : 0,
                                           .memory_bytes = (uint64_t)8 << 20,
                                           .transport = transport};

    return coop_context_create(&options, context);
}

static coop_status start_it(coop_context *context, coop_module **module, coop_run **run)
{
    struct coop_run_options options = {.worker_groups = 3, .local_items = 8};
    coop_status status = coop_module_create(context, kernels_module_text, kernels_module_bytes, NULL, module);

    return status == COOP_OK ? coop_run_start(*module, &options, run) : status;
}

static void expect_words(coop_context *context, coop_status status, coop_status wanted, const char *words,
                         const char *remedy)
{
    struct coop_error error;

    TEST_EQUAL_TEXT(coop_status_name(status), coop_status_name(wanted));
    coop_context_error(context, &error);
    TEST_EQUAL(error.status, wanted);
    TEST_CONTAINS(error.message, words);
    TEST_CONTAINS(error.message, remedy);
    coop_error_clear(&error);
}

/* The device is refused when it is looked at. */
static void expect_unfit(const char *missing, const char *words)
{
    static struct coop_device_report reports[64];
    coop_context *context = NULL;
    uint32_t count = 0;

    choose();
    plug(missing);
    TEST_EQUAL(coop_device_list(3, reports, 64, &count), COOP_OK);
    if (TEST_TRUE(whole.index < count && whole.index < 64)) {
        TEST_EQUAL(reports[whole.index].can_serve, 0);
        TEST_CONTAINS(reports[whole.index].reason, words);
    }
    expect_words(context, open_it(NULL, &context), COOP_DEVICE_UNFIT, words, "cannot serve: ");
    coop_context_destroy(context);
}

TEST(without_64_bit_atomics)
{
    expect_unfit("atomics_64", "64-bit atomics (cl_khr_int64_base_atomics, cl_khr_int64_extended_atomics)");
    expect_unfit("atomics_64_extended", "64-bit atomics");
}

TEST(without_device_scope)
{
    choose();
    if (is_nvidia()) {
        TEST_SKIP("what NVIDIA's driver says of its atomics is not asked for");
    }
    expect_unfit("device_scope", "device scope (CL_DEVICE_ATOMIC_SCOPE_DEVICE)");
}

TEST(without_acquire_and_release)
{
    choose();
    if (is_nvidia()) {
        TEST_SKIP("what NVIDIA's driver says of its atomics is not asked for");
    }
    expect_unfit("acquire_release", "acquire and release order (CL_DEVICE_ATOMIC_ORDER_ACQ_REL)");
}

TEST(without_opencl_c_3)
{
    expect_unfit("opencl_c_3", "its compiler does not take OpenCL C 3.0");
}

TEST(without_enough_compute_units_or_threads_of_their_own)
{
    choose();
    if (!is_pocl()) {
        TEST_SKIP("no PoCL");
    }
    expect_unfit("compute_units", "set POCL_MAX_PTHREAD_COUNT to at least 3");
    expect_unfit("threads", "use its 'cpu' (pthread) driver");
}

TEST(the_remedy_where_no_device_can)
{
    static struct coop_device_report reports[64];
    uint32_t count = 0;
    coop_context *context = NULL;

    choose();
    plug("atomics_64");
    TEST_EQUAL(coop_device_list(3, reports, 64, &count), COOP_OK);
    for (uint32_t i = 0; i < count && i < 64; i++) {
        TEST_EQUAL(reports[i].can_serve, 0);
    }
    expect_words(context, open_it(NULL, &context), COOP_DEVICE_UNFIT, "coop-info",
                 "apt install pocl-opencl-icd");
    coop_context_destroy(context);
}

/* The device serves all the same, by copies. */
static void expect_copies(const char *missing)
{
    struct coop_device_report report = {0};
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;

    choose();
    plug(missing);
    if (TEST_EQUAL_TEXT(coop_status_name(open_it(NULL, &context)), "COOP_OK")) {
        coop_context_device(context, &report);
        TEST_EQUAL_TEXT(report.transport, "copy");
        TEST_EQUAL_TEXT(coop_status_name(start_it(context, &module, &run)), "COOP_OK");
    }
    coop_context_destroy(context);
    expect_words(context, open_it("svm", &context), COOP_DEVICE_UNFIT, "fine-grained SVM with atomics",
                 "\"copy\"");
    coop_context_destroy(context);
}

TEST(without_svm_it_serves_by_copies)
{
    expect_copies("svm_atomics");
    expect_copies("svm");
}

TEST(without_a_second_queue)
{
    coop_context *context = NULL;

    choose();
    plug("second_queue");
    expect_words(context, open_it("copy", &context), COOP_DEVICE_UNFIT, "it has no second command queue",
                 "clCreateCommandQueueWithProperties failed with CL_OUT_OF_RESOURCES");
    coop_context_destroy(context);
    if (whole.has_svm_atomics) {
        TEST_EQUAL_TEXT(coop_status_name(open_it("svm", &context)), "COOP_OK"); /* it needs none */
        coop_context_destroy(context);
    }
}

/* Starts a run on a device without a clock, which counts its polls instead, and on a busy machine may find
 * too few work-groups. */
static coop_status start_without_clock(coop_context *context, coop_module **module, coop_run **run)
{
    coop_status status = start_it(context, module, run);

    for (int i = 0; i < 200 && status == COOP_INVALID_ARGUMENT; i++) {
        coop_module_destroy(*module);
        status = start_it(context, module, run);
    }
    return status;
}

/* A launch cannot repeat, and is told so; all else goes on, with times of 0. */
static void expect_no_repeats(coop_context *context, coop_run *run)
{
    struct coop_launch_options options = {.groups = 1, .period_ns = 1000000, .repeats = 1};
    struct coop_ndrange range = {.global_items = {8}};
    struct coop_launch_stats stats = {.run_ns = 1};
    struct squares_args args = {0};
    struct coop_run_report report;
    coop_buffer *out = NULL;
    coop_launch *launch = NULL;

    TEST_EQUAL(coop_run_report(run, &report), COOP_OK);
    TEST_EQUAL(report.has_clock, 0);
    TEST_EQUAL(coop_buffer_create(context, 4096, &out), COOP_OK);
    args.out = coop_buffer_address(out);
    expect_words(context, squares_launch(run, &args, &range, &options, &launch), COOP_DEVICE_UNFIT,
                 "the device has no clock that kernels can read", "launch each job from the host");
    TEST_TRUE(launch == NULL);
    options.repeats = 0; /* a series is one all the same, without times */
    TEST_EQUAL(squares_launch(run, &args, &range, &options, &launch), COOP_OK);
    TEST_EQUAL(coop_launch_wait(launch, (uint64_t)120 * 1000000000, &stats), COOP_OK);
    TEST_EQUAL_U64(stats.run_ns, 0);
}

TEST(without_a_clock_a_launch_cannot_repeat)
{
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;

    choose();
    if (!is_pocl() || !whole.has_svm_atomics) {
        TEST_SKIP("this is about PoCL's kernels, which read the clock by system calls");
    }
    plug("clock");
    if (TEST_EQUAL(open_it("svm", &context), COOP_OK) &&
        TEST_EQUAL(start_without_clock(context, &module, &run), COOP_OK)) {
        expect_no_repeats(context, run);
    }
    coop_context_destroy(context);
}

/* X3: no greeting comes, and the scheduler ends the run. */
TEST(without_copies_beside_a_running_kernel)
{
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;

    choose();
    if (TEST_EQUAL_TEXT(coop_status_name(open_it("copy", &context)), "COOP_OK")) {
        plug("overlap");
        expect_words(context, start_it(context, &module, &run), COOP_DEVICE_UNFIT,
                     "cannot serve: copies on a second command queue",
                     "it has no fine-grained SVM with atomics");
        plug(NULL);
        TEST_EQUAL_TEXT(coop_status_name(start_it(context, &module, &run)), "COOP_OK");
    }
    coop_context_destroy(context);
}

/* What is the module's own doing on one driver is said of a module that does it. */
TEST(without_copies_beside_a_kernel_that_prints)
{
    struct coop_run_options options = {.worker_groups = 3, .local_items = 8};
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;

    choose();
    if (TEST_EQUAL_TEXT(coop_status_name(open_it("copy", &context)), "COOP_OK")) {
        plug("overlap");
        TEST_EQUAL(coop_module_create(context, printing_kernels_module_text, printing_kernels_module_bytes,
                                      NULL, &module),
                   COOP_OK);
        expect_words(context, coop_run_start(module, &options, &run), COOP_DEVICE_UNFIT,
                     "cannot serve this module: copies", "calls printf");
    }
    coop_context_destroy(context);
}

TEST(without_enough_memory)
{
    coop_context *context = NULL;

    choose();
    plug("memory");
    expect_words(context, open_it(NULL, &context), COOP_OUT_OF_MEMORY,
                 "bytes of device memory were asked for", "gives at most 65536 at once");
    coop_context_destroy(context);
}

/* The context opens, and the run does not start; the next one does. */
static void expect_no_start(const char *missing, coop_status wanted, const char *words, const char *remedy)
{
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_run *run = NULL;

    choose();
    plug(missing);
    if (TEST_EQUAL_TEXT(coop_status_name(open_it(NULL, &context)), "COOP_OK")) {
        expect_words(context, start_it(context, &module, &run), wanted, words, remedy);
        TEST_TRUE(run == NULL);
        plug(NULL); /* the context still knows how much local memory there was */
        TEST_EQUAL_TEXT(coop_status_name(start_it(context, &module, &run)),
                        strcmp(missing, "local_memory") == 0 ? "COOP_DEVICE_UNFIT" : "COOP_OK");
    }
    coop_context_destroy(context);
}

TEST(without_enough_local_memory)
{
    expect_no_start("local_memory", COOP_DEVICE_UNFIT,
                    "not enough local memory: a work-group of the megakernel takes",
                    "tally, takes 1024: make those smaller");
}

TEST(without_room_for_the_work_items)
{
    setenv("COOP_FORM", "flat", 1); /* in the form of processors the megakernel has one */
    expect_no_start("work_items", COOP_INVALID_ARGUMENT,
                    "8 work-items are more than a work-group of this megakernel",
                    "ask for fewer (local_items)");
    unsetenv("COOP_FORM");
}

TEST(without_a_compiler)
{
    expect_no_start("compiler", COOP_OPENCL_FAILED, "clBuildProgram failed with CL_COMPILER_NOT_AVAILABLE",
                    "(-3)");
}

TEST(with_everything_it_works)
{
    struct outcome outcome;

    choose();
    scenario_run(0, &outcome);
    if (!TEST_EQUAL_TEXT(coop_status_name(outcome.status), "COOP_OK")) {
        TEST_NOTE("%s: %s", outcome.step, outcome.error.message);
    }
}
