#include "matrices.h"

#include "tools/random/random.h"

#include <math.h>
#include <string.h>

void matrices_make(int are_reals, float *words, uint32_t size)
{
    uint64_t state = 1;

    for (uint64_t i = 0; i < 2 * (uint64_t)size * size; i++) {
        uint64_t number = random_next(&state);

        words[i] = are_reals ? (float)((double)(number >> 40) / (1 << 23) - 1)
                             : (float)((int)((number >> 32) % 5) - 2);
    }
}

void matrices_multiply(const float *words, double *result, uint32_t size)
{
    const float *a = words;
    const float *b = words + (uint64_t)size * size;

    memset(result, 0, (uint64_t)size * size * sizeof *result);
    for (uint64_t row = 0; row < size; row++) {
        for (uint64_t k = 0; k < size; k++) {
            double factor = (double)a[row * size + k];

            for (uint64_t column = 0; column < size; column++) {
                result[row * size + column] += factor * (double)b[k * size + column];
            }
        }
    }
}

double matrices_largest(const float *words, uint64_t count)
{
    double largest = 0;

    for (uint64_t i = 0; i < count; i++) {
        largest = fmax(largest, fabs((double)words[i]));
    }
    return largest;
}
