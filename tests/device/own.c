#include "own.h"

#include "interop_kernels.h"
#include "interop_kernels_text.h"
#include <stdlib.h>

/* The report of the device that coop would take; it looks before anything of OpenCL is called. */
static void find_device(struct own *own)
{
    struct coop_context_options options = {.worker_groups = (uint32_t)test_option("workers", 4)};
    coop_context *context = NULL;
    coop_status status = coop_context_create(&options, &context);

    if (status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT) {
        TEST_SKIP_WITHOUT_DEVICE("%s", coop_last_error()->message);
    }
    if (!TEST_EQUAL_TEXT(coop_status_name(status), "COOP_OK") ||
        !TEST_EQUAL(coop_context_device(context, &own->report), COOP_OK)) {
        TEST_NOTE("%s", coop_last_error()->message);
        exit(1);
    }
    coop_context_destroy(context);
}

void own_open_opencl(struct own *own)
{
    cl_platform_id platforms[32];
    cl_device_id devices[32];
    cl_int code = CL_SUCCESS;

    find_device(own);
    TEST_EQUAL(clGetPlatformIDs(32, platforms, NULL), CL_SUCCESS);
    TEST_EQUAL(clGetDeviceIDs(platforms[own->report.platform_index], CL_DEVICE_TYPE_ALL, 32, devices, NULL),
               CL_SUCCESS);
    own->id = devices[own->report.device_index];
    own->opencl = clCreateContext(NULL, 1, &own->id, NULL, NULL, &code);
    TEST_EQUAL(code, CL_SUCCESS);
    own->queue = clCreateCommandQueueWithProperties(own->opencl, own->id, NULL, &code);
    TEST_EQUAL(code, CL_SUCCESS);
}

void own_open(struct own *own)
{
    struct coop_context_options options = {.worker_groups = (uint32_t)test_option("workers", 4),
                                           .memory_bytes = (uint64_t)test_option("megabytes", 16) << 20};
    struct device *device = &own->device;

    own_open_opencl(own);
    options.opencl_context = own->opencl;
    device->workers = options.worker_groups;
    device->local_items = (uint32_t)test_option("local", 8);
    if (!OK(device, coop_context_create(&options, &device->context)) ||
        !OK(device, coop_module_create(device->context, interop_kernels_module_text,
                                       interop_kernels_module_bytes, NULL, &device->module))) {
        exit(1);
    }
}

void own_close(struct own *own)
{
    coop_context_destroy(own->device.context);
    TEST_EQUAL(clReleaseCommandQueue(own->queue), CL_SUCCESS);
    TEST_EQUAL(clReleaseContext(own->opencl), CL_SUCCESS);
}

void own_start(struct own *own)
{
    struct device *device = &own->device;
    struct coop_run_options options = {
        .worker_groups = device->workers, .local_items = device->local_items, .trace_events = 10000};

    if (!OK(device, coop_run_start(device->module, &options, &device->run))) {
        exit(1);
    }
}

void own_stop(struct own *own)
{
    device_stop(&own->device);
}

cl_mem own_numbers(struct own *own, uint32_t first)
{
    uint32_t numbers[OWN_COUNT];
    cl_int code = CL_SUCCESS;
    cl_mem memory = clCreateBuffer(own->opencl, CL_MEM_READ_WRITE, OWN_BYTES, NULL, &code);

    TEST_EQUAL(code, CL_SUCCESS);
    for (uint32_t i = 0; i < OWN_COUNT; i++) {
        numbers[i] = first + i;
    }
    TEST_EQUAL(clEnqueueWriteBuffer(own->queue, memory, CL_TRUE, 0, OWN_BYTES, numbers, 0, NULL, NULL),
               CL_SUCCESS);
    return memory;
}

int own_has_numbers(struct own *own, cl_mem memory, uint32_t first)
{
    uint32_t numbers[OWN_COUNT];
    uint32_t i = 0;

    TEST_EQUAL(clEnqueueReadBuffer(own->queue, memory, CL_TRUE, 0, OWN_BYTES, numbers, 0, NULL, NULL),
               CL_SUCCESS);
    while (i < OWN_COUNT && numbers[i] == first + i) {
        i++;
    }
    return i == OWN_COUNT || (TEST_NOTE("number %u is %u", i, numbers[i]), 0);
}

void own_add(struct own *own, coop_address values, uint32_t by)
{
    struct coop_ndrange range = {.global_items = {OWN_COUNT}};
    struct add_args args = {.values = values, .by = by};
    coop_launch *launch = NULL;

    if (OK(&own->device, add_launch(own->device.run, &args, &range, NULL, &launch))) {
        device_finish(&own->device, launch, NULL);
    }
}
