/* How a tensor is cut into blocks: pure arithmetic, without devices. Blocks are counted x fastest. */
#ifndef COOP_HOST_GRAPH_CUT_H
#define COOP_HOST_GRAPH_CUT_H

#include "coop/element.h"

#include <stddef.h>
#include <stdint.h>

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

/* The work-items of a kernel in parts: those whose cells are away from the borders, and the strips along
 * them. */

#define COOP_RANGES_MAX 7u /* the inner part, and a strip on each side of three dimensions */

struct coop_range {
    size_t first[3];
    size_t count[3];
};

/* Splits the work-items of a block in those dimensions whose bit is set. Each work-item is in one range, and
 * each work-group that an unsplit launch has is one of a range. The first range is the inner one, whose cells
 * are `width` away or more from the sides in the split dimensions.
 * local   work-items of a work-group; NULL: the driver's choice.
 * ranges  out; COOP_RANGES_MAX.
 * Returns how many; 0: no work-group is away from the sides. */
uint32_t coop_range_split(const uint32_t *extent, const size_t *local, uint32_t dimensions, unsigned split,
                          uint32_t width, struct coop_range *ranges);

/* How a reduction divides a tensor: pure arithmetic, without devices. reduce.cl has the order in which
 * values are joined.
 *   F1  the segments of all parts along x are, in their order, the row; none reaches over a block's end or a
 *       piece's.
 *   F2  a segment is a node of its piece's tree of halves: it begins at a multiple of `full`, a power of
 *       two, from the piece's begin, and has `full` cells, or all up to the row's end. */

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
