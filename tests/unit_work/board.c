/* Connect four: boards as texts, and looking ahead with bits against squares in an array. */
#include "apps/game/board_ahead.h"
#include "inputs.h"
#include "test.h"

#include <string.h>

static struct tool_error error;
static struct board board;

static const char *parse(const char *text)
{
    error.text[0] = '\0';
    board_parse("b", text, strlen(text), &board, &error);
    return error.text;
}

#define EMPTY_ROWS(count) EMPTY_ROWS_##count
#define EMPTY_ROWS_4 ".......\n.......\n.......\n.......\n"
#define EMPTY_ROWS_5 EMPTY_ROWS_4 ".......\n"

static void check_search(struct board from, uint32_t depth)
{
    struct board_search search = board_search(from, 0, depth);
    struct answer answer = {0};

    board_count_ahead(from, depth, &answer);
    TEST_EQUAL(search.count.positions + 1, answer_get(&answer, "positions"));
    TEST_EQUAL(search.count.wins[0], answer_get(&answer, "mover_wins"));
    TEST_EQUAL(search.count.wins[1], answer_get(&answer, "other_wins"));
    TEST_EQUAL(search.count.draws, answer_get(&answer, "draws"));
    TEST_EQUAL(search.value, answer_get(&answer, "value"));
}

/* The first numbers of positions are powers of 7 until a column can be full. */
TEST(counts_the_game_s_first_plies)
{
    static const int64_t positions[] = {7, 49, 343, 2401, 16807, 117649, 823536};
    int64_t sum = 1;
    uint32_t depth;

    for (depth = 1; depth <= 7; depth++) {
        struct answer answer = {0};

        sum += positions[depth - 1];
        board_count_ahead(board_empty(), depth, &answer);
        TEST_EQUAL(answer_get(&answer, "positions"), sum);
        TEST_EQUAL(answer_get(&answer, "value"), 0);
        check_search(board_empty(), depth);
    }
}

TEST(bits_and_squares_agree_from_random_boards)
{
    uint64_t random = test_seed();
    int round;

    for (round = 0; round < 300; round++) {
        struct board from = board_empty();
        uint64_t plies = test_random_below(&random, BOARD_SQUARES - 1);

        for (; plies > 0; plies--) {
            uint32_t column = (uint32_t)test_random_below(&random, BOARD_COLUMNS);
            struct board next = board_has_room(from, column) ? board_drop(from, column) : from;

            if (board_state(next) == BOARD_OPEN) {
                from = next;
            }
        }
        check_search(from, 1 + (uint32_t)test_random_below(&random, 5));
    }
}

TEST(a_win_is_worth_more_the_sooner_it_comes)
{
    struct answer answer = {0};

    /* X drops a fourth stone beside three, at either end. */
    if (TEST_EQUAL_TEXT(parse(EMPTY_ROWS(4) "..OOO..\n..XXX..\n"), "")) {
        board_count_ahead(board, 5, &answer);
        TEST_EQUAL(answer_get(&answer, "value"), BOARD_WON - 1);
        check_search(board, 5);
    }
    /* O cannot stop both ends. */
    memset(&answer, 0, sizeof answer);
    if (TEST_EQUAL_TEXT(parse(EMPTY_ROWS(4) "..O....\n..XXX.O\n"), "")) {
        board_count_ahead(board, 4, &answer);
        TEST_EQUAL(answer_get(&answer, "value"), -(BOARD_WON - 2));
        check_search(board, 4);
    }
}

TEST(lines_do_not_run_around_the_edge)
{
    struct board stones = board_empty();

    /* The top of one column and the bottom of the next, as bits neighbours but for the free row between. */
    stones.taken = board_bottom(0) << 4 | board_bottom(0) << 5 | board_bottom(1) | board_bottom(1) << 1;
    TEST_TRUE(!board_is_won(stones));
    stones.taken = board_bottom(3) << 2 | board_bottom(3) << 3 | board_bottom(3) << 4 | board_bottom(3) << 5;
    TEST_TRUE(board_is_won(stones));
    stones.taken = board_bottom(3) | board_bottom(4) << 1 | board_bottom(5) << 2 | board_bottom(6) << 3;
    TEST_TRUE(board_is_won(stones));
    stones.taken = board_bottom(3) << 5 | board_bottom(4) << 4 | board_bottom(5) << 3 | board_bottom(6) << 2;
    TEST_TRUE(board_is_won(stones));
    stones.taken = board_bottom(3) << 5 | board_bottom(4) << 5 | board_bottom(5) << 5 | board_bottom(6) << 5;
    TEST_TRUE(board_is_won(stones));
}

TEST(reads_boards)
{
    TEST_EQUAL_TEXT(parse(EMPTY_ROWS(5) "......."), "");
    TEST_EQUAL_U64(board.taken, 0);
    TEST_EQUAL_TEXT(parse(EMPTY_ROWS(4) "O......\r\nX..X... \r\n\n"), "");
    TEST_EQUAL_U64(board.taken, board_bottom(0) | board_bottom(0) << 1 | board_bottom(3));
    TEST_EQUAL_U64(board.mover, board_bottom(0) << 1);
    TEST_EQUAL(board_read(file_write_text("b.txt", EMPTY_ROWS(5) "X......\n"), &board, &error), 0);
    TEST_EQUAL_U64(board.mover, 0);
}

TEST(refuses_what_is_no_board)
{
    TEST_EQUAL_TEXT(parse(EMPTY_ROWS(5)),
                    "b:6: this is no row of seven squares, each one of \".\", \"X\", \"O\"");
    TEST_EQUAL_TEXT(parse("......\n"),
                    "b:1: this is no row of seven squares, each one of \".\", \"X\", \"O\"");
    TEST_EQUAL_TEXT(parse("........\n"),
                    "b:1: this is no row of seven squares, each one of \".\", \"X\", \"O\"");
    TEST_EQUAL_TEXT(parse("...x...\n"),
                    "b:1: this is no row of seven squares, each one of \".\", \"X\", \"O\"");
    TEST_EQUAL_TEXT(parse(EMPTY_ROWS(5) ".......\n.......\n"),
                    "b:7: there is more than the 6 rows of a board");
}

TEST(refuses_positions_that_no_game_reaches)
{
    TEST_EQUAL_TEXT(parse(EMPTY_ROWS(5) "O......\n"),
                    "b: X has 0 stones and O 1; X begins, so they have as many, or X has one more");
    TEST_CONTAINS(parse(EMPTY_ROWS(5) "X.X....\n"), "b: X has 2 stones and O 0");
    TEST_EQUAL_TEXT(parse(EMPTY_ROWS(4) "X......\n.......\n"),
                    "b: a stone lies on a free square; the lowest row is the last line");
    TEST_EQUAL_TEXT(parse(EMPTY_ROWS(4) "OOO....\nXXXX...\n"),
                    "b: the game has ended; nothing is left to look ahead to");
}
