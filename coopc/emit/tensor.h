/* What the header for the host has for kernels whose parameters are tensors (coop/tensor.clh). */
#ifndef COOPC_EMIT_TENSOR_H
#define COOPC_EMIT_TENSOR_H

#include "coopc/model/model.h"

/* The type that the tensor of a parameter must have, "flow_2d_soa_1f00ba52", with the view as the next one;
 * NULL: the parameter is no tensor. */
const char *tensor_type(const struct kernel *kernel, size_t parameter);

/* Whether a kernel has such a parameter. */
bool has_cells(const struct model *model);

/* A struct with the tensors and the other arguments, and a launch function; nothing without a tensor. */
void emit_cells(struct text *out, const struct kernel *kernel);

#endif
