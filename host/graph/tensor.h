/* A tensor behind its handle. */
#ifndef COOP_HOST_GRAPH_TENSOR_H
#define COOP_HOST_GRAPH_TENSOR_H

#include "coop/tensor.h"
#include "host/base/object.h"

struct coop_tensor_object {
    struct coop_object base;
    const struct coop_element *element; /* borrowed */
    coop_context *context;              /* borrowed, for errors and memory */
    coop_buffer *buffer;
    struct coop_view view;
};

/* The tensor with a reference; NULL, and recorded, when the handle is not live. */
struct coop_tensor_object *coop_tensor_get(coop_tensor *handle, const char *doing);

/* Records a failure of the tensor's context, and returns the status. `tensor` NULL: of the thread. */
coop_status coop_tensor_fail(const struct coop_tensor_object *tensor, coop_status status, const char *doing,
                             const char *message, ...) __attribute__((format(printf, 4, 5)));

#endif
