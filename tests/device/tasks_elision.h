/* The tasks of tasks_kernels.cl as C: what they must come to. */
#ifndef TESTS_DEVICE_TASKS_ELISION_H
#define TESTS_DEVICE_TASKS_ELISION_H

#include <stdint.h>

/* `sums` has a place for each block of `numbers`, `marks` one for each number of whole blocks. */
uint64_t elision_total(uint32_t count, const uint32_t *numbers, uint64_t *sums, uint32_t *marks);
uint64_t elision_fib(uint32_t n);

#endif
