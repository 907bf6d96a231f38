/* Where the cells of a border come from, and where they go. */
#ifndef COOP_HOST_GRAPH_GRAPH_BORDER_H
#define COOP_HOST_GRAPH_GRAPH_BORDER_H

#include "host/graph/graph_form.h"

/* As struct coop_box of coop/tensor.clh. */
struct coop_cells_box {
    int32_t first[3];
    uint32_t cells[3];
};

/* One side of a border task: the padding of a block in a dimension, with that of the dimensions before. */
struct coop_border_way {
    const struct coop_block *from; /* NULL: there is no block beside; the border of the whole fills it */
    const struct coop_block *to;
    struct coop_cells_box from_box;
    struct coop_cells_box to_box;
    uint64_t cells;
    uint64_t bytes; /* of all of them, packed */
};

/* side  0: the low one, 1: the high one.
 * The blocks are those of the step that is given now. */
struct coop_border_way coop_border_way(const struct coop_graph_object *graph, uint32_t task, int side);

#endif
