/* The life of a tensor, and who uses it (Z1, Z2 of tensor_object.h). */
#ifndef COOP_HOST_GRAPH_TENSOR_H
#define COOP_HOST_GRAPH_TENSOR_H

#include "host/graph/tensor_fail.h"
#include "host/graph/tensor_object.h"

/* The tensor with a reference; NULL, and recorded, when the handle is not live. */
struct coop_tensor_object *coop_tensor_get(coop_tensor *handle, const char *doing);

/* Begins a use, during which the tensor is not resized; COOP_BUSY, recorded, while it is. A thread may have
 * several. */
coop_status coop_tensor_hold(struct coop_tensor_object *tensor, const char *doing);
void coop_tensor_let(struct coop_tensor_object *tensor);

/* The view of the whole, for who has no use. */
struct coop_view coop_tensor_look(struct coop_tensor_object *tensor);

/* The type of a kernel's parameter that takes the tensor, as coopc --elements names it. */
void coop_tensor_name_type(const struct coop_tensor_object *tensor, char *name, size_t bytes);

#endif
