/* The tasks of tasks_kernels.cl as C: what they must come to. */
#include "tasks_elision.h"

#include "tasks_kernels.cl"

uint64_t elision_total(uint32_t count, const uint32_t *numbers, uint64_t *sums, uint32_t *marks)
{
    uint64_t parts[LOCAL_ITEMS_MAX];

    return total(0, count, numbers, sums, marks, parts);
}

uint64_t elision_fib(uint32_t n)
{
    return fib(n);
}
