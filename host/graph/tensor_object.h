/* A tensor behind its handle. Its sizes and its memory change in coop_tensor_resize alone (but for swaps: a
 * graph that runs exchanges the blocks of two tensors that it holds, which are alike).
 *   Z1  `view`, `blocks` and `resizes` are written by who resizes, under `lock`, while `uses` is -1.
 *   Z2  They are read under `lock`, or while the reader has a use: a resize begins where there are none. */
#ifndef COOP_HOST_GRAPH_TENSOR_OBJECT_H
#define COOP_HOST_GRAPH_TENSOR_OBJECT_H

#include "coop/tensor.h"
#include "host/base/object.h"
#include "host/graph/cut.h"

#include <pthread.h>

#define COOP_KIND_TENSOR COOP_KIND_OF_GRAPH

/* A part of a tensor, which lies on one device. */
struct coop_block {
    uint32_t device; /* its number among the devices */
    coop_buffer *buffer;
    struct _cl_mem *memory; /* the buffer's, lent for graphs; NULL: not yet */
    struct coop_view view;
};

struct coop_tensor_object {
    struct coop_object base;
    const struct coop_element *element; /* borrowed */
    coop_devices *devices;              /* borrowed */
    coop_context *context;              /* borrowed, the first device's, for errors */
    struct coop_view view;              /* the whole, as if it were not cut */
    int aligned_rows;
    struct coop_cut cut;
    struct coop_tensor_border border;
    unsigned char *border_cell; /* of border.cell; NULL: zeros */
    uint32_t block_count;
    struct coop_block *blocks;
    pthread_mutex_t lock;
    int uses;         /* copies that are under way, and graphs that run or are being finished; -1: a resize */
    uint64_t resizes; /* how many there were */
};

#endif
