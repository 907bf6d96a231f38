/* Every OpenCL call of a program's life on OpenCL objects of its own fails once: the outcome is a status
 * and a message that names the call, nothing leaks, nothing hangs, and afterwards all of it works. What the
 * program itself calls goes past the shim: it neither fails nor counts. */
#include "coop/interop.h"
#include "kernels.h"
#include "kernels_text.h"
#include "opencl_shim.h"
#include "scenario.h"
#include "sweep.h"
#include "test.h"
#include "traced_runs.h"
#include <stdlib.h>
#include <string.h>

#define SECONDS 100
#define COUNT 300u
#define BYTES (COUNT * sizeof(uint32_t))
#define WAIT_NS ((uint64_t)30 * 1000000000)

struct own {
    cl_context opencl;
    cl_command_queue queue;
    cl_mem memory;
    void *shared; /* coarse-grained; NULL where the device has none */
};

struct world {
    struct outcome *outcome;
    struct own own;
    coop_context *context;
    coop_module *module;
    coop_buffer *imported;
    coop_buffer *shared;
    coop_buffer *plain;
    coop_run *run;
    coop_launch *launch;
};

static int is_copied(void)
{
    int is_so = test_option("copy", 0) != 0;

    setenv("COOP_TRANSPORT", is_so ? "copy" : "svm", 1);
    return is_so;
}

static void open_own(struct own *own)
{
    const struct coop_device_report *device = scenario_choose();
    REAL(clGetPlatformIDs);
    __typeof__(real) platform_ids = real;
    cl_platform_id platforms[32];
    cl_device_id devices[32];
    cl_int code = CL_SUCCESS;

    TEST_EQUAL(platform_ids(32, platforms, NULL), CL_SUCCESS);
    {
        REAL(clGetDeviceIDs);
        TEST_EQUAL(real(platforms[device->platform_index], CL_DEVICE_TYPE_ALL, 32, devices, NULL),
                   CL_SUCCESS);
    }
    {
        REAL(clCreateContext);
        own->opencl = real(NULL, 1, &devices[device->device_index], NULL, NULL, &code);
        TEST_EQUAL(code, CL_SUCCESS);
    }
    {
        REAL(clCreateCommandQueueWithProperties);
        own->queue = real(own->opencl, devices[device->device_index], NULL, &code);
        TEST_EQUAL(code, CL_SUCCESS);
    }
    {
        REAL(clCreateBuffer);
        own->memory = real(own->opencl, CL_MEM_READ_WRITE, BYTES, NULL, &code);
        TEST_EQUAL(code, CL_SUCCESS);
    }
    if ((device->svm_capabilities & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) != 0) {
        REAL(clSVMAlloc);
        own->shared = real(own->opencl, CL_MEM_READ_WRITE, BYTES, 128);
    }
}

/* Nobody but the program has a reference any more: what the library kept it has given back. */
static void close_own(struct own *own)
{
    cl_uint references = 0;
    {
        REAL(clGetMemObjectInfo);
        real(own->memory, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL);
        TEST_EQUAL(references, 1);
    }
    {
        REAL(clReleaseMemObject);
        real(own->memory);
    }
    if (own->shared != NULL) {
        REAL(clSVMFree);
        real(own->opencl, own->shared);
    }
    {
        REAL(clReleaseCommandQueue);
        real(own->queue);
    }
    REAL(clReleaseContext);
    real(own->opencl);
}

/* Notes the first failure. True: go on. */
static int step(struct world *world, const char *name, coop_status status)
{
    struct outcome *outcome = world->outcome;

    if (status == COOP_OK) {
        return 1;
    }
    outcome->status = status;
    outcome->step = name;
    outcome->error = *coop_last_error();
    outcome->error.details = NULL;
    return 0;
}

#define STEP(call) step(world, #call, (call))

static int open_context(struct world *world)
{
    struct coop_context_options options = {.worker_groups = 3,
                                           .memory_bytes = (uint64_t)1 << 20,
                                           .opencl_context = world->own.opencl,
                                           .opencl_queue = world->own.queue};

    return STEP(coop_context_create(&options, &world->context)) &&
           STEP(coop_module_create(world->context, kernels_module_text, kernels_module_bytes, NULL,
                                   &world->module)) &&
           STEP(coop_buffer_create(world->context, BYTES, &world->plain)) &&
           STEP(coop_buffer_import(world->context, world->own.memory, &world->imported)) &&
           (world->own.shared == NULL ||
            STEP(coop_buffer_import_svm(world->context, world->own.shared, BYTES, 0, &world->shared)));
}

/* The host's ways to all three. */
static int touch(struct world *world)
{
    coop_buffer *buffers[] = {world->plain, world->imported, world->shared};
    uint32_t words[COUNT] = {1, 2, 3};

    for (unsigned i = 0; i < (world->shared != NULL ? 3u : 2u); i++) {
        uint32_t *mapped = NULL;
        cl_mem memory = NULL;
        if (!STEP(coop_buffer_fill(buffers[i], 0, 0, BYTES)) ||
            !STEP(coop_buffer_write(buffers[i], 0, words, 12)) ||
            !STEP(coop_buffer_map(buffers[i], 0, 12, COOP_MAP_READ | COOP_MAP_WRITE, (void **)&mapped))) {
            return 0;
        }
        mapped[2] *= 5;
        if (!STEP(coop_buffer_unmap(buffers[i], mapped)) ||
            !STEP(coop_buffer_read(buffers[i], 8, words + 100, 4)) ||
            !STEP(coop_buffer_as_cl_mem(buffers[i], &memory))) {
            return 0;
        }
        clReleaseMemObject(memory);
        world->outcome->results_are_right &= words[100] == 15;
    }
    return 1;
}

