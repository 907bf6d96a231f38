#include "queens_count.h"

struct queens_table {
    uint32_t n;
    char has_column[QUEENS_N_MAX]; /* a queen is there */
    char has_sum[2 * QUEENS_N_MAX];
    char has_difference[2 * QUEENS_N_MAX];
    int64_t solutions;
    int64_t placements;
};

static void place(struct queens_table *table, uint32_t row)
{
    uint32_t column;

    if (row == table->n) {
        table->solutions++;
        return;
    }
    for (column = 0; column < table->n; column++) {
        char *marks[3] = {&table->has_column[column], &table->has_sum[row + column],
                          &table->has_difference[row + table->n - column]};

        if (!*marks[0] && !*marks[1] && !*marks[2]) {
            *marks[0] = *marks[1] = *marks[2] = 1;
            table->placements++;
            place(table, row + 1);
            *marks[0] = *marks[1] = *marks[2] = 0;
        }
    }
}

void queens_count(uint32_t n, struct answer *answer)
{
    struct queens_table table = {.n = n};

    place(&table, 0);
    answer_add(answer, "solutions", table.solutions);
    answer_add(answer, "placements", table.placements);
}
