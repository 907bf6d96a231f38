/* Tasks of game: each tries all moves in a position. Positions that are tasks have a record, through which
 * values go up the tree. */
#ifndef TOOLS_KERNELS_GAME_TASKS_H
#define TOOLS_KERNELS_GAME_TASKS_H

#include "board.h"
#include "coop/shared/task.h"

struct try_moves {
    struct board board;
    word32 record;
    word32 ply; /* after the first position */
};
coop_tasks(try_moves);

#define GAME_BEST_ZERO (2 * BOARD_WON)
#define GAME_NO_RECORD 0xffffffffu

/* Of one position, 16 bytes; the first record is that of the first position. */
struct game_record {
    word32 parent;           /* record, or GAME_NO_RECORD */
    atomic_word32 best;      /* value of the best move so far, + GAME_BEST_ZERO */
    atomic_word32 open;      /* moves whose value is not known yet */
    atomic_word32 allocated; /* of the first record: how many there are; otherwise unused */
};

/* The counts of a tally. */
enum { GAME_POSITIONS, GAME_MOVER_WINS, GAME_OTHER_WINS, GAME_DRAWS };

#endif
