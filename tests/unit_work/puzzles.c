/* Queens and Fibonacci numbers: known values, and the device's text against another method. */
#include "apps/fib/fib_count.h"
#include "apps/queens/queens_count.h"
#include "test.h"

TEST(queens_have_their_known_numbers)
{
    static const int64_t solutions[] = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680};
    static const int64_t placements[] = {0, 0, 0, 0, 0, 0, 0, 2056, 8393, 35538, 166925};
    uint32_t n;

    for (n = 1; n <= 11; n++) {
        struct answer answer = {0};

        queens_count(n, &answer);
        TEST_EQUAL(answer_get(&answer, "solutions"), solutions[n - 1]);
        if (n >= 8) {
            TEST_EQUAL(answer_get(&answer, "placements"), placements[n - 1]);
        }
    }
}

TEST(bits_find_the_same_queens)
{
    const struct queens_placement none = {0, 0, 0, 0};
    uint32_t n;

    for (n = 1; n <= 10; n++) {
        struct queens_count count = queens_search(none, n);
        struct answer answer = {0};

        queens_count(n, &answer);
        TEST_EQUAL(count.solutions, answer_get(&answer, "solutions"));
        TEST_EQUAL(count.placements, answer_get(&answer, "placements"));
    }
}

/* What is counted from the placements of one row, added up, is what is counted from the row before. */
static struct queens_count split(struct queens_placement placement, uint32_t n, uint32_t rows)
{
    struct queens_count sum = {0, 0};
    uint32_t squares = queens_free(placement, n);

    if (placement.row == rows || placement.row == n) {
        return queens_search(placement, n);
    }
    while (squares != 0) {
        uint32_t square = squares & (0u - squares);
        struct queens_count part = split(queens_put(placement, square), n, rows);

        squares ^= square;
        sum.solutions += part.solutions;
        sum.placements += part.placements + 1;
    }
    return sum;
}

TEST(splitting_a_search_changes_nothing)
{
    const struct queens_placement none = {0, 0, 0, 0};
    struct queens_count whole = queens_search(none, 8);
    uint32_t rows;

    for (rows = 1; rows <= 8; rows++) {
        struct queens_count sum = split(none, 8, rows);

        TEST_EQUAL(sum.solutions, whole.solutions);
        TEST_EQUAL(sum.placements, whole.placements);
    }
}

TEST(fibonacci_numbers_are_right)
{
    struct answer answer = {0};
    struct answer last = {0};

    fib_count(0, &answer);
    TEST_EQUAL(answer.counts[0].value, 0);
    fib_count(1, &answer);
    TEST_EQUAL(answer.counts[1].value, 1);
    fib_count(10, &answer);
    TEST_EQUAL(answer.counts[2].value, 55);
    fib_count(FIB_N_MAX, &last);
    TEST_EQUAL(answer_get(&last, "value"), 2880067194370816120);
}
