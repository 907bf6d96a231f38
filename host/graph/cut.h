/* How a tensor is cut into blocks: pure arithmetic, without devices. Blocks are counted x fastest. */
#ifndef COOP_HOST_GRAPH_CUT_H
#define COOP_HOST_GRAPH_CUT_H

#include "coop/element.h"

struct coop_cut {
    uint32_t parts[3]; /* at least 1 */
};

/* parts[0] * parts[1] * parts[2] */
uint32_t coop_cut_count(const struct coop_cut *cut);

/* The place of block `index` among the parts of each dimension. */
void coop_cut_place(const struct coop_cut *cut, uint32_t index, uint32_t place[3]);

/* The block beside `index` in the dimension, on the low (side 0) or the high side (side 1); it is `index`
 * itself where a dimension that closes to a ring has one part. UINT32_MAX: none. */
uint32_t coop_cut_beside(const struct coop_cut *cut, uint32_t index, uint32_t dimension, int side,
                         int is_ring);

/* The block's own cells in the whole, which differ by one at most in a dimension.
 * whole  the tensor as if it were not cut. */
void coop_cut_cells(const struct coop_cut *cut, const struct coop_view *whole, uint32_t index,
                    uint32_t origin[3], uint32_t extent[3]);

/* What of a box, counted from the whole's first cell without padding, is the block's: its own cells and those
 * of the padding around the whole that lie against it. Each cell of the padded whole is one block's. False
 * where there is none. */
int coop_cut_part(const struct coop_cut *cut, const struct coop_view *whole, uint32_t index,
                  const struct coop_region *box, struct coop_region *part);

#endif
