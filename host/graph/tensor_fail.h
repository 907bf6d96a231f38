/* Failures of tensors. */
#ifndef COOP_HOST_GRAPH_TENSOR_FAIL_H
#define COOP_HOST_GRAPH_TENSOR_FAIL_H

#include "coop/status.h"

struct coop_tensor_object;

/* Records a failure of the tensor's context, and returns the status. `tensor` NULL: of the thread. */
coop_status coop_tensor_fail(const struct coop_tensor_object *tensor, coop_status status, const char *doing,
                             const char *message, ...) __attribute__((format(printf, 4, 5)));

#endif
