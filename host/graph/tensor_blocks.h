/* The memory of a tensor's blocks. */
#ifndef COOP_HOST_GRAPH_TENSOR_BLOCKS_H
#define COOP_HOST_GRAPH_TENSOR_BLOCKS_H

#include "coop/tensor.h"
#include "host/graph/tensor_object.h"

/* Takes memory for all blocks of a tensor of that many cells, and fills it with zeros; the tensor, which has
 * its element, layout, dimensions, padding and cut, stays as it is.
 * doing   for the message.
 * whole   out: the view of the whole.
 * blocks  out, block_count of them; NULL on failure. */
coop_status coop_tensor_blocks_take(const struct coop_tensor_object *tensor, const uint64_t *cells,
                                    const char *doing, struct coop_view *whole, struct coop_block **blocks);

/* Gives them back. NULL is accepted. */
void coop_tensor_blocks_give(struct coop_block *blocks, uint32_t count);

/* What may be asked for when a tensor is made or resized. */

/* As many as are given, or as have cells. */
uint32_t coop_tensor_dimensions(const struct coop_tensor_options *options);

/* Refuses what no tensor can be; the message is recorded for the context.
 * doing  what is being done, for the message. */
coop_status coop_tensor_check(coop_context *context, const char *doing,
                              const struct coop_tensor_options *options, uint32_t dimensions);

#endif
