#include "unplug.h"

#include "real_opencl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCAL_BYTES 256
#define WORK_ITEMS 4
#define COMPUTE_UNITS 2
#define MEMORY_BYTES 65536

static int is_missing(const char *what)
{
    const char *missing = getenv(UNPLUG_VARIABLE);

    return missing != NULL && strcmp(missing, what) == 0;
}

/* Blanks the word out where it is in the text. */
static void blank(char *text, const char *word)
{
    char *at = text != NULL ? strstr(text, word) : NULL;

    if (at != NULL) {
        memset(at, ' ', strlen(word));
    }
}

static void without_extensions(char *text)
{
    if (is_missing("atomics_64") || is_missing("atomics_64_extended")) {
        blank(text, "cl_khr_int64_extended_atomics");
    }
    if (is_missing("atomics_64")) {
        blank(text, "cl_khr_int64_base_atomics");
    }
}

static void without_versions(cl_name_version *versions, size_t count)
{
    for (size_t i = 0; i < count && is_missing("opencl_c_3"); i++) {
        if (CL_VERSION_MAJOR(versions[i].version) >= 3) {
            versions[i].version = CL_MAKE_VERSION(2, 0, 0);
        }
    }
}

/* The device's true number becomes what is left of it. */
static cl_ulong without(cl_device_info what, cl_ulong number)
{
    switch (what) {
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
        number &= is_missing("device_scope")
                      ? ~(cl_ulong)(CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES)
                      : ~(cl_ulong)0;
        return number & (is_missing("acquire_release")
                             ? ~(cl_ulong)(CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST)
                             : ~(cl_ulong)0);
    case CL_DEVICE_SVM_CAPABILITIES:
        number &= is_missing("svm_atomics") ? ~(cl_ulong)CL_DEVICE_SVM_ATOMICS : ~(cl_ulong)0;
        return is_missing("svm") ? 0 : number;
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        return is_missing("compute_units") ? COMPUTE_UNITS : number;
    case CL_DEVICE_LOCAL_MEM_SIZE:
        return is_missing("local_memory") ? LOCAL_BYTES : number;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return is_missing("memory") ? MEMORY_BYTES : number;
    case CL_DEVICE_COMPILER_AVAILABLE:
        return is_missing("compiler") ? CL_FALSE : number;
    default:
        return number;
    }
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void *value, size_t *size_ret)
{
    size_t bytes = 0;
    cl_ulong number = 0;
    cl_int code;
    REAL(clGetDeviceInfo);

    code = real(device, name, size, value, &bytes);
    if (size_ret != NULL) {
        *size_ret = bytes;
    }
    if (code != CL_SUCCESS || value == NULL) {
        return code;
    }
    if (name == CL_DEVICE_EXTENSIONS) {
        without_extensions(value);
    } else if (name == CL_DEVICE_OPENCL_C_ALL_VERSIONS) {
        without_versions(value, bytes / sizeof(cl_name_version));
    } else if (bytes <= sizeof number) {
        memcpy(&number, value, bytes);
        number = without(name, number);
        memcpy(value, &number, bytes);
    }
    return code;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t size, void *value,
                         size_t *size_ret)
{
    cl_int code;
    REAL(clGetPlatformInfo);

    code = real(platform, name, size, value, size_ret);
    if (code == CL_SUCCESS && value != NULL && name == CL_PLATFORM_VERSION && is_missing("threads")) {
        snprintf(value, size, "OpenCL 3.0 PoCL 6.0  Linux, OpenMP");
    }
    return code;
}

static unsigned queues; /* of the last context */

cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                           const cl_device_id *devices,
                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                           void *user_data, cl_int *errcode_ret)
{
    REAL(clCreateContext);

    queues = 0;
    return real(properties, num_devices, devices, notify, user_data, errcode_ret);
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties,
                                                    cl_int *errcode_ret)
{
    REAL(clCreateCommandQueueWithProperties);

    if (is_missing("second_queue") && queues > 0) {
        *errcode_ret = CL_OUT_OF_RESOURCES;
        return NULL;
    }
    queues++;
    return real(context, device, properties, errcode_ret);
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *devices,
                      const char *options, void(CL_CALLBACK *notify)(cl_program, void *), void *user_data)
{
    static const char with[] = "-DCOOP_HOST_SYSTEM_CALLS=1";
    char *text = options != NULL ? strdup(options) : NULL;
    char *at = text != NULL && is_missing("clock") ? strstr(text, with) : NULL;
    cl_int code = CL_COMPILER_NOT_AVAILABLE;
    REAL(clBuildProgram);

    if (at != NULL) {
        at[strlen(with) - 1] = '0';
    }
    if (!is_missing("compiler")) {
        code = real(program, num_devices, devices, text, notify, user_data);
    }
    free(text);
    return code;
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name,
                                size_t size, void *value, size_t *size_ret)
{
    cl_int code;
    REAL(clGetKernelWorkGroupInfo);

    code = real(kernel, device, name, size, value, size_ret);
    if (code == CL_SUCCESS && name == CL_KERNEL_WORK_GROUP_SIZE && is_missing("work_items")) {
        *(size_t *)value = WORK_ITEMS;
    }
    return code;
}

static cl_event megakernel;           /* the last kernel that was enqueued ... */
static cl_context megakernel_context; /* ... and its context: an event means nothing in another one */

static cl_context context_of(cl_command_queue queue)
{
    cl_context context = NULL;
    cl_int code = clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);

    return code == CL_SUCCESS ? context : NULL;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint num_events, const cl_event *events, cl_event *event)
{
    cl_int code;
    REAL(clEnqueueNDRangeKernel);

    code = real(queue, kernel, dimensions, offset, global, local, num_events, events, event);
    if (megakernel != NULL) {
        clReleaseEvent(megakernel);
        megakernel = NULL;
    }
    if (code == CL_SUCCESS && event != NULL && is_missing("overlap")) {
        megakernel = *event;
        megakernel_context = context_of(queue);
        clRetainEvent(megakernel);
    }
    return code;
}

/* Do copies on this queue wait for the megakernel? */
static int is_behind(cl_command_queue queue)
{
    return megakernel != NULL && is_missing("overlap") && context_of(queue) == megakernel_context;
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t size,
                           void *to, cl_uint num_events, const cl_event *events, cl_event *event)
{
    REAL(clEnqueueReadBuffer);

    return is_behind(queue) ? real(queue, buffer, blocks, offset, size, to, 1, &megakernel, event)
                            : real(queue, buffer, blocks, offset, size, to, num_events, events, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t size,
                            const void *from, cl_uint num_events, const cl_event *events, cl_event *event)
{
    REAL(clEnqueueWriteBuffer);

    return is_behind(queue) ? real(queue, buffer, blocks, offset, size, from, 1, &megakernel, event)
                            : real(queue, buffer, blocks, offset, size, from, num_events, events, event);
}
