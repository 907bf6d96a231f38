/* Connect four, for host and device: 7 columns of 6 rows, as bits.
 *
 * Square (column, row), row 0 lowest, is bit 7 * column + row. Row 6 of a column never holds a stone, so
 * lines do not run from one column into the next, and adding a column's lowest bit to the occupied squares
 * finds its first free one. */
#ifndef TOOLS_KERNELS_BOARD_H
#define TOOLS_KERNELS_BOARD_H

#include "tools/workqueue/both.h"

#define BOARD_COLUMNS 7
#define BOARD_ROWS 6
#define BOARD_SQUARES (BOARD_COLUMNS * BOARD_ROWS)

/* A won position's value is this minus the plies until then, for the side that wins; 0 is neither won nor
 * lost within the look-ahead. */
#define BOARD_WON 100

struct board {
    word64 mover; /* stones of the side that moves next */
    word64 taken; /* all stones */
};

static inline word64 board_bottom(word32 column)
{
    return (word64)1 << (7 * column);
}

static inline int board_has_room(struct board board, word32 column)
{
    return (board.taken & board_bottom(column) << (BOARD_ROWS - 1)) == 0;
}

/* Drops a stone into a column that has room; the other side moves next. */
static inline struct board board_drop(struct board board, word32 column)
{
    struct board next;

    next.mover = board.taken ^ board.mover;
    next.taken = board.taken | (board.taken + board_bottom(column));
    return next;
}

static inline int board_has_pair_of_pairs(word64 stones, word32 step)
{
    word64 pairs = stones & stones >> step;

    return (pairs & pairs >> (2 * step)) != 0;
}

/* Whether the side that has just moved has four in a row. */
static inline int board_is_won(struct board board)
{
    word64 stones = board.taken ^ board.mover;

    return board_has_pair_of_pairs(stones, 1) || board_has_pair_of_pairs(stones, 7) ||
           board_has_pair_of_pairs(stones, 6) || board_has_pair_of_pairs(stones, 8);
}

static inline int board_is_full(struct board board)
{
    return BOTH_BITS(board.taken) == BOARD_SQUARES;
}

/* What a look-ahead has seen below the position that it began with. */
struct board_count {
    word64 positions;
    word64 wins[2]; /* of the side that moves first in the look-ahead, and of the other one */
    word64 draws;   /* full boards without a win */
};

enum { BOARD_OPEN, BOARD_LOST, BOARD_DRAWN };

/* The state of the game for the side that moves next. */
static inline int board_state(struct board board)
{
    return board_is_won(board) ? BOARD_LOST : board_is_full(board) ? BOARD_DRAWN : BOARD_OPEN;
}

/* Counts a position in that state, `ply` plies after the look-ahead's first. */
static inline struct board_count board_tally(struct board_count count, int state, word32 ply)
{
    count.positions++;
    count.wins[0] += state == BOARD_LOST && (ply & 1) != 0;
    count.wins[1] += state == BOARD_LOST && (ply & 1) == 0;
    count.draws += state == BOARD_DRAWN;
    return count;
}

/* The value of a move that leads to a position of `value` for the side that moves there. */
static inline int board_value_of_move(int value)
{
    return value > 0 ? 1 - value : value < 0 ? -1 - value : 0;
}

struct board_search {
    struct board_count count;
    int value; /* of the position searched from, for the side that moves in it */
};

/* Looks ahead from an open position, `ply` plies after the first, to `depth` plies after the first; depth >
 * ply. */
static inline struct board_search board_search(struct board from, word32 ply, word32 depth)
{
    struct board path[BOARD_SQUARES];
    word32 columns[BOARD_SQUARES]; /* the next to try */
    int values[BOARD_SQUARES];     /* of the best move so far */
    struct board_search search = {{0, {0, 0}, 0}, 0};
    word32 top = 0;
    int state, value;

    path[0] = from;
    columns[0] = 0;
    values[0] = -2 * BOARD_WON;
    for (;;) {
        if (columns[top] < BOARD_COLUMNS && !board_has_room(path[top], columns[top])) {
            columns[top]++;
            continue;
        }
        if (columns[top] < BOARD_COLUMNS) {
            struct board next = board_drop(path[top], columns[top]);

            columns[top]++;
            state = board_state(next);
            search.count = board_tally(search.count, state, ply + top + 1);
            if (state == BOARD_OPEN && ply + top + 1 < depth) {
                top++;
                path[top] = next;
                columns[top] = 0;
                values[top] = -2 * BOARD_WON;
                continue;
            }
            value = state == BOARD_LOST ? -BOARD_WON : 0;
        } else if (top == 0) {
            search.value = values[0];
            return search;
        } else {
            value = values[top];
            top--;
        }
        value = board_value_of_move(value);
        values[top] = values[top] > value ? values[top] : value;
    }
}

#endif
