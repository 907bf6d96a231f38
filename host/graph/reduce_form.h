/* How a reduction divides a tensor: pure arithmetic, without devices. reduce.cl has the order in which
 * values are joined.
 *   F1  the segments of all parts along x are, in their order, the row; none reaches over a block's end or a
 *       piece's.
 *   F2  a segment is a node of its piece's tree of halves: it begins at a multiple of `full`, a power of
 *       two, from the piece's begin, and has `full` cells, or all up to the row's end. */
#ifndef COOP_HOST_GRAPH_REDUCE_FORM_H
#define COOP_HOST_GRAPH_REDUCE_FORM_H

#include "host/graph/cut.h"

#define COOP_PIECE_CELLS 1024u

/* As reduce.cl has it. */
struct coop_segment {
    uint32_t begin;
    uint32_t cells;
    uint32_t full;
    uint32_t part;
    uint32_t index;
    uint32_t unused;
};

/* Lists the segments of a row of `cells` cells in `parts` blocks; returns how many.
 * segments  NULL: they are only counted.
 * firsts    of each piece the first of its segments, and behind the last piece their number; may be NULL.
 * counts    of each part how many it has; may be NULL. */
uint32_t coop_segments_list(uint32_t cells, uint32_t parts, struct coop_segment *segments, uint32_t *firsts,
                            uint32_t *counts);

#endif
