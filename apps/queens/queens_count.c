#include "queens_count.h"

struct queens_table {
    uint32_t n;
    char has_column[QUEENS_N_MAX]; /* a queen is there */
    char has_sum[2 * QUEENS_N_MAX];
    char has_difference[2 * QUEENS_N_MAX];
    int64_t placed[QUEENS_N_MAX + 1]; /* placements of so many queens */
};

static void place(struct queens_table *table, uint32_t row)
{
    uint32_t column;

    table->placed[row]++;
    for (column = 0; row < table->n && column < table->n; column++) {
        char *marks[3] = {&table->has_column[column], &table->has_sum[row + column],
                          &table->has_difference[row + table->n - column]};

        if (!*marks[0] && !*marks[1] && !*marks[2]) {
            *marks[0] = *marks[1] = *marks[2] = 1;
            place(table, row + 1);
            *marks[0] = *marks[1] = *marks[2] = 0;
        }
    }
}

void queens_count(uint32_t n, struct answer *answer)
{
    struct queens_table table = {.n = n};
    int64_t placements = 0;

    place(&table, 0);
    for (uint32_t row = 1; row <= n; row++) {
        placements += table.placed[row];
    }
    answer_add(answer, "solutions", table.placed[n]);
    answer_add(answer, "placements", placements);
}

void queens_count_tasks(uint32_t n, uint32_t cutoff, struct answer *answer)
{
    struct queens_table table = {.n = n};
    int64_t tasks = 0;

    place(&table, 0);
    for (uint32_t row = 0; row <= n && row <= cutoff; row++) {
        tasks += table.placed[row];
    }
    answer_add(answer, "solutions", table.placed[n]);
    answer_add(answer, "tasks", tasks);
}
