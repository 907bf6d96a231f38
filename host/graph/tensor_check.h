/* What may be asked for when a tensor is made or resized. */
#ifndef COOP_HOST_GRAPH_TENSOR_CHECK_H
#define COOP_HOST_GRAPH_TENSOR_CHECK_H

#include "coop/tensor.h"

/* As many as are given, or as have cells. */
uint32_t coop_tensor_dimensions(const struct coop_tensor_options *options);

/* Refuses what no tensor can be; the message is recorded for the context.
 * doing  what is being done, for the message. */
coop_status coop_tensor_check(coop_context *context, const char *doing,
                              const struct coop_tensor_options *options, uint32_t dimensions);

#endif
