/* Other sizes for a tensor: all memory is there before the old one is given back. */
#include "host/graph/tensor.h"
#include "host/graph/tensor_blocks.h"

#include <string.h>

#define RESIZING "resizing a tensor"

/* Nobody uses the tensor from here on (Z2). */
static coop_status begin(struct coop_tensor_object *tensor)
{
    int uses;

    pthread_mutex_lock(&tensor->lock);
    uses = tensor->uses;
    tensor->uses = uses == 0 ? -1 : uses;
    pthread_mutex_unlock(&tensor->lock);
    if (uses == 0) {
        return COOP_OK;
    }
    return coop_tensor_fail(tensor, COOP_BUSY, RESIZING, "%s",
                            uses < 0 ? "another thread resizes the tensor; call again when it has returned"
                                     : "a graph that uses the tensor runs, or another thread copies its "
                                       "cells; wait for the end");
}

static coop_status check(const struct coop_tensor_object *tensor, const uint64_t *cells)
{
    struct coop_tensor_options options = {.element = tensor->element,
                                          .layout = (enum coop_layout)tensor->view.layout,
                                          .padding = tensor->view.padding,
                                          .border = tensor->border};

    memcpy(options.cells, cells, sizeof options.cells);
    memcpy(options.partitions, tensor->cut.parts, sizeof options.partitions);
    return coop_tensor_check(tensor->context, RESIZING, &options, tensor->view.dimensions);
}

coop_status coop_tensor_resize(coop_tensor *handle, const uint64_t *cells)
{
    struct coop_tensor_object *tensor = coop_tensor_get(handle, RESIZING);
    struct coop_block *blocks = NULL;
    struct coop_view view;
    coop_status status;

    if (tensor == NULL) {
        return COOP_INVALID_HANDLE;
    }
    status = cells == NULL ? coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, RESIZING, "cells is NULL")
                           : begin(tensor);
    if (status != COOP_OK) {
        coop_object_release(&tensor->base);
        return status;
    }
    status = check(tensor, cells);
    status = status == COOP_OK ? coop_tensor_blocks_take(tensor, cells, RESIZING, &view, &blocks) : status;
    pthread_mutex_lock(&tensor->lock);
    if (status == COOP_OK) {
        struct coop_block *old = tensor->blocks;

        tensor->blocks = blocks;
        tensor->view = view;
        tensor->resizes++;
        blocks = old;
    }
    tensor->uses = 0;
    pthread_mutex_unlock(&tensor->lock);
    coop_tensor_blocks_give(blocks, tensor->block_count);
    coop_object_release(&tensor->base);
    return status;
}
