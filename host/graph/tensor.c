#include "host/graph/tensor.h"

#include "coop/library.h"
#include "host/graph/tensor_blocks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAKING "making a tensor"
#define USING "using a tensor"

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

    coop_tensor_blocks_give(tensor->blocks, tensor->block_count);
    pthread_mutex_destroy(&tensor->lock);
    free(tensor->border_cell);
    free(tensor);
}

void coop_tensor_name_type(const struct coop_tensor_object *tensor, char *name, size_t bytes)
{
    static const char *const layouts[] = {"", "aos", "soa", "block"};

    snprintf(name, bytes, "%s_%ud_%s_%08x", tensor->element->name, tensor->view.dimensions,
             layouts[tensor->view.layout], (unsigned)tensor->element->hash);
}

/* ---- uses ---- */

coop_status coop_tensor_hold(struct coop_tensor_object *tensor, const char *doing)
{
    int is_free;

    pthread_mutex_lock(&tensor->lock);
    is_free = tensor->uses >= 0;
    tensor->uses += is_free;
    pthread_mutex_unlock(&tensor->lock);
    return is_free ? COOP_OK
                   : coop_tensor_fail(tensor, COOP_BUSY, doing,
                                      "another thread resizes the tensor; call again when it has returned");
}

void coop_tensor_let(struct coop_tensor_object *tensor)
{
    pthread_mutex_lock(&tensor->lock);
    tensor->uses--;
    pthread_mutex_unlock(&tensor->lock);
}

struct coop_view coop_tensor_look(struct coop_tensor_object *tensor)
{
    struct coop_view view;

    pthread_mutex_lock(&tensor->lock);
    view = tensor->view;
    pthread_mutex_unlock(&tensor->lock);
    return view;
}

/* ---- its life ---- */

/* What the tensor keeps of its options. */
static coop_status take_options(struct coop_tensor_object *tensor, const struct coop_tensor_options *options)
{
    for (unsigned i = 0; i < 3; ++i) {
        tensor->cut.parts[i] = options->partitions[i] != 0 ? options->partitions[i] : 1;
    }
    tensor->block_count = coop_cut_count(&tensor->cut);
    tensor->aligned_rows = options->aligned_rows;
    tensor->border = options->border;
    tensor->border.cell = NULL;
    tensor->border_cell = calloc(1, tensor->element->bytes);
    if (tensor->border_cell == NULL) {
        return coop_tensor_fail(tensor, COOP_OUT_OF_MEMORY, MAKING,
                                "the host has no memory left for a tensor");
    }
    if (options->border.cell != NULL) {
        memcpy(tensor->border_cell, options->border.cell, tensor->element->bytes);
    }
    return COOP_OK;
}

static coop_status create(struct coop_tensor_object *tensor, const struct coop_tensor_options *options,
                          coop_tensor **handle)
{
    uint32_t dimensions = coop_tensor_dimensions(options);
    struct coop_view whole;
    coop_status status = coop_tensor_check(tensor->context, MAKING, options, dimensions);

    tensor->element = options->element;
    if (status == COOP_OK) {
        tensor->view.dimensions = (uint8_t)dimensions;
        tensor->view.layout = (uint8_t)(options->layout == 0 ? COOP_SOA : options->layout);
        tensor->view.padding = (uint8_t)options->padding;
        status = take_options(tensor, options);
    }
    if (status == COOP_OK) {
        status = coop_tensor_blocks_take(tensor, options->cells, MAKING, &whole, &tensor->blocks);
    }
    if (status == COOP_OK) {
        tensor->view = whole;
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
    pthread_mutex_init(&tensor->lock, NULL);
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
        *view = coop_tensor_look(tensor);
    }
    coop_object_release(&tensor->base);
    return COOP_OK;
}

coop_buffer *coop_tensor_buffer(coop_tensor *handle)
{
    struct coop_tensor_object *tensor = coop_tensor_get(handle, USING);
    coop_buffer *buffer = NULL;

    if (tensor != NULL) {
        pthread_mutex_lock(&tensor->lock);
        buffer = tensor->blocks[0].buffer;
        pthread_mutex_unlock(&tensor->lock);
        coop_object_release(&tensor->base);
    }
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
        const struct coop_block *block;

        pthread_mutex_lock(&tensor->lock);
        block = &tensor->blocks[index];
        *(device != NULL ? device : &(uint32_t){0}) = block->device;
        *(view != NULL ? view : &(struct coop_view){.unused = 0}) = block->view;
        *(buffer != NULL ? buffer : &(coop_buffer *){NULL}) = block->buffer;
        pthread_mutex_unlock(&tensor->lock);
    }
    coop_object_release(&tensor->base);
    return status;
}
