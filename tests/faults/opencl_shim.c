#include "opencl_shim.h"

#include "real_opencl.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OBJECTS_MAX 1024

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct shim_plan plan;
static struct shim_report report;
static const void *objects[OBJECTS_MAX]; /* once for each reference */
static unsigned wrong_releases;
static cl_int end_states[2];     /* by enum shim_command */
static const void *kernel_event; /* of the last kernel */
static unsigned platform_index;
static unsigned device_index;
static cl_platform_id the_platform; /* of the device under test, once it has been seen */
static cl_device_id the_device;

void shim_watch(unsigned platform, unsigned device)
{
    platform_index = platform;
    device_index = device;
}

void shim_begin(const struct shim_plan *wanted)
{
    static const struct shim_plan none = {0};

    pthread_mutex_lock(&lock);
    plan = wanted != NULL ? *wanted : none;
    memset(&report, 0, sizeof report);
    pthread_mutex_unlock(&lock);
}

struct shim_report shim_report(void)
{
    struct shim_report copy;

    pthread_mutex_lock(&lock);
    copy = report;
    pthread_mutex_unlock(&lock);
    return copy;
}

unsigned shim_objects(void)
{
    unsigned count = 0;

    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < OBJECTS_MAX; i++) {
        count += objects[i] != NULL;
    }
    pthread_mutex_unlock(&lock);
    return count;
}

unsigned shim_wrong_releases(void)
{
    return wrong_releases;
}

void shim_end_with(enum shim_command command, cl_int state)
{
    pthread_mutex_lock(&lock);
    end_states[command] = state;
    pthread_mutex_unlock(&lock);
}

static cl_int end_state_of(const void *event)
{
    cl_int state;

    pthread_mutex_lock(&lock);
    state = end_states[event == kernel_event ? SHIM_KERNELS : SHIM_COPIES];
    pthread_mutex_unlock(&lock);
    return state;
}

