/* Ordinary kernels of a program beside coop's: one after the other and, where the device can, beside a live
 * run. */
#include "coop/interop.h"
#include "interop_kernels.h"
#include "interop_kernels_text.h"
#include "own.h"
#include "traced_runs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const ordinary_text = "kernel void triple(global uint *values)\n"
                                         "{\n"
                                         "    values[get_global_id(0)] *= 3;\n"
                                         "}\n";

struct ordinary {
    struct own own;
    cl_program program;
    cl_kernel kernel;
};

static void open_all(struct ordinary *all)
{
    cl_int code = CL_SUCCESS;

    own_open(&all->own);
    all->program = clCreateProgramWithSource(all->own.opencl, 1, (const char **)&ordinary_text, NULL, &code);
    TEST_EQUAL(code, CL_SUCCESS);
    TEST_EQUAL(clBuildProgram(all->program, 1, &all->own.id, "", NULL, NULL), CL_SUCCESS);
    all->kernel = clCreateKernel(all->program, "triple", &code);
    TEST_EQUAL(code, CL_SUCCESS);
}

static void close_all(struct ordinary *all)
{
    TEST_EQUAL(clReleaseKernel(all->kernel) | clReleaseProgram(all->program), CL_SUCCESS);
    own_close(&all->own);
}

static void triple(struct ordinary *all, cl_mem memory)
{
    const size_t global = OWN_COUNT;

    TEST_EQUAL(clSetKernelArg(all->kernel, 0, sizeof memory, (void *)&memory), CL_SUCCESS);
    TEST_EQUAL(clEnqueueNDRangeKernel(all->own.queue, all->kernel, 1, NULL, &global, NULL, 0, NULL, NULL),
               CL_SUCCESS);
    TEST_EQUAL(clFinish(all->own.queue), CL_SUCCESS);
}

/* Bytes of the process that lie in memory. */
static long resident_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;

    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1) {
        pages = 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return pages * sysconf(_SC_PAGESIZE);
}

static void expect_no_growth(long before, long after)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    TEST_AT_MOST(after - before, 2 << 20);
#else
    (void)before, (void)after;
#endif
}

/* One round on the buffer's memory: an ordinary kernel, then coop's. */
static void alternate(struct ordinary *all, coop_buffer *buffer)
{
    struct device *device = &all->own.device;
    cl_mem memory = NULL;

    if (OK(device, coop_context_check_enqueue(device->context)) &&
        OK(device, coop_buffer_as_cl_mem(buffer, &memory))) {
        triple(all, memory);
        TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
    }
    own_add(&all->own, coop_buffer_address(buffer), 1);
}

/* Whether a round can be made without the run's end: the message says why not. */
static int is_beside(struct ordinary *all, coop_buffer *buffer)
{
    struct device *device = &all->own.device;
    cl_mem memory = NULL;
    coop_status status;

    own_start(&all->own);
    status = coop_buffer_as_cl_mem(buffer, &memory);
    if (status == COOP_OK) {
        TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
        return 1;
    }
    REFUSED(device, status, COOP_BUSY, "stop the run first");
    own_stop(&all->own);
    return 0;
}

/* Short by day: rounds=1000 at night. */
TEST(ordinary_kernels_and_coops_alternate)
{
    struct ordinary all = {0};
    struct device *device = &all.own.device;
    unsigned rounds = (unsigned)test_option("rounds", 100);
    uint32_t expected = 0;
    coop_buffer *buffer;
    long resident = 0;
    int beside;

    traced_runs_pause(1); /* a trace grows */
    open_all(&all);
    buffer = device_buffer(device, OWN_BYTES);
    beside = is_beside(&all, buffer);
    TEST_NOTE("ordinary kernels run %s", beside ? "beside the run" : "between runs");
    for (unsigned round = 0; round < rounds; round++) {
        if (round == rounds / 4) {
            resident = resident_bytes();
        }
        if (!beside) {
            cl_mem memory = NULL;
            OK(device, coop_buffer_as_cl_mem(buffer, &memory));
            triple(&all, memory);
            TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
            own_start(&all.own);
            own_add(&all.own, coop_buffer_address(buffer), 1);
            own_stop(&all.own);
        } else {
            alternate(&all, buffer);
        }
        expected = expected * 3 + 1;
    }
    expect_no_growth(resident, resident_bytes());
    TEST_EQUAL(device_read_u32(device, buffer, 0), expected);
    TEST_EQUAL(device_read_u32(device, buffer, OWN_COUNT - 1), expected);
    if (beside) {
        own_stop(&all.own);
    }
    close_all(&all);
}

