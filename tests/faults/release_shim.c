#include "release_shim.h"

#include "host/device/traits.h"
#include "real_opencl.h"
#include <pthread.h>

#define KERNELS_MAX 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cl_event kernels[KERNELS_MAX]; /* all that were enqueued, a reference each */
static unsigned kernel_count;
static unsigned hangs;
static unsigned contexts;

unsigned release_shim_hangs(void)
{
    return hangs;
}

unsigned release_shim_contexts(void)
{
    return contexts;
}

static void count_hang(void)
{
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < kernel_count; i++) {
        cl_int state = CL_QUEUED;
        clGetEventInfo(kernels[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        if (state > CL_COMPLETE) {
            hangs++;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

const struct coop_device_traits *__real_coop_device_traits_find(const char *platform_name,
                                                                const char *platform_version);
const struct coop_device_traits *__wrap_coop_device_traits_find(const char *platform_name,
                                                                const char *platform_version);

/* The driver's own row, with the trait that is tried. */
const struct coop_device_traits *__wrap_coop_device_traits_find(const char *platform_name,
                                                                const char *platform_version)
{
    static struct coop_device_traits traits;

    traits = *__real_coop_device_traits_find(platform_name, platform_version);
    traits.release_waits = 1;
    return &traits;
}

static cl_context latest;
static cl_event gate; /* NULL: kernels begin when they are enqueued */

void release_shim_hold(int holds)
{
    if (holds) {
        gate = clCreateUserEvent(latest, NULL);
    } else {
        clSetUserEventStatus(gate, CL_COMPLETE);
        clReleaseEvent(gate);
        gate = NULL;
    }
}

/* A kernel that is held is one that the driver still compiles. */
cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t bytes, void *value, size_t *value_bytes)
{
    cl_int code;
    REAL(clGetEventInfo);

    code = real(event, name, bytes, value, value_bytes);
    if (code == CL_SUCCESS && gate != NULL && name == CL_EVENT_COMMAND_EXECUTION_STATUS &&
        *(cl_int *)value == CL_QUEUED) {
        *(cl_int *)value = CL_SUBMITTED;
    }
    return code;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint num_events, const cl_event *events, cl_event *event)
{
    cl_int code;
    REAL(clEnqueueNDRangeKernel);

    if (gate != NULL) {
        num_events = 1;
        events = &gate;
    }
    code = real(queue, kernel, dimensions, offset, global, local, num_events, events, event);
    pthread_mutex_lock(&lock);
    if (code == CL_SUCCESS && kernel_count < KERNELS_MAX) {
        clRetainEvent(*event);
        kernels[kernel_count++] = *event;
    }
    pthread_mutex_unlock(&lock);
    return code;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                           const cl_device_id *devices,
                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                           void *user_data, cl_int *errcode_ret)
{
    cl_context context;
    REAL(clCreateContext);

    context = real(properties, num_devices, devices, notify, user_data, errcode_ret);
    contexts += context != NULL;
    latest = context;
    return context;
}

cl_int clReleaseContext(cl_context context)
{
    REAL(clReleaseContext);

    contexts--;
    count_hang();
    return real(context);
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    REAL(clReleaseCommandQueue);

    count_hang();
    return real(queue);
}

cl_int clReleaseMemObject(cl_mem memory)
{
    REAL(clReleaseMemObject);

    count_hang();
    return real(memory);
}

cl_int clReleaseProgram(cl_program program)
{
    REAL(clReleaseProgram);

    count_hang();
    return real(program);
}

cl_int clReleaseKernel(cl_kernel kernel)
{
    REAL(clReleaseKernel);

    count_hang();
    return real(kernel);
}

cl_int clFinish(cl_command_queue queue)
{
    REAL(clFinish);

    count_hang();
    return real(queue);
}
