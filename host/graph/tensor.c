#include "host/graph/tensor.h"

#include "host/graph/doubles.h"
#include "host/graph/view.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define MAKING "making a tensor"
#define USING "using a tensor"
#define CELLS_MAX ((uint64_t)1 << 31)

coop_status coop_tensor_fail(const struct coop_tensor_object *tensor, coop_status status, const char *doing,
                             const char *message, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, message);
    vsnprintf(text, sizeof text, message, arguments);
    va_end(arguments);
    return coop_context_fail(tensor != NULL ? tensor->context : NULL, status, doing, text);
}

struct coop_tensor_object *coop_tensor_get(coop_tensor *handle, const char *doing)
{
    struct coop_tensor_object *tensor = coop_object_get(handle, COOP_KIND_TENSOR);

    if (tensor == NULL) {
        coop_tensor_fail(NULL, COOP_INVALID_HANDLE, doing,
                         handle == NULL ? "the tensor is NULL: none was made, or making it failed"
                                        : "the tensor was destroyed, or never made");
    }
    return tensor;
}

static void tensor_destroy(struct coop_object *object)
{
    struct coop_tensor_object *tensor = (struct coop_tensor_object *)object;

    coop_buffer_destroy(tensor->buffer);
    free(tensor);
}

/* ---- what may be asked for ---- */

static uint32_t dimensions_of(const struct coop_tensor_options *options)
{
    uint32_t dimensions = 3;

    if (options->dimensions != 0) {
        return options->dimensions;
    }
    while (dimensions > 1 && options->cells[dimensions - 1] == 0) {
        --dimensions;
    }
    return dimensions;
}

static coop_status check_cells(const struct coop_tensor_object *tensor,
                               const struct coop_tensor_options *options, uint32_t dimensions)
{
    static const char *const names[] = {"x", "y", "z"};

    for (uint32_t i = 0; i < 3; ++i) {
        uint64_t cells = options->cells[i];

        if (i < dimensions && (cells == 0 || cells > CELLS_MAX)) {
            return coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, MAKING,
                                    "cells is %llu in %s; each of the %u dimensions has 1 to 2^31",
                                    (unsigned long long)cells, names[i], dimensions);
        }
        if (i >= dimensions && cells > 1) {
            return coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, MAKING,
                                    "cells is %llu in %s, and there are %u dimensions",
                                    (unsigned long long)cells, names[i], dimensions);
        }
    }
    return COOP_OK;
}

static coop_status check_doubles(const struct coop_tensor_object *tensor, const struct coop_element *element)
{
    struct coop_device_report report;
    coop_status status;

    if (!element->has_double) {
        return COOP_OK;
    }
    status = coop_context_device(tensor->context, &report);
    if (status != COOP_OK || coop_device_has_doubles(&report)) {
        return status;
    }
    for (uint32_t i = 0; i < element->member_count; ++i) {
        if (element->members[i].type[0] == 'd') {
            return coop_tensor_fail(
                tensor, COOP_DEVICE_UNFIT, MAKING,
                "%s: the member '%s' of the element '%s' is of doubles, which the device '%s' does "
                "not have; take float",
                element->members[i].place, element->members[i].name, element->name, report.device_name);
        }
    }
    return COOP_DEVICE_UNFIT;
}

static coop_status check(const struct coop_tensor_object *tensor, const struct coop_tensor_options *options,
                         uint32_t dimensions)
{
    coop_status status;

    if (options->element == NULL) {
        return coop_tensor_fail(
            tensor, COOP_INVALID_ARGUMENT, MAKING,
            "element is NULL; take a coop_element_<name> of a header that coopc --elements writes");
    }
    if (dimensions > 3) {
        return coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, MAKING, "dimensions is %u; there are 1 to 3",
                                dimensions);
    }
    if ((int)options->layout < 0 || (int)options->layout > COOP_SOA_BLOCK) {
        return coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, MAKING,
                                "layout is %d, neither COOP_AOS nor COOP_SOA nor COOP_SOA_BLOCK",
                                (int)options->layout);
    }
    if (options->padding > 255) {
        return coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, MAKING, "padding is %u cells; at most 255",
                                options->padding);
    }
    status = check_cells(tensor, options, dimensions);
    return status == COOP_OK ? check_doubles(tensor, options->element) : status;
}

/* ---- its life ---- */