/* The same with a memory object of the program's own, which a run has for itself. */
TEST(an_imported_memory_object_goes_back_and_forth)
{
    struct ordinary all = {0};
    struct device *device = &all.own.device;
    coop_buffer *buffer = NULL;
    cl_mem memory;

    open_all(&all);
    memory = own_numbers(&all.own, 1);
    OK(device, coop_buffer_import(device->context, memory, &buffer));
    for (unsigned round = 0; round < 3; round++) {
        uint32_t zero = 0;
        TEST_EQUAL(clEnqueueWriteBuffer(all.own.queue, memory, CL_TRUE, 0, 4, &zero, 0, NULL, NULL),
                   CL_SUCCESS);
        triple(&all, memory);
        own_start(&all.own);
        own_add(&all.own, coop_buffer_address(buffer), 4);
        own_stop(&all.own);
        triple(&all, memory);
        OK(device, coop_buffer_read(buffer, 0, &zero, 4));
        TEST_EQUAL(zero, 12);
    }
    coop_buffer_destroy(buffer);
    TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
    close_all(&all);
}

TEST(a_message_says_when_ordinary_kernels_would_wait)
{
    struct ordinary all = {0};
    struct device *device = &all.own.device;

    open_all(&all);
    OK(device, coop_context_check_enqueue(device->context));
    own_start(&all.own);
    if (device_serves_contexts_at_once(device)) {
        cl_mem memory = own_numbers(&all.own, 0);
        OK(device, coop_context_check_enqueue(device->context));
        triple(&all, memory); /* it ends */
        TEST_EQUAL(clReleaseMemObject(memory), CL_SUCCESS);
    } else {
        REFUSED(device, coop_context_check_enqueue(device->context), COOP_BUSY, "may find no room beside it");
    }
    own_stop(&all.own);
    OK(device, coop_context_check_enqueue(device->context));
    close_all(&all);
}

/* The driver has counted its threads when coop comes: the message has their number, and the remedy works. */
TEST(a_program_that_was_at_opencl_first_is_told_what_to_set)
{
    struct coop_context_options options = {.memory_bytes = 1 << 20};
    cl_platform_id platforms[32];
    cl_device_id devices[32];
    cl_uint units = 0;
    cl_uint count = 0;
    char words[128];
    struct device device = {0};
    coop_status status;

    unsetenv("POCL_MAX_PTHREAD_COUNT");
    unsetenv("POCL_CPU_MAX_CU_COUNT");
    unsetenv("POCL_MAX_COMPUTE_UNITS");
    if (clGetPlatformIDs(32, platforms, &count) != CL_SUCCESS || count != 1 ||
        clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_ALL, 32, devices, &count) != CL_SUCCESS || count != 1) {
        TEST_SKIP("this is about a machine with one device");
    }
    TEST_EQUAL(clGetPlatformInfo(platforms[0], CL_PLATFORM_NAME, sizeof words, words, NULL), CL_SUCCESS);
    if (strstr(words, "Portable Computing Language") == NULL) {
        TEST_SKIP("this is about PoCL");
    }
    clGetDeviceInfo(devices[0], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    options.opencl_context = clCreateContext(NULL, 1, devices, NULL, NULL, NULL);
    options.worker_groups = units;
    status = coop_context_create(&options, &device.context);
    REFUSED(&device, status, units < 3 ? COOP_DEVICE_UNFIT : COOP_INVALID_ARGUMENT,
            "the process had used OpenCL before");
    snprintf(words, sizeof words, "has its %u threads already", units);
    TEST_CONTAINS(coop_last_error()->message, words);
    snprintf(words, sizeof words, "%u are left for workers", units > 2 ? units - 2 : 0);
    TEST_CONTAINS(coop_last_error()->message, words);
    snprintf(words, sizeof words, "POCL_MAX_PTHREAD_COUNT=%u or more", (units < 3 ? 1 : units) + 2);
    TEST_CONTAINS(coop_last_error()->message, words);
    TEST_TRUE(strstr(coop_last_error()->message, "coop-info") == NULL);
    coop_context_destroy(device.context);
    if (units > 2) { /* those that are left serve */
        options.worker_groups = units - 2;
        OK(&device, coop_context_create(&options, &device.context));
        coop_context_destroy(device.context);
    }
    clReleaseContext(options.opencl_context);
}

/* What the message says to call first. */
TEST(a_list_of_devices_before_opencl_makes_room)
{
    struct coop_context_options options = {.worker_groups = 5, .memory_bytes = 1 << 20};
    struct own own = {0};
    uint32_t count = 0;

    TEST_EQUAL(coop_device_list(5, NULL, 0, &count), COOP_OK);
    own_open_opencl(&own);
    options.opencl_context = own.opencl;
    OK(&own.device, coop_context_create(&options, &own.device.context));
    own_close(&own);
}
