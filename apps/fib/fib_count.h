/* The right Fibonacci number. */
#ifndef APPS_FIB_COUNT_H
#define APPS_FIB_COUNT_H

#include "tools/report/answer.h"

/* Larger ones do not fit 63 bits. */
#define FIB_N_MAX 90

/* Counts "value": the n-th Fibonacci number, n <= FIB_N_MAX. */
void fib_count(uint32_t n, struct answer *answer);

#endif
