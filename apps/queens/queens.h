/* Queens on a board, for host and device: partial placements as bits, and the search from one by a single
 * work-item.
 *
 * A placement of the first rows is the squares of the next row that it attacks, by columns and by both
 * diagonals. */
#ifndef TOOLS_KERNELS_QUEENS_H
#define TOOLS_KERNELS_QUEENS_H

#include "tools/workqueue/both.h"

#define QUEENS_N_MAX 16

struct queens_placement {
    word32 row; /* queens placed */
    word32 columns;
    word32 left;
    word32 right;
};

struct queens_count {
    word64 solutions;
    word64 placements; /* queens placed, in all rows */
};

static inline word32 queens_free(struct queens_placement placement, word32 n)
{
    return ~(placement.columns | placement.left | placement.right) & ((1u << n) - 1u);
}

/* Puts a queen on `square`, a single bit. */
static inline struct queens_placement queens_put(struct queens_placement placement, word32 square)
{
    struct queens_placement next = {placement.row + 1, placement.columns | square,
                                    (placement.left | square) << 1, (placement.right | square) >> 1};

    return next;
}

/* Counts everything below `from`. `from` itself counts only if all its queens are placed: then it is a
 * solution. */
static inline struct queens_count queens_search(struct queens_placement from, word32 n)
{
    struct queens_placement path[QUEENS_N_MAX + 1];
    word32 squares[QUEENS_N_MAX + 1];
    struct queens_count count = {0, 0};
    word32 depth = 0;

    if (from.row == n) {
        count.solutions = 1;
        return count;
    }
    path[0] = from;
    squares[0] = queens_free(from, n);
    for (;;) {
        if (squares[depth] != 0) {
            word32 square = squares[depth] & (0u - squares[depth]);

            squares[depth] ^= square;
            count.placements++;
            if (path[depth].row + 1 == n) {
                count.solutions++;
            } else {
                path[depth + 1] = queens_put(path[depth], square);
                depth++;
                squares[depth] = queens_free(path[depth], n);
            }
        } else if (depth == 0) {
            return count;
        } else {
            depth--;
        }
    }
}

#endif
