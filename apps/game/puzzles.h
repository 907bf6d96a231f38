/* Workloads that need no input: queens, Fibonacci numbers, and looking ahead in connect four from a board.
 * Each count here is by a method of its own, not by the text that the device runs. */
#ifndef TOOLS_WORK_PUZZLES_H
#define TOOLS_WORK_PUZZLES_H

#include "apps/queens/queens.h"
#include "board.h"
#include "tools/report/answer.h"

#include <stddef.h>

/* Larger ones do not fit 63 bits. */
#define FIB_N_MAX 90

/* Counts "solutions" and "placements" of n queens, 1 <= n <= QUEENS_N_MAX: tries the squares of each row
 * one by one. */
void queens_count(uint32_t n, struct answer *answer);

/* Counts "value": the n-th Fibonacci number, n <= FIB_N_MAX. */
void fib_count(uint32_t n, struct answer *answer);

/* The empty board. */
struct board board_empty(void);

/* Reads six lines of seven squares, the highest row first: "." free, "X" of the side that began, "O" of the
 * other one. Whose turn it is follows from the stones. The position must be one that a game can be in and
 * that has not ended. */
int board_read(const char *path, struct board *board, struct tool_error *error);

/* The same from a text; `name` begins the sentences. */
int board_parse(const char *name, const char *text, size_t length, struct board *board,
                struct tool_error *error);

/* Looks `depth` plies ahead, at least 1, on squares in an array. Counts "positions" (the first one
 * included), "mover_wins", "other_wins", "draws", and "value" for the side that moves: BOARD_WON less the
 * plies to a forced win, the negative of it before a forced loss, 0 otherwise. */
void board_count_ahead(struct board board, uint32_t depth, struct answer *answer);

#endif
