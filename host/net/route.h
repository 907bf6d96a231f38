/* Routes: by which rank a message goes to its own. The ranks stand in rows as they are numbered, `row` to
 * each; the last row may be shorter. A message goes to a rank of its sender's row directly, to one of another
 * row by that row's rank in the sender's column; a shorter row's ranks have several columns each.
 *
 * Stands on nothing. */
#ifndef COOP_HOST_NET_ROUTE_H
#define COOP_HOST_NET_ROUTE_H

#include <stdint.h>

/* As many ranks as this go directly unless the program says otherwise. */
#define COOP_ROUTE_DIRECT_MAX 64u

/* Ranks in a row; 0: all go directly. Chosen rows are as many as their ranks, roughly, and the last one is at
 * least half as long as the others: otherwise all ranks would send to its few, which must have room for that.
 *
 * asked  as coop_net_options.ranks_in_row has it. */
static inline uint32_t coop_route_row(uint32_t ranks, uint32_t asked)
{
    uint32_t row = asked;

    if (asked == 0 && ranks > COOP_ROUTE_DIRECT_MAX) {
        while (row * row < ranks) {
            row++;
        }
        while (ranks % row != 0 && 2 * (ranks % row) < row) {
            row++;
        }
    }
    return row > 1 && row < ranks ? row : 0;
}

/* How many ranks the row of a rank has, and the first of them. */
static inline uint32_t coop_route_first(uint32_t row, uint32_t rank)
{
    return rank / row * row;
}

static inline uint32_t coop_route_size(uint32_t ranks, uint32_t row, uint32_t rank)
{
    uint32_t left = ranks - coop_route_first(row, rank);

    return left < row ? left : row;
}

/* The rank to which `from` sends what is for `to`. */
static inline uint32_t coop_route_hop(uint32_t ranks, uint32_t row, uint32_t from, uint32_t to)
{
    uint32_t first = coop_route_first(row, to);

    return coop_route_first(row, from) == first ? to : first + from % row % coop_route_size(ranks, row, to);
}

/* How many ranks of other rows send to this one what is for its row. */
static inline uint32_t coop_route_senders(uint32_t ranks, uint32_t row, uint32_t rank)
{
    uint32_t count = 0;

    for (uint32_t from = 0; from < ranks; from++) {
        count += coop_route_first(row, from) != coop_route_first(row, rank) &&
                 coop_route_hop(ranks, row, from, rank) == rank;
    }
    return count;
}

#endif
