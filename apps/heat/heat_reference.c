/* The sequential way of heat: places around the ring by remainders. Built without contraction of
 * multiplications and additions. */
#include "heat_reference.h"

#include <stdlib.h>
#include <string.h>

/* The sum of the two beside a cell, less twice the cell. */
static double bend(const double *values, uint64_t at, uint64_t place, uint64_t count, uint64_t stride)
{
    uint64_t begin = at - place * stride;
    double low = values[begin + (place + count - 1) % count * stride];
    double high = values[begin + (place + 1) % count * stride];

    return low + high - 2 * values[at];
}

int heat_reference(uint32_t dimensions, const uint64_t cells[3], uint64_t steps, double part, double *values)
{
    uint64_t count = cells[0] * cells[1] * cells[2];
    double *before = malloc((size_t)count * sizeof *before);

    if (before == NULL) {
        return -1;
    }
    for (uint64_t step = 0; step < steps; step++) {
        memcpy(before, values, (size_t)count * sizeof *before);
        for (uint64_t i = 0; i < count; i++) {
            double sum = bend(before, i, i % cells[0], cells[0], 1);

            sum += bend(before, i, i / cells[0] % cells[1], cells[1], cells[0]);
            if (dimensions == 3) {
                sum += bend(before, i, i / cells[0] / cells[1], cells[2], cells[0] * cells[1]);
            }
            values[i] = before[i] + part * sum;
        }
    }
    free(before);
    return 0;
}
