#include "host/graph/scalar.h"

#include "coop/interop.h"
#include "coop/library.h"
#include "host/base/opencl.h"
#include "host/graph/doubles.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAKING "making a scalar"
#define USING "using a scalar"

static const char *const type_names[] = {"", "int", "uint", "long", "ulong", "float", "double"};

uint32_t coop_scalar_bytes(enum coop_scalar_type type)
{
    return type == COOP_LONG || type == COOP_ULONG || type == COOP_DOUBLE ? 8 : 4;
}

const char *coop_scalar_type_name(enum coop_scalar_type type)
{
    return type_names[type];
}

static coop_status fail(const struct coop_scalar_object *scalar, coop_status status, const char *doing,
                        const char *message)
{
    return coop_context_fail(scalar != NULL ? scalar->context : NULL, status, doing, message);
}

struct coop_scalar_object *coop_scalar_get(coop_scalar *handle, const char *doing)
{
    struct coop_scalar_object *scalar = coop_object_get(handle, COOP_KIND_SCALAR);

    if (scalar == NULL) {
        (void)fail(NULL, COOP_INVALID_HANDLE, doing,
                   handle == NULL ? "the scalar is NULL: none was made, or making it failed"
                                  : "the scalar was destroyed, or never made");
    }
    return scalar;
}

static void scalar_destroy(struct coop_object *object)
{
    struct coop_scalar_object *scalar = (struct coop_scalar_object *)object;

    coop_cl_mem_release(scalar->memory, scalar->device_count);
    for (uint32_t i = 0; i < scalar->device_count; ++i) {
        coop_buffer_destroy(scalar->buffers[i]);
    }
    free(scalar);
}

static coop_status check(const struct coop_scalar_object *scalar, const struct coop_scalar_options *options)
{
    if (options->type < COOP_INT || options->type > COOP_DOUBLE) {
        return fail(scalar, COOP_INVALID_ARGUMENT, MAKING,
                    "the type is none of enum coop_scalar_type, int to double");
    }
    if (options->name != NULL && strlen(options->name) > 40) {
        return fail(scalar, COOP_INVALID_ARGUMENT, MAKING, "the name has more than 40 bytes");
    }
    for (uint32_t i = 0; i < scalar->device_count && options->type == COOP_DOUBLE; ++i) {
        struct coop_device_report report;
        coop_status status = coop_context_device(coop_devices_context(scalar->devices, i), &report);

        if (status != COOP_OK) {
            return status;
        }
        if (!coop_device_has_doubles(&report)) {
            return fail(scalar, COOP_DEVICE_UNFIT, MAKING,
                        "the scalar is a double, and a device has none; make it a float");
        }
    }
    return COOP_OK;
}

static coop_status take_memory(struct coop_scalar_object *scalar)
{
    coop_status status = COOP_OK;

    for (uint32_t i = 0; i < scalar->device_count && status == COOP_OK; ++i) {
        status = coop_buffer_create(coop_devices_context(scalar->devices, i), 128, &scalar->buffers[i]);
        if (status == COOP_OK) {
            status = coop_buffer_as_cl_mem(scalar->buffers[i], &scalar->memory[i]);
        }
    }
    return status;
}

coop_status coop_scalar_create(coop_devices *devices, const struct coop_scalar_options *options,
                               coop_scalar **handle)
{
    coop_context *context = coop_devices_context(devices, 0);
    struct coop_scalar_object *scalar;
    coop_status status;

    if (handle != NULL) {
        *handle = NULL;
    }
    if (context == NULL) {
        return fail(NULL, COOP_INVALID_HANDLE, MAKING,
                    "the devices are NULL, or were closed, or never opened");
    }
    if (handle == NULL || options == NULL) {
        return coop_context_fail(context, COOP_INVALID_ARGUMENT, MAKING,
                                 options == NULL ? "options is NULL" : "scalar is NULL");
    }
    scalar = calloc(1, sizeof *scalar);
    if (scalar == NULL) {
        return coop_context_fail(context, COOP_OUT_OF_MEMORY, MAKING,
                                 "the host has no memory left for a scalar");
    }
    coop_object_init(&scalar->base, COOP_KIND_SCALAR, scalar, scalar_destroy);
    scalar->context = context;
    scalar->devices = devices;
    scalar->device_count = coop_devices_count(devices);
    scalar->type = options->type;
    status = check(scalar, options);
    snprintf(scalar->name, sizeof scalar->name, "%.40s", options->name != NULL ? options->name : "scalar");
    status = status == COOP_OK ? take_memory(scalar) : status;
    if (status == COOP_OK) {
        *handle = coop_object_open(&scalar->base);
        if (*handle == NULL) {
            status = fail(scalar, COOP_OUT_OF_MEMORY, MAKING, "the host has no memory left for a scalar");
        }
    }
    coop_object_release(&scalar->base);
    return status;
}

void coop_scalar_destroy(coop_scalar *handle)
{
    coop_object_release(coop_object_close(handle, COOP_KIND_SCALAR));
}

coop_status coop_scalar_write(coop_scalar *handle, const void *from)
{
    struct coop_scalar_object *scalar = coop_scalar_get(handle, USING);
    coop_status status = COOP_OK;

    if (scalar == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (from == NULL) {
        status = fail(scalar, COOP_INVALID_ARGUMENT, USING, "from is NULL");
    }
    for (uint32_t i = 0; i < scalar->device_count && status == COOP_OK; ++i) {
        status = coop_buffer_write(scalar->buffers[i], 0, from, coop_scalar_bytes(scalar->type));
    }
    scalar->is_set |= status == COOP_OK;
    coop_object_release(&scalar->base);
    return status;
}

coop_status coop_scalar_fetch(struct coop_scalar_object *scalar, void *to)
{
    char message[128];

    if (scalar->is_set) {
        return coop_buffer_read(scalar->buffers[0], 0, to, coop_scalar_bytes(scalar->type));
    }
    snprintf(message, sizeof message, "nobody has set the scalar '%s' yet", scalar->name);
    return fail(scalar, COOP_INVALID_ARGUMENT, USING, message);
}

coop_status coop_scalar_read(coop_scalar *handle, void *to)
{
    struct coop_scalar_object *scalar = coop_scalar_get(handle, USING);
    coop_status status;

    if (scalar == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status =
        to != NULL ? coop_scalar_fetch(scalar, to) : fail(scalar, COOP_INVALID_ARGUMENT, USING, "to is NULL");
    coop_object_release(&scalar->base);
    return status;
}
