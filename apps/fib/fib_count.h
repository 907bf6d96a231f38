/* The right Fibonacci number. */
#ifndef APPS_FIB_COUNT_H
#define APPS_FIB_COUNT_H

#include "tools/report/answer.h"

/* Larger ones do not fit 63 bits. */
#define FIB_N_MAX 90

/* Counts "value": the n-th Fibonacci number, n <= FIB_N_MAX. */
void fib_count(uint32_t n, struct answer *answer);

/* Tasks that compute it, each number from the cut-off on by two others. */
uint64_t fib_count_tasks(uint32_t n, uint32_t cutoff);

#endif
