/* Cells between blocks of tensors and the host. */
#ifndef COOP_HOST_GRAPH_TENSOR_COPY_H
#define COOP_HOST_GRAPH_TENSOR_COPY_H

#include "host/graph/tensor.h"

/* Copies a box of a block's cells, counted from its first, which may reach into the padding, from or to an
 * array of the struct. */
coop_status coop_block_copy(const struct coop_tensor_object *tensor, const struct coop_block *block,
                            const struct coop_region *box, unsigned char *host, int writes);

/* What a region means, NULL or not: a box of the whole, which the tensor has; or it is refused. The tensor is
 * held. */
coop_status coop_tensor_box(const struct coop_tensor_object *tensor, const struct coop_region *region,
                            const char *doing, struct coop_region *box);

/* The same of a box of the whole that is not empty, of all blocks. The tensor is held. */
coop_status coop_box_copy(const struct coop_tensor_object *tensor, const struct coop_region *box,
                          unsigned char *host, int writes);

#endif