/* Puts `to` where `from` stands; false when it does not stand anywhere. */
static int replace(const void *from, const void *to)
{
    int found = 0;

    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < OBJECTS_MAX && !found; i++) {
        if (objects[i] == from) {
            objects[i] = to;
            found = 1;
        }
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void created(const void *object)
{
    if (object != NULL && !replace(NULL, object)) {
        fprintf(stderr, "the shim has no room for more objects\n");
        abort();
    }
}

static void released(const void *object)
{
    wrong_releases += !replace(object, NULL);
}

/* The code with which this call fails; CL_SUCCESS: it does not. `is_other`: it is about another device. */
static cl_int enter_about(int is_other, const char *function, cl_int typical)
{
    cl_int code = CL_SUCCESS;

    pthread_mutex_lock(&lock);
    if (is_other == plan.of_others && (plan.function == NULL || strcmp(plan.function, function) == 0)) {
        report.calls++;
        if (plan.at != 0 && (report.calls == plan.at || (plan.goes_on && report.calls > plan.at))) {
            code = plan.code == SHIM_TYPICAL ? typical : CL_OUT_OF_RESOURCES;
            if (report.function == NULL) {
                report.function = function;
                report.code = code;
            }
        }
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static cl_int enter(const char *function, cl_int typical)
{
    return enter_about(0, function, typical);
}

/* Declares `code`, and `real`. */
#define ENTER(name, typical)             \
    cl_int code = enter(#name, typical); \
    REAL(name)

/* A call about another device, where is_other. */
#define PASS_ABOUT(is_other, name, typical, ...)              \
    do {                                                      \
        cl_int code = enter_about(is_other, #name, typical);  \
        REAL(name);                                           \
        return code != CL_SUCCESS ? code : real(__VA_ARGS__); \
    } while (0)

#define PASS(name, typical, ...) PASS_ABOUT(0, name, typical, __VA_ARGS__)

#define CREATE(name, typical, type, ...)  \
    do {                                  \
        type object = NULL;               \
        ENTER(name, typical);             \
        if (code == CL_SUCCESS) {         \
            object = real(__VA_ARGS__);   \
        } else if (errcode_ret != NULL) { \
            *errcode_ret = code;          \
        }                                 \
        created(object);                  \
        return object;                    \
    } while (0)

#define RELEASE(name, typical, object)            \
    do {                                          \
        ENTER(name, typical);                     \
        cl_int ended = real(object);              \
        released(object);                         \
        return code != CL_SUCCESS ? code : ended; \
    } while (0)

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    ENTER(clGetPlatformIDs, -1001);

    code = code != CL_SUCCESS ? code : real(num_entries, platforms, num_platforms);
    if (code == CL_SUCCESS && platforms != NULL && platform_index < num_entries) {
        the_platform = platforms[platform_index];
    }
    return code;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t size, void *value,
                         size_t *size_ret)
{
    PASS_ABOUT(platform != the_platform, clGetPlatformInfo, CL_INVALID_PLATFORM, platform, name, size, value,
               size_ret);
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint num_entries,
                      cl_device_id *devices, cl_uint *num_devices)
{
    cl_int code = enter_about(platform != the_platform, "clGetDeviceIDs", CL_DEVICE_NOT_FOUND);
    REAL(clGetDeviceIDs);

    code = code != CL_SUCCESS ? code : real(platform, type, num_entries, devices, num_devices);
    if (code == CL_SUCCESS && platform == the_platform && devices != NULL && device_index < num_entries) {
        the_device = devices[device_index];
    }
    return code;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void *value, size_t *size_ret)
{
    PASS_ABOUT(device != the_device, clGetDeviceInfo, CL_INVALID_DEVICE, device, name, size, value, size_ret);
}

cl_int clCreateSubDevices(cl_device_id device, const cl_device_partition_property *how, cl_uint capacity,
                          cl_device_id *parts, cl_uint *count)
{
    cl_uint made = 0;
    ENTER(clCreateSubDevices, CL_DEVICE_PARTITION_FAILED);

    code = code != CL_SUCCESS ? code : real(device, how, capacity, parts, &made);
    for (cl_uint i = 0; code == CL_SUCCESS && parts != NULL && i < made; i++) {
        created(parts[i]);
    }
    if (count != NULL) {
        *count = made;
    }
    return code;
}

cl_int clReleaseDevice(cl_device_id device)
{
    RELEASE(clReleaseDevice, CL_INVALID_DEVICE, device);
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                           const cl_device_id *devices,
                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                           void *user_data, cl_int *errcode_ret)
{
    CREATE(clCreateContext, CL_DEVICE_NOT_AVAILABLE, cl_context, properties, num_devices, devices, notify,
           user_data, errcode_ret);
}

#define RETAIN(name, typical, object)                    \
    do {                                                 \
        ENTER(name, typical);                            \
        code = code != CL_SUCCESS ? code : real(object); \
        created(code == CL_SUCCESS ? object : NULL);     \
        return code;                                     \
    } while (0)

cl_int clRetainContext(cl_context context)
{
    RETAIN(clRetainContext, CL_INVALID_CONTEXT, context);
}

cl_int clGetContextInfo(cl_context context, cl_context_info name, size_t size, void *value, size_t *size_ret)
{
    PASS(clGetContextInfo, CL_INVALID_CONTEXT, context, name, size, value, size_ret);
}

cl_int clReleaseContext(cl_context context)
{
    RELEASE(clReleaseContext, CL_INVALID_CONTEXT, context);
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties,
                                                    cl_int *errcode_ret)
{
    CREATE(clCreateCommandQueueWithProperties, CL_INVALID_QUEUE_PROPERTIES, cl_command_queue, context, device,
           properties, errcode_ret);
}

cl_int clRetainCommandQueue(cl_command_queue queue)
{
    RETAIN(clRetainCommandQueue, CL_INVALID_COMMAND_QUEUE, queue);
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name, size_t size, void *value,
                             size_t *size_ret)
{
    PASS(clGetCommandQueueInfo, CL_INVALID_COMMAND_QUEUE, queue, name, size, value, size_ret);
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    RELEASE(clReleaseCommandQueue, CL_INVALID_COMMAND_QUEUE, queue);
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *errcode_ret)
{
    CREATE(clCreateProgramWithSource, CL_INVALID_VALUE, cl_program, context, count, strings, lengths,
           errcode_ret);
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *devices,
                      const char *options, void(CL_CALLBACK *notify)(cl_program, void *), void *user_data)
{
    PASS(clBuildProgram, CL_BUILD_PROGRAM_FAILURE, program, num_devices, devices, options, notify, user_data);
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name, size_t size,
                             void *value, size_t *size_ret)
{
    PASS(clGetProgramBuildInfo, CL_INVALID_PROGRAM, program, device, name, size, value, size_ret);
}

cl_int clReleaseProgram(cl_program program)
{
    RELEASE(clReleaseProgram, CL_INVALID_PROGRAM, program);
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *errcode_ret)
{
    CREATE(clCreateKernel, CL_INVALID_KERNEL_NAME, cl_kernel, program, name, errcode_ret);
}

cl_int clRetainKernel(cl_kernel kernel)
{
    RETAIN(clRetainKernel, CL_INVALID_KERNEL, kernel);
}

cl_int clReleaseKernel(cl_kernel kernel)
{
    RELEASE(clReleaseKernel, CL_INVALID_KERNEL, kernel);
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name,
                                size_t size, void *value, size_t *size_ret)
{
    PASS(clGetKernelWorkGroupInfo, CL_INVALID_DEVICE, kernel, device, name, size, value, size_ret);
}

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t size, void *value, size_t *size_ret)
{
    PASS(clGetKernelInfo, CL_INVALID_KERNEL, kernel, name, size, value, size_ret);
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t size, void *value,
                          size_t *size_ret)
{
    PASS(clGetKernelArgInfo, CL_KERNEL_ARG_INFO_NOT_AVAILABLE, kernel, index, name, size, value, size_ret);
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    PASS(clSetKernelArg, CL_INVALID_ARG_VALUE, kernel, index, size, value);
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value)
{
    PASS(clSetKernelArgSVMPointer, CL_INVALID_ARG_VALUE, kernel, index, value);
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t size, const void *value)
{
    PASS(clSetKernelExecInfo, CL_INVALID_VALUE, kernel, name, size, value);
}

/* What is enqueued has an event, if the caller wants one. */
#define ENQUEUE(name, typical, ...)                           \
    do {                                                      \
        ENTER(name, typical);                                 \
        code = code != CL_SUCCESS ? code : real(__VA_ARGS__); \
        created(code == CL_SUCCESS && event ? *event : NULL); \
        return code;                                          \
    } while (0)

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint num_events, const cl_event *events, cl_event *event)
{
    ENTER(clEnqueueNDRangeKernel, CL_INVALID_WORK_GROUP_SIZE);

    code = code != CL_SUCCESS
               ? code
               : real(queue, kernel, dimensions, offset, global, local, num_events, events, event);
    if (code == CL_SUCCESS && event != NULL) {
        created(*event);
        pthread_mutex_lock(&lock);
        kernel_event = *event;
        pthread_mutex_unlock(&lock);
    }
    return code;
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t size,
                           void *to, cl_uint num_events, const cl_event *events, cl_event *event)
{
    ENQUEUE(clEnqueueReadBuffer, CL_INVALID_MEM_OBJECT, queue, buffer, blocks, offset, size, to, num_events,
            events, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t size,
                            const void *from, cl_uint num_events, const cl_event *events, cl_event *event)
{
    ENQUEUE(clEnqueueWriteBuffer, CL_INVALID_MEM_OBJECT, queue, buffer, blocks, offset, size, from,
            num_events, events, event);
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocks, cl_map_flags flags,
                         size_t offset, size_t size, cl_uint num_events, const cl_event *events,
                         cl_event *event, cl_int *errcode_ret)
{
    ENTER(clEnqueueMapBuffer, CL_MAP_FAILURE);

    if (code == CL_SUCCESS) {
        return real(queue, buffer, blocks, flags, offset, size, num_events, events, event, errcode_ret);
    }
    *errcode_ret = code;
    return NULL;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *mapped, cl_uint num_events,
                               const cl_event *events, cl_event *event)
{
    ENQUEUE(clEnqueueUnmapMemObject, CL_INVALID_MEM_OBJECT, queue, buffer, mapped, num_events, events, event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t size, cl_uint num_events, const cl_event *events,
                           cl_event *event)
{
    ENQUEUE(clEnqueueCopyBuffer, CL_MEM_COPY_OVERLAP, queue, from, to, from_offset, to_offset, size,
            num_events, events, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint num_events, const cl_event *events,
                                   cl_event *event)
{
    ENQUEUE(clEnqueueMarkerWithWaitList, CL_INVALID_EVENT_WAIT_LIST, queue, num_events, events, event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint num_events, const cl_event *events,
                                    cl_event *event)
{
    ENQUEUE(clEnqueueBarrierWithWaitList, CL_INVALID_EVENT_WAIT_LIST, queue, num_events, events, event);
}

cl_int clFinish(cl_command_queue queue)
{
    ENTER(clFinish, CL_INVALID_COMMAND_QUEUE);
    if (code == CL_SUCCESS || plan.is_lost) {
        cl_int ended = real(queue);

        code = code == CL_SUCCESS ? ended : code;
    }
    return code;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *from, cl_int *errcode_ret)
{
    CREATE(clCreateBuffer, CL_MEM_OBJECT_ALLOCATION_FAILURE, cl_mem, context, flags, size, from, errcode_ret);
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *what,
                         cl_int *errcode_ret)
{
    CREATE(clCreateSubBuffer, CL_MISALIGNED_SUB_BUFFER_OFFSET, cl_mem, buffer, flags, type, what,
           errcode_ret);
}

cl_int clRetainMemObject(cl_mem buffer)
{
    RETAIN(clRetainMemObject, CL_INVALID_MEM_OBJECT, buffer);
}

cl_int clGetMemObjectInfo(cl_mem buffer, cl_mem_info name, size_t size, void *value, size_t *size_ret)
{
    PASS(clGetMemObjectInfo, CL_INVALID_MEM_OBJECT, buffer, name, size, value, size_ret);
}

cl_int clReleaseMemObject(cl_mem buffer)
{
    RELEASE(clReleaseMemObject, CL_INVALID_MEM_OBJECT, buffer);
}

cl_int clFlush(cl_command_queue queue)
{
    PASS(clFlush, CL_INVALID_COMMAND_QUEUE, queue);
}

cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t size, void *value, size_t *size_ret)
{
    cl_int end_state = end_state_of(event);
    cl_int ended;
    ENTER(clGetEventInfo, CL_INVALID_EVENT);

    ended = code != CL_SUCCESS ? code : real(event, name, size, value, size_ret);
    if (ended == CL_SUCCESS && name == CL_EVENT_COMMAND_EXECUTION_STATUS && end_state != 0 &&
        *(cl_int *)value == CL_COMPLETE) {
        *(cl_int *)value = end_state;
    }
    return ended;
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t size, void *value,
                               size_t *size_ret)
{
    PASS(clGetEventProfilingInfo, CL_PROFILING_INFO_NOT_AVAILABLE, event, name, size, value, size_ret);
}

cl_int clRetainEvent(cl_event event)
{
    RETAIN(clRetainEvent, CL_INVALID_EVENT, event);
}

cl_int clReleaseEvent(cl_event event)
{
    RELEASE(clReleaseEvent, CL_INVALID_EVENT, event);
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocks, cl_map_flags flags, void *memory, size_t size,
                       cl_uint num_events, const cl_event *events, cl_event *event)
{
    ENQUEUE(clEnqueueSVMMap, CL_MAP_FAILURE, queue, blocks, flags, memory, size, num_events, events, event);
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *memory, cl_uint num_events, const cl_event *events,
                         cl_event *event)
{
    ENQUEUE(clEnqueueSVMUnmap, CL_INVALID_VALUE, queue, memory, num_events, events, event);
}

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    void *memory = NULL;
    ENTER(clSVMAlloc, CL_OUT_OF_RESOURCES);

    if (code == CL_SUCCESS) {
        memory = real(context, flags, size, alignment);
    } else {
        pthread_mutex_lock(&lock);
        report.code = 0;
        pthread_mutex_unlock(&lock);
    }
    created(memory);
    return memory;
}

void clSVMFree(cl_context context, void *memory)
{
    REAL(clSVMFree); /* it cannot fail: it has no code */

    released(memory);
    real(context, memory);
}
