/* Cells of an octree, for host and device.
 *
 * A point's key holds, for each axis, which of 2^20 slices of the root cube it lies in, bits interleaved (x
 * highest): its top three bits say which child of the root, the next three which child of that, and so on. */
#ifndef TOOLS_KERNELS_OCTREE_H
#define TOOLS_KERNELS_OCTREE_H

#include "tools/workqueue/both.h"

#define OCTREE_LEVELS 20 /* of splits; cells are on levels 0 .. OCTREE_LEVELS */
#define OCTREE_CHILDREN 8

#define OCTREE_SHARE_LEAST 2048u
#define OCTREE_SHARED_BYTES 128 /* of what work-groups know of a cell that they share */

/* Points of a share: so few that the first cell has several for each work-group, but no fewer than is
 * worth a task. */
static inline word32 octree_share(word32 points, word32 groups)
{
    word32 share = points / groups / 16;

    return share > OCTREE_SHARE_LEAST ? share : OCTREE_SHARE_LEAST;
}

/* For all cells that are shared at a time. */
static inline word64 octree_shared_bytes(word32 points, word32 share)
{
    return (word64)(points / share + 1) * OCTREE_SHARED_BYTES;
}

/* Which child of its cell on `level`, below OCTREE_LEVELS, holds the point. */
static inline word32 octree_child(word64 key, word32 level)
{
    return (word32)(key >> (3 * (OCTREE_LEVELS - 1 - level))) & (OCTREE_CHILDREN - 1);
}

/* Spreads 20 bits: bit i goes to bit 3 * i. */
static inline word64 octree_spread(word32 slice)
{
    word64 bits = slice;

    bits = (bits | bits << 32) & 0x001f00000000fffful;
    bits = (bits | bits << 16) & 0x001f0000ff0000fful;
    bits = (bits | bits << 8) & 0x100f00f00f00f00ful;
    bits = (bits | bits << 4) & 0x10c30c30c30c30c3ul;
    return (bits | bits << 2) & 0x1249249249249249ul;
}

static inline word64 octree_key(word32 x, word32 y, word32 z)
{
    return octree_spread(x) << 2 | octree_spread(y) << 1 | octree_spread(z);
}

#endif
