/* What the headers that coopc writes call to launch kernels on tensors. */
#include "host/graph/tensor.h"

#include <string.h>

#define LAUNCHING "launching a kernel on tensors"

/* Without the hash, whose change says that the struct is another one. */
static int differs_in_hash_alone(const char *type, const char *own)
{
    const char *end = strrchr(own, '_');
    size_t length = end != NULL ? (size_t)(end - own) : 0;

    return strncmp(type, own, length + 1) == 0 && strlen(type) == strlen(own);
}

coop_status coop_tensor_argument(coop_tensor *handle, const char *type, const char *kernel, const char *name,
                                 coop_address *address, void *view)
{
    struct coop_tensor_object *tensor = coop_tensor_get(handle, LAUNCHING);
    coop_status status = COOP_OK;
    char own[256];

    if (tensor == NULL) {
        return COOP_INVALID_HANDLE;
    }
    if (type == NULL || kernel == NULL || name == NULL || address == NULL || view == NULL) {
        status = coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, LAUNCHING,
                                  "type, kernel, name, address and view may not be NULL");
        coop_object_release(&tensor->base);
        return status;
    }
    coop_tensor_name_type(tensor, own, sizeof own);
    if (tensor->block_count > 1) {
        status =
            coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, LAUNCHING,
                             "the tensor for the parameter '%s' of '%s' is cut into %u blocks, and a launch "
                             "has one; run it in a graph (coop/graph.h), or do not cut it",
                             name, kernel, tensor->block_count);
    } else if (strcmp(type, own) != 0) {
        status = coop_tensor_fail(
            tensor, COOP_SIGNATURE_MISMATCH, LAUNCHING,
            "the parameter '%s' of '%s' was built for %s, and the tensor is %s%s", name, kernel, type, own,
            differs_in_hash_alone(type, own)
                ? ": the struct has changed since; build kernels and host from one header"
                : "; make the tensor in the kernel's layout, or set COOP_LAYOUT_<element> for the kernel");
    } else {
        pthread_mutex_lock(&tensor->lock);
        *address = coop_buffer_address(tensor->blocks[0].buffer);
        memcpy(view, &tensor->blocks[0].view, sizeof tensor->blocks[0].view);
        pthread_mutex_unlock(&tensor->lock);
    }
    coop_object_release(&tensor->base);
    return status;
}

coop_status coop_tensor_ndrange(coop_tensor *handle, const uint64_t *local_items,
                                struct coop_ndrange *ndrange)
{
    struct coop_tensor_object *tensor = coop_tensor_get(handle, LAUNCHING);
    struct coop_view view;

    if (tensor == NULL || ndrange == NULL) {
        coop_status status =
            tensor == NULL ? COOP_INVALID_HANDLE
                           : coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, LAUNCHING, "ndrange is NULL");

        coop_object_release(tensor != NULL ? &tensor->base : NULL);
        return status;
    }
    view = coop_tensor_look(tensor);
    memset(ndrange, 0, sizeof *ndrange);
    ndrange->dimensions = view.dimensions;
    for (uint32_t i = 0; i < ndrange->dimensions; ++i) {
        uint64_t local = local_items != NULL ? local_items[i] : 0;
        uint64_t step = local != 0 ? local : 1;

        ndrange->local_items[i] = local;
        ndrange->global_items[i] = (view.extent[i] + step - 1) / step * step;
    }
    coop_object_release(&tensor->base);
    return COOP_OK;
}
