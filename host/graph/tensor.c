#include "host/graph/tensor.h"

#include "host/base/opencl.h"
#include "host/graph/tensor_check.h"
#include "host/graph/view.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAKING "making a tensor"
#define USING "using a tensor"

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

    for (uint32_t i = 0; i < tensor->block_count; ++i) {
        if (tensor->blocks[i].memory != NULL) {
            clReleaseMemObject(tensor->blocks[i].memory);
        }
        coop_buffer_destroy(tensor->blocks[i].buffer);
    }
    free(tensor->blocks);
    free(tensor->border_cell);
    free(tensor);
}

void coop_tensor_name_type(const struct coop_tensor_object *tensor, char *name, size_t bytes)
{
    static const char *const layouts[] = {"", "aos", "soa", "block"};

    snprintf(name, bytes, "%s_%ud_%s_%08x", tensor->element->name, tensor->view.dimensions,
             layouts[tensor->view.layout], (unsigned)tensor->element->hash);
}

/* ---- its life ---- */

static coop_status take_block(struct coop_tensor_object *tensor, uint32_t index, int aligned_rows)
{
    struct coop_block *block = &tensor->blocks[index];
    coop_context *context;
    coop_status status;
    uint64_t bytes;

    block->device = (uint32_t)((uint64_t)index * coop_devices_count(tensor->devices) / tensor->block_count);
    block->view = tensor->view;
    coop_cut_cells(&tensor->cut, &tensor->view, index, block->view.origin, block->view.extent);
    (void)coop_view_lay_out(tensor->element, aligned_rows,
                            &block->view); /* which is no larger than the whole */
    bytes = coop_view_bytes(tensor->element, &block->view);
    context = coop_devices_context(tensor->devices, block->device);
    status = coop_buffer_create(context, bytes, &block->buffer);
    if (status == COOP_OUT_OF_MEMORY) {
        struct coop_error why = {.details = NULL};
        char reason[512];

        (void)coop_context_error(context, &why);
        snprintf(reason, sizeof reason, "%.500s", why.message);
        coop_error_clear(&why);
        return coop_tensor_fail(
            tensor, status, MAKING,
            "a tensor of '%s' with %llu x %llu x %llu cells takes %llu bytes on device %u: %s",
            tensor->element->name, (unsigned long long)block->view.extent[0],
            (unsigned long long)block->view.extent[1], (unsigned long long)block->view.extent[2],
            (unsigned long long)bytes, block->device, reason);
    }
    return status == COOP_OK ? coop_buffer_fill(block->buffer, 0, 0, bytes) : status;
}

static coop_status take_blocks(struct coop_tensor_object *tensor, const struct coop_tensor_options *options)
{
    coop_status status = COOP_OK;

    for (unsigned i = 0; i < 3; ++i) {
        tensor->cut.parts[i] = options->partitions[i] != 0 ? options->partitions[i] : 1;
    }
    tensor->border = options->border;
    tensor->border.cell = NULL;
    tensor->border_cell = calloc(1, tensor->element->bytes);
    tensor->blocks = calloc(coop_cut_count(&tensor->cut), sizeof *tensor->blocks);
    if (tensor->blocks == NULL || tensor->border_cell == NULL) {
        return coop_tensor_fail(tensor, COOP_OUT_OF_MEMORY, MAKING,
                                "the host has no memory left for a tensor");
    }
    if (options->border.cell != NULL) {
        memcpy(tensor->border_cell, options->border.cell, tensor->element->bytes);
    }
    tensor->block_count = coop_cut_count(&tensor->cut);
    for (uint32_t i = 0; i < tensor->block_count && status == COOP_OK; ++i) {
        status = take_block(tensor, i, options->aligned_rows);
    }
    return status;
}

static coop_status take_memory(struct coop_tensor_object *tensor, const struct coop_tensor_options *options,
                               uint32_t dimensions)
{
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
    return take_blocks(tensor, options);
}

static coop_status create(struct coop_tensor_object *tensor, const struct coop_tensor_options *options,
                          coop_tensor **handle)
{
    uint32_t dimensions = coop_tensor_dimensions(options);
    coop_status status = coop_tensor_check(tensor->context, options, dimensions);

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
    tensor->devices = devices;
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
    coop_buffer *buffer = tensor != NULL ? tensor->blocks[0].buffer : NULL;

    coop_object_release(tensor != NULL ? &tensor->base : NULL);
    return buffer;
}

uint32_t coop_tensor_block_count(coop_tensor *handle)
{
    struct coop_tensor_object *tensor = coop_tensor_get(handle, USING);
    uint32_t count = tensor != NULL ? tensor->block_count : 0;

    coop_object_release(tensor != NULL ? &tensor->base : NULL);
    return count;
}

coop_status coop_tensor_block(coop_tensor *handle, uint32_t index, uint32_t *device, struct coop_view *view,
                              coop_buffer **buffer)
{
    struct coop_tensor_object *tensor = coop_tensor_get(handle, USING);
    coop_status status = COOP_OK;

    if (tensor == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (index >= tensor->block_count) {
        status = coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, USING, "there is no block %u of %u", index,
                                  tensor->block_count);
    } else {
        const struct coop_block *block = &tensor->blocks[index];

        *(device != NULL ? device : &(uint32_t){0}) = block->device;
        *(view != NULL ? view : &(struct coop_view){.unused = 0}) = block->view;
        *(buffer != NULL ? buffer : &(coop_buffer *){NULL}) = block->buffer;
    }
    coop_object_release(&tensor->base);
    return status;
}
