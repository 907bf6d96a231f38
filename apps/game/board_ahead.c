/* Looking ahead by recursion, on squares in an array: what the bits of board.h are compared with. */
#include "board_ahead.h"

#include <string.h>

struct game {
    char squares[BOARD_COLUMNS][BOARD_ROWS]; /* 0 free, else 1 + side; side 0 moves first */
    uint32_t heights[BOARD_COLUMNS];
    uint32_t stones;
    uint32_t depth;
    int64_t positions;
    int64_t wins[2];
    int64_t draws;
};

/* Stones of one side in a row from a square in a direction, the square itself not counted. */
static uint32_t count_line(const struct game *game, int column, int row, int by_column, int by_row)
{
    char stone = game->squares[column][row];
    uint32_t count = 0;

    for (;;) {
        column += by_column;
        row += by_row;
        if (column < 0 || column >= BOARD_COLUMNS || row < 0 || row >= BOARD_ROWS ||
            game->squares[column][row] != stone) {
            return count;
        }
        count++;
    }
}

static int makes_four(const struct game *game, int column, int row)
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int i;

    for (i = 0; i < 4; i++) {
        int x = directions[i][0];
        int y = directions[i][1];

        if (1 + count_line(game, column, row, x, y) + count_line(game, column, row, -x, -y) >= 4) {
            return 1;
        }
    }
    return 0;
}

static int look(struct game *game, uint32_t ply);

/* The value, for the side that moves, of dropping a stone into the column. */
static int try_column(struct game *game, uint32_t ply, int column)
{
    uint32_t side = ply % 2;
    int row = (int)game->heights[column];
    int value = 0;

    game->squares[column][row] = (char)(1 + side);
    game->heights[column]++;
    game->stones++;
    game->positions++;
    if (makes_four(game, column, row)) {
        game->wins[side]++;
        value = BOARD_WON - 1;
    } else if (game->stones == BOARD_SQUARES) {
        game->draws++;
    } else if (ply + 1 < game->depth) {
        int answer = look(game, ply + 1);

        value = answer == 0 ? 0 : answer < 0 ? -answer - 1 : -answer + 1;
    }
    game->stones--;
    game->heights[column]--;
    game->squares[column][row] = 0;
    return value;
}

static int look(struct game *game, uint32_t ply)
{
    int best = -2 * BOARD_WON;
    int column;

    for (column = 0; column < BOARD_COLUMNS; column++) {
        if (game->heights[column] < BOARD_ROWS) {
            int value = try_column(game, ply, column);

            best = value > best ? value : best;
        }
    }
    return best;
}

void board_count_ahead(struct board board, uint32_t depth, struct answer *answer)
{
    struct game game = {.depth = depth, .positions = 1};
    uint32_t column, row;
    int value;

    for (column = 0; column < BOARD_COLUMNS; column++) {
        for (row = 0; row < BOARD_ROWS; row++) {
            uint64_t square = board_bottom(column) << row;

            if ((board.taken & square) != 0) {
                game.squares[column][row] = (board.mover & square) != 0 ? 1 : 2;
                game.heights[column]++;
                game.stones++;
            }
        }
    }
    value = look(&game, 0);
    answer_add(answer, "positions", game.positions);
    answer_add(answer, "mover_wins", game.wins[0]);
    answer_add(answer, "other_wins", game.wins[1]);
    answer_add(answer, "draws", game.draws);
    answer_add(answer, "value", value);
}
