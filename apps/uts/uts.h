/* A node of an unbalanced tree search, for host and device: its state, its children's states, how many it
 * has.
 *
 * Source: Olivier et al., "UTS: An Unbalanced Tree Search Benchmark" (LCPC 2006). A node is its SHA-1 state
 * and its height; child i's state is the hash of the parent's state and i. How many children a node has
 * follows from a draw of 31 bits of its state. For geometric trees that takes logarithms, which are not the
 * same on every device; so the host tabulates, for each height, the least draw that gives at least k
 * children, and both compare integers. */
#ifndef TOOLS_KERNELS_UTS_H
#define TOOLS_KERNELS_UTS_H

#include "sha1.h"

/* Only a binomial tree's root may have more. */
#define UTS_CHILDREN_MAX 100
#define UTS_STRIDE 4 /* of the table that are read at once: a row has a multiple of it */

#define UTS_DRAW_END 0x80000000u /* draws are below it */

/* A tree in integers. Heights below table_heights are geometric, the others binomial; either may be
 * missing. */
struct uts_rule {
    word32 seed;
    word32 root_children; /* of a binomial tree; otherwise 0, and the root is as the others */
    word32 table_heights; /* rows of the table: UTS_CHILDREN_MAX words each */
    word32 binomial_end;  /* draws below it give binomial_children, others none */
    word32 binomial_children;
};

static inline struct sha1_digest uts_root(word32 seed)
{
    struct sha1_block block = {{0, 0, 0, 0, seed, 0x80000000u, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20 * 8}};

    return sha1_of_block(block);
}

static inline struct sha1_digest uts_child(struct sha1_digest parent, word32 index)
{
    struct sha1_block block = {{parent.h[0], parent.h[1], parent.h[2], parent.h[3], parent.h[4], index,
                                0x80000000u, 0, 0, 0, 0, 0, 0, 0, 0, 24 * 8}};

    return sha1_of_block(block);
}

static inline word32 uts_draw(struct sha1_digest state)
{
    return state.h[4] & (UTS_DRAW_END - 1);
}

/* table  word k - 1 of a height's row: the least draw that gives at least k children, UTS_DRAW_END when
 * none does; so the words of a row do not fall. */
static inline word32 uts_child_count(struct uts_rule rule, BOTH_TABLE word32 *table, word32 height,
                                     word32 draw)
{
    word32 count = 0;
    word32 more, i;

    if (height == 0 && rule.root_children > 0) {
        return rule.root_children;
    }
    if (height >= rule.table_heights) {
        return draw < rule.binomial_end ? rule.binomial_children : 0;
    }
    table += height * UTS_CHILDREN_MAX;
    do {
        more = 0;
        BOTH_UNROLL
        for (i = 0; i < UTS_STRIDE; i++) {
            more += draw >= table[count + i];
        }
        count += more;
    } while (more == UTS_STRIDE && count < UTS_CHILDREN_MAX);
    return count;
}

/* The counts of a tally. */
enum { UTS_NODES, UTS_LEAVES, UTS_DEPTH };

#endif