static int run(struct world *world)
{
    struct coop_run_options options = {.worker_groups = 3, .local_items = 8, .timeout_ns = WAIT_NS};
    coop_buffer *targets[] = {world->imported, world->shared};
    struct coop_ndrange range = {.global_items = {COUNT}};
    uint32_t words[COUNT];

    world->outcome->run_was_started = 1; /* perhaps */
    if (!STEP(coop_run_start(world->module, &options, &world->run))) {
        return 0;
    }
    for (unsigned i = 0; i < (world->shared != NULL ? 2u : 1u); i++) {
        struct squares_args args = {coop_buffer_address(targets[i])};
        coop_launch_destroy(world->launch);
        if (!STEP(squares_launch(world->run, &args, &range, NULL, &world->launch)) ||
            !STEP(coop_launch_wait(world->launch, WAIT_NS, NULL))) {
            return 0;
        }
    }
    if (!STEP(coop_buffer_read(world->imported, 0, words, sizeof words)) ||
        !STEP(coop_run_stop(world->run, WAIT_NS)) ||
        (world->shared != NULL && !STEP(coop_buffer_read(world->shared, 0, words, sizeof words)))) {
        return 0;
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        world->outcome->results_are_right &= words[i] == i * i;
    }
    return 1;
}

/* Before anything of OpenCL in this process, and without a fault. */
static void make_room(void)
{
    uint32_t count = 0;

    shim_begin(NULL);
    TEST_EQUAL(coop_device_list(3, NULL, 0, &count), COOP_OK);
}

static void do_all(const struct shim_plan *plan, struct outcome *outcome)
{
    struct world here = {.outcome = outcome};
    struct world *world = &here;

    traced_runs_pause(1);
    make_room();
    shim_begin(plan);
    memset(outcome, 0, sizeof *outcome);
    outcome->step = "";
    outcome->results_are_right = 1;
    open_own(&world->own);
    (void)(open_context(world) && touch(world) && run(world));
    coop_launch_destroy(world->launch);
    coop_buffer_destroy(world->imported);
    coop_run_destroy(world->run);
    coop_buffer_destroy(world->shared);
    coop_module_destroy(world->module);
    coop_buffer_destroy(world->plain);
    coop_context_destroy(world->context);
    close_own(&world->own);
}

/* A release, about which nothing can be done; what is asked or tried again. */
static int may_be_ignored(const char *function)
{
    static const char *const names[] = {
        "clReleaseContext", "clReleaseCommandQueue", "clReleaseProgram", "clReleaseKernel",
        "clReleaseEvent",   "clReleaseMemObject",    "clGetEventInfo",   "clFlush",
        "clFinish"};
    static const char *const of_copies[] = {"clEnqueueReadBuffer", "clEnqueueWriteBuffer",
                                            "clEnqueueUnmapMemObject"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(function, names[i]) == 0) {
            return 1;
        }
    }
    for (size_t i = 0; is_copied() && i < sizeof of_copies / sizeof *of_copies; i++) {
        if (strcmp(function, of_copies[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

static void expect_all_works(void)
{
    struct outcome outcome;

    do_all(NULL, &outcome);
    if (!TEST_EQUAL_TEXT(coop_status_name(outcome.status), "COOP_OK")) {
        TEST_NOTE("%s says: %s", outcome.step, outcome.error.message);
    }
    TEST_TRUE(outcome.results_are_right);
    TEST_EQUAL(shim_objects(), 0);
}

static int fail_at(uint64_t at, void *context)
{
    struct shim_plan plan = {.at = at, .code = SHIM_TYPICAL};
    struct shim_report report;
    struct outcome outcome;
    int before = test_failures();

    (void)context;
    do_all(&plan, &outcome);
    report = shim_report();
    if (report.function == NULL) {
        return 0;
    }
    if (outcome.status != COOP_OK) {
        TEST_EQUAL(outcome.error.status, outcome.status);
        TEST_TRUE(outcome.error.doing[0] != '\0');
        if (report.code != -1001 && report.code != CL_DEVICE_NOT_FOUND) {
            TEST_CONTAINS(outcome.error.message, report.function);
            TEST_EQUAL(outcome.error.opencl_code, report.code);
        }
    } else {
        TEST_TRUE(outcome.results_are_right);
        /* Who has a device of its own needs no list of others. */
        if (!may_be_ignored(report.function) && report.code != -1001 && report.code != CL_DEVICE_NOT_FOUND) {
            TEST_FAIL("%s failed, and nobody was told", report.function);
        }
    }
    TEST_EQUAL(shim_objects(), 0);
    TEST_EQUAL(shim_wrong_releases(), 0);
    if (test_failures() > before) {
        TEST_NOTE("call %llu, %s, failed with %d; %s ended with %s: %s", (unsigned long long)at,
                  report.function, report.code, outcome.step, coop_status_name(outcome.status),
                  outcome.error.message);
    }
    return 1;
}

static int all_works(uint64_t at, void *context)
{
    (void)at;
    (void)context;
    expect_all_works();
    return 0;
}

TEST(each_call_beside_a_programs_own_objects_fails)
{
    const struct coop_device_report *device = scenario_choose();
    uint64_t stride = test_option("stride", 1);
    uint64_t places;

    is_copied();
    shim_watch(device->platform_index, device->device_index);
    sweep(1, 1, 1, SECONDS, all_works, NULL);
    places = sweep(1 + (stride > 1), stride, 40, SECONDS, fail_at, NULL);
    TEST_NOTE("%llu calls failed", (unsigned long long)places);
    TEST_AT_LEAST(places, 60 / stride);
    sweep(1, 1, 1, SECONDS, all_works, NULL);
}
