/* Boards as texts. */
#include "board_ahead.h"
#include "tools/file/bytes.h"

#include <string.h>

#define BOARD_FILE_BYTES_MAX 4096

struct board board_empty(void)
{
    struct board board = {0, 0};

    return board;
}

/* Takes one line, and shows what follows its end; 0 when it is no row of squares. */
static int take_row(const char **text, const char *end, uint32_t row, uint64_t sides[2])
{
    const char *next = *text;
    uint32_t column;

    for (column = 0; column < BOARD_COLUMNS; column++, next++) {
        uint64_t square = board_bottom(column) << row;

        if (next == end || strchr(".XO", *next) == NULL || *next == '\0') {
            return 0;
        }
        sides[0] |= *next == 'X' ? square : 0;
        sides[1] |= *next == 'O' ? square : 0;
    }
    while (next < end && (*next == ' ' || *next == '\r')) {
        next++;
    }
    if (next < end && *next != '\n') {
        return 0;
    }
    *text = next < end ? next + 1 : next;
    return 1;
}

/* A stone lies on the lowest square or on another stone. */
static int has_floating_stone(uint64_t taken)
{
    uint32_t column, row;

    for (column = 0; column < BOARD_COLUMNS; column++) {
        for (row = 1; row < BOARD_ROWS; row++) {
            uint64_t square = board_bottom(column) << row;

            if ((taken & square) != 0 && (taken & square >> 1) == 0) {
                return 1;
            }
        }
    }
    return 0;
}

static int check_position(const char *name, const uint64_t sides[2], struct board *board,
                          struct tool_error *error)
{
    uint32_t stones[2] = {BOTH_BITS(sides[0]), BOTH_BITS(sides[1])};
    uint32_t mover = stones[0] > stones[1];
    struct board swapped;

    if (stones[0] != stones[1] && stones[0] != stones[1] + 1) {
        return tool_fail(error,
                         "%s: X has %u stones and O %u; X begins, so they have as many, or X has one more",
                         name, stones[0], stones[1]);
    }
    board->mover = sides[mover];
    board->taken = sides[0] | sides[1];
    if (has_floating_stone(board->taken)) {
        return tool_fail(error, "%s: a stone lies on a free square; the lowest row is the last line", name);
    }
    swapped.mover = sides[1 - mover];
    swapped.taken = board->taken;
    if (board_is_won(*board) || board_is_won(swapped) || board_is_full(*board)) {
        return tool_fail(error, "%s: the game has ended; nothing is left to look ahead to", name);
    }
    return 0;
}

int board_parse(const char *name, const char *text, size_t length, struct board *board,
                struct tool_error *error)
{
    const char *end = text + length;
    uint64_t sides[2] = {0, 0};
    uint32_t row;

    for (row = BOARD_ROWS; row > 0; row--) {
        if (!take_row(&text, end, row - 1, sides)) {
            return tool_fail(error, "%s:%u: this is no row of seven squares, each one of \".\", \"X\", \"O\"",
                             name, BOARD_ROWS - row + 1);
        }
    }
    for (; text < end; text++) {
        if (strchr(" \t\r\n", *text) == NULL) {
            return tool_fail(error, "%s:%d: there is more than the %d rows of a board", name, BOARD_ROWS + 1,
                             BOARD_ROWS);
        }
    }
    return check_position(name, sides, board, error);
}

int board_read(const char *path, struct board *board, struct tool_error *error)
{
    struct bytes bytes;
    int status;

    *board = board_empty();
    if (bytes_read(path, BOARD_FILE_BYTES_MAX, &bytes, error) != 0) {
        return -1;
    }
    status = board_parse(path, (const char *)bytes.items, bytes.count, board, error);
    bytes_clear(&bytes);
    return status;
}
