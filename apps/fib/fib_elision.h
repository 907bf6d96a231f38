/* The tasks of fib as C, one after the other. */
#ifndef APPS_FIB_ELISION_H
#define APPS_FIB_ELISION_H

#include <stdint.h>

/* The n-th Fibonacci number; `cutoff` as in --cutoff. */
uint64_t fib_elision(uint32_t n, uint32_t cutoff);

#endif
