/* Tasks of octree: they sort the points of a cell into its children. */
#ifndef TOOLS_KERNELS_OCTREE_TASKS_H
#define TOOLS_KERNELS_OCTREE_TASKS_H

#include "coop/shared/task.h"
#include "octree.h"

struct split_cell {
    word32 first; /* of the points */
    word32 count;
    word32 level; /* says, too, in which of two arrays the points are: the first one on even levels */
};

/* Some of the shares of a large cell: from share `from` to `to`. */
struct cell_shares {
    word32 cell; /* its first point */
    word32 level;
    word32 from;
    word32 to;
};
coop_tasks(split_cell, cell_shares);

#endif
