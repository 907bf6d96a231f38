/* The reference for the number of queens' placements, by another method than the device's. */
#ifndef APPS_QUEENS_COUNT_H
#define APPS_QUEENS_COUNT_H

#include "queens.h"
#include "tools/report/answer.h"

/* Counts "solutions" and "placements" of n queens, 1 <= n <= QUEENS_N_MAX: tries the squares of each row
 * one by one. */
void queens_count(uint32_t n, struct answer *answer);

/* Counts "solutions", and "tasks", the placements of up to `cutoff` queens, none included. */
void queens_count_tasks(uint32_t n, uint32_t cutoff, struct answer *answer);

#endif
