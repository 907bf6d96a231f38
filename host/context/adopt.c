#include "host/context/adopt.h"

#include "host/device/device_query.h"
#include "host/device/device_set.h"

#define DOING "opening a device"

enum { DEVICES_MAX = 64 };

int coop_adopt_is_wanted(const struct coop_context_options *options)
{
    return options->opencl_context != NULL || options->opencl_device != NULL || options->opencl_queue != NULL;
}

static coop_status refuse(struct coop_context_object *context, const char *why)
{
    return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, DOING, "%s", why);
}

static coop_status fail(struct coop_context_object *context, cl_int code, const char *call)
{
    return coop_error_opencl(&context->errors, code, call, DOING);
}

/* What the queue must be: in order, so that the megakernel begins behind what is there. */
static coop_status check_queue(struct coop_context_object *context, cl_context opencl, cl_command_queue queue,
                               cl_device_id *device)
{
    cl_command_queue_properties properties = 0;
    cl_context its_context = NULL;
    cl_int code =
        clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof its_context, (void *)&its_context, NULL);

    if (code == CL_SUCCESS) {
        code = clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof *device, (void *)device, NULL);
    }
    if (code == CL_SUCCESS) {
        code = clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL);
    }
    if (code != CL_SUCCESS) {
        return fail(context, code, "clGetCommandQueueInfo");
    }
    if (its_context != opencl) {
        return refuse(context, "opencl_queue belongs to another cl_context than opencl_context");
    }
    if ((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0) {
        return refuse(context, "opencl_queue is out of order; give one that is in order, or none");
    }
    return COOP_OK;
}

/* The device that the options mean: named, the queue's, or the context's only one. */
static coop_status choose_device(struct coop_context_object *context,
                                 const struct coop_context_options *options, cl_device_id *device)
{
    cl_device_id devices[DEVICES_MAX];
    cl_device_id of_queue = NULL;
    size_t bytes = 0;
    size_t i = 0;
    coop_status status = COOP_OK;
    cl_int code = clGetContextInfo(options->opencl_context, CL_CONTEXT_DEVICES, sizeof devices,
                                   (void *)devices, &bytes);

    if (code != CL_SUCCESS) {
        return fail(context, code, "clGetContextInfo");
    }
    if (options->opencl_queue != NULL) {
        status = check_queue(context, options->opencl_context, options->opencl_queue, &of_queue);
    }
    if (status != COOP_OK) {
        return status;
    }
    *device = options->opencl_device != NULL ? options->opencl_device : of_queue;
    if (*device == NULL && bytes == sizeof *devices) {
        *device = devices[0];
    }
    if (*device == NULL) {
        return coop_error_set(&context->errors, COOP_INVALID_ARGUMENT, DOING,
                              "opencl_context has %u devices; name one of them (opencl_device)",
                              (unsigned)(bytes / sizeof *devices));
    }
    while (i < bytes / sizeof *devices && devices[i] != *device) {
        i++;
    }
    if (i == bytes / sizeof *devices) {
        return refuse(context, "opencl_device is none of opencl_context's devices");
    }
    return of_queue == NULL || of_queue == *device
               ? COOP_OK
               : refuse(context, "opencl_queue is of another device than opencl_device");
}

/* One that is in no platform's list: a part of a device. */
static coop_status query_alone(struct coop_context_object *context, cl_device_id id)
{
    struct coop_device device = {.id = id, .report = {.index = UINT32_MAX}};
    cl_int code =
        clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof device.platform, (void *)&device.platform, NULL);

    if (code != CL_SUCCESS) {
        return fail(context, code, "clGetDeviceInfo(CL_DEVICE_PLATFORM)");
    }
    coop_device_query_platform(&device);
    coop_device_query(&device);
    coop_device_judge(&device);
    context->device = device;
    return COOP_OK;
}

static coop_status query(struct coop_context_object *context, const struct coop_context_options *options,
                         cl_device_id id)
{
    struct coop_device_set set;
    uint32_t i = 0;
    coop_status status = coop_device_set_find(&context->errors, options->worker_groups, &set);

    if (status != COOP_OK) {
        return status;
    }
    while (i < set.count && set.devices[i].id != id) {
        i++;
    }
    if (i < set.count) {
        context->device = set.devices[i];
    } else {
        status = query_alone(context, id);
    }
    coop_device_set_clear(&set);
    if (status == COOP_OK && !context->device.report.can_serve) {
        status = coop_error_set_code(&context->errors, COOP_DEVICE_UNFIT, context->device.failed_code, DOING,
                                     "%s (%s) cannot serve: %s", context->device.report.device_name,
                                     context->device.report.platform_name, context->device.report.reason);
    }
    return status;
}

/* References, which the context's parts release. */
static coop_status keep(struct coop_context_object *context, const struct coop_context_options *options)
{
    cl_int code = clRetainContext(options->opencl_context);

    if (code != CL_SUCCESS) {
        return fail(context, code, "clRetainContext");
    }
    context->opencl = options->opencl_context;
    context->is_adopted = 1;
    if (options->opencl_queue != NULL) {
        code = clRetainCommandQueue(options->opencl_queue);
        context->queue = code == CL_SUCCESS ? options->opencl_queue : NULL;
    }
    return code == CL_SUCCESS ? COOP_OK : fail(context, code, "clRetainCommandQueue");
}

coop_status coop_adopt(struct coop_context_object *context, const struct coop_context_options *options)
{
    cl_device_id device = NULL;
    coop_status status;

    if (options->opencl_context == NULL) {
        return refuse(context, "opencl_device and opencl_queue belong to a cl_context; give it, too "
                               "(opencl_context)");
    }
    if (options->device != NULL && options->device[0] != '\0') {
        return refuse(context, "device names one of all devices, opencl_context has its own; leave device "
                               "NULL, and name one with opencl_device");
    }
    status = choose_device(context, options, &device);
    if (status == COOP_OK) {
        status = query(context, options, device);
    }
    return status == COOP_OK ? keep(context, options) : status;
}
