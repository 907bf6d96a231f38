/* Looking ahead in connect four from a board, by a method of its own and not by the text that the device
 * runs. */
#ifndef APPS_GAME_BOARD_AHEAD_H
#define APPS_GAME_BOARD_AHEAD_H

#include "board.h"
#include "tools/report/answer.h"

#include <stddef.h>

/* The empty board. */
struct board board_empty(void);

/* Reads six lines of seven squares, the highest row first: "." free, "X" of the side that began, "O" of the
 * other one. Whose turn it is follows from the stones. The position must be one that a game can be in and
 * that has not ended. */
int board_read(const char *path, struct board *board, struct tool_error *error);

/* The same from a text; `name` begins the messages. */
int board_parse(const char *name, const char *text, size_t length, struct board *board,
                struct tool_error *error);

/* Looks `depth` plies ahead, at least 1, on squares in an array. Counts "positions" (the first one
 * included), "mover_wins", "other_wins", "draws", and "value" for the side that moves: BOARD_WON less the
 * plies to a forced win, the negative of it before a forced loss, 0 otherwise. */
void board_count_ahead(struct board board, uint32_t depth, struct answer *answer);

#endif
