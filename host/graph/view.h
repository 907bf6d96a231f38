/* Views of blocks, as seen by other files of coop::graph: coop/tensor_view.h has the formulas. */
#ifndef COOP_HOST_GRAPH_VIEW_H
#define COOP_HOST_GRAPH_VIEW_H

#include "coop/element.h"

/* Where the cells of one item lie: the first, in bytes from the block's begin, then a step for each row and
 * each column, both counted with the padding. */
struct coop_item_steps {
    uint64_t first;
    uint64_t row;
    uint64_t column;
};

struct coop_item_steps coop_item_steps(const struct coop_element *element, const struct coop_view *view,
                                       uint32_t member, uint32_t item);

/* Computes row_cells and block_cells of a view that has all else. COOP_INVALID_ARGUMENT where they would not
 * fit into 32 bits; nothing is recorded. */
coop_status coop_view_lay_out(const struct coop_element *element, int aligned_rows, struct coop_view *view);

/* Padding in a dimension: 0 where the view has no such dimension. */
uint32_t coop_view_padding(const struct coop_view *view, unsigned dimension);

/* The row of cell (any, y, z), counted with the padding. */
uint64_t coop_view_row(const struct coop_view *view, int64_t y, int64_t z);

/* The rows of the block, those of the padding included. */
uint64_t coop_view_rows(const struct coop_view *view);

/* All cells without padding. */
struct coop_region coop_view_region(const struct coop_view *view);

/* Whether the box lies in the block or its padding. Cells that are 0 in a dimension that there is not become
 * 1. */
int coop_view_has(const struct coop_view *view, struct coop_region *region);

#endif
