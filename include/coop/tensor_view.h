/* What a kernel knows of a tensor: 48 bytes, the second of the two parameters that coop_tensor makes. Read by
 * C11, C++ and OpenCL C. The page: docs/tensors.md.
 *
 * A *block* is the part of a tensor that lies on one device: its cells, and `padding` more on each side in
 * each dimension that the tensor has. A *row* is a line of cells along x, padding included; rows are counted
 * along y first, then along z. Where a value lies, in bytes from the block's begin, for cell `column` of row
 * `row`, both counted with the padding:
 *
 *   COOP_AOS        (row * row_cells + column) * sizeof(struct) + the member's offset in the struct
 *   COOP_SOA        row * row_cells * packed + run * row_cells + column * item
 *   COOP_SOA_BLOCK  run * block_cells + (row * row_cells + column) * item
 *
 * `item` is the size of a member, or of one element where the member is an array; each element of an array
 * has a run of its own. `run` is the sum of the sizes of all items that stand before: items of larger
 * alignment stand first, those of one alignment in the order of the struct. `packed` is the sum of all.
 * row_cells is at least the row's cells, and such that every item is aligned. Source: Clucas, Blakely,
 * Nikiforakis, Ripple (its strided layout is COOP_SOA). */
#ifndef COOP_TENSOR_VIEW_H
#define COOP_TENSOR_VIEW_H

#if defined(__OPENCL_C_VERSION__)
#define COOP_VIEW_WORD uint
#define COOP_VIEW_BYTE uchar
#else
#include <stdint.h>
#define COOP_VIEW_WORD uint32_t
#define COOP_VIEW_BYTE uint8_t
#endif

struct coop_view {
    COOP_VIEW_WORD extent[3];   /* cells of the block without padding; 1 in a dimension that there is not */
    COOP_VIEW_WORD origin[3];   /* where the block's first cell without padding is in the whole */
    COOP_VIEW_WORD whole[3];    /* cells of the whole tensor, without padding */
    COOP_VIEW_WORD row_cells;   /* from the begin of a row to that of the next, in cells */
    COOP_VIEW_WORD block_cells; /* row_cells times the rows, those of the padding included */
    COOP_VIEW_BYTE padding;     /* cells on each side, in each dimension that there is */
    COOP_VIEW_BYTE dimensions;  /* 1 to 3 */
    COOP_VIEW_BYTE layout;      /* COOP_AOS, COOP_SOA, COOP_SOA_BLOCK */
    COOP_VIEW_BYTE unused;      /* 0 */
};

#undef COOP_VIEW_WORD
#undef COOP_VIEW_BYTE

#endif