static coop_status take_memory(struct coop_tensor_object *tensor, const struct coop_tensor_options *options,
                               uint32_t dimensions)
{
    uint64_t bytes;
    coop_status status =
        coop_view_init(tensor->element, options->layout == 0 ? COOP_SOA : options->layout, dimensions,
                       options->cells, options->padding, options->aligned_rows, &tensor->view);

    if (status != COOP_OK) {
        return coop_tensor_fail(
            tensor, status, MAKING,
            "%llu x %llu x %llu cells with %u of padding are 2^32 or more; a block has fewer",
            (unsigned long long)options->cells[0], (unsigned long long)options->cells[1],
            (unsigned long long)options->cells[2], options->padding);
    }
    bytes = coop_view_bytes(tensor->element, &tensor->view);
    status = coop_buffer_create(tensor->context, bytes, &tensor->buffer);
    if (status == COOP_OUT_OF_MEMORY) {
        struct coop_error why = {.details = NULL};
        char reason[512];

        (void)coop_context_error(tensor->context, &why);
        snprintf(reason, sizeof reason, "%.500s", why.message);
        coop_error_clear(&why);
        return coop_tensor_fail(
            tensor, status, MAKING, "a tensor of '%s' with %llu x %llu x %llu cells takes %llu bytes: %s",
            tensor->element->name, (unsigned long long)tensor->view.extent[0],
            (unsigned long long)tensor->view.extent[1], (unsigned long long)tensor->view.extent[2],
            (unsigned long long)bytes, reason);
    }
    return status == COOP_OK ? coop_buffer_fill(tensor->buffer, 0, 0, bytes) : status;
}

static coop_status create(struct coop_tensor_object *tensor, const struct coop_tensor_options *options,
                          coop_tensor **handle)
{
    uint32_t dimensions = dimensions_of(options);
    coop_status status = check(tensor, options, dimensions);

    tensor->element = options->element;
    if (status == COOP_OK) {
        status = take_memory(tensor, options, dimensions);
    }
    if (status == COOP_OK) {
        *handle = coop_object_open(&tensor->base);
        if (*handle == NULL) {
            status = coop_tensor_fail(tensor, COOP_OUT_OF_MEMORY, MAKING,
                                      "the host has no memory left for a tensor");
        }
    }
    return status;
}

coop_status coop_tensor_create(coop_devices *devices, const struct coop_tensor_options *options,
                               coop_tensor **handle)
{
    coop_context *context = coop_devices_context(devices, 0);
    struct coop_tensor_object *tensor;
    coop_status status;

    if (handle != NULL) {
        *handle = NULL;
    }
    if (context == NULL) {
        return coop_tensor_fail(NULL, COOP_INVALID_HANDLE, MAKING,
                                devices == NULL
                                    ? "the devices are NULL: none were opened, or opening them failed"
                                    : "the devices were closed, or never opened");
    }
    if (handle == NULL || options == NULL) {
        return coop_context_fail(context, COOP_INVALID_ARGUMENT, MAKING,
                                 options == NULL ? "options is NULL" : "tensor is NULL");
    }
    tensor = calloc(1, sizeof *tensor);
    if (tensor == NULL) {
        return coop_context_fail(context, COOP_OUT_OF_MEMORY, MAKING,
                                 "the host has no memory left for a tensor");
    }
    coop_object_init(&tensor->base, COOP_KIND_TENSOR, tensor, tensor_destroy);
    tensor->context = context;
    status = create(tensor, options, handle);
    coop_object_release(&tensor->base);
    return status;
}

void coop_tensor_destroy(coop_tensor *handle)
{
    coop_object_release(coop_object_close(handle, COOP_KIND_TENSOR));
}

/* ---- what it is ---- */

coop_status coop_tensor_view(coop_tensor *handle, const struct coop_element **element, struct coop_view *view)
{
    struct coop_tensor_object *tensor = coop_tensor_get(handle, USING);

    if (tensor == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (element != NULL) {
        *element = tensor->element;
    }
    if (view != NULL) {
        *view = tensor->view;
    }
    coop_object_release(&tensor->base);
    return COOP_OK;
}

coop_buffer *coop_tensor_buffer(coop_tensor *handle)
{
    struct coop_tensor_object *tensor = coop_tensor_get(handle, USING);
    coop_buffer *buffer = tensor != NULL ? tensor->buffer : NULL;

    coop_object_release(tensor != NULL ? &tensor->base : NULL);
    return buffer;
}
