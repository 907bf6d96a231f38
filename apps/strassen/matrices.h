/* Matrices to be multiplied, and their product by another way than the device's. */
#ifndef APPS_MATRICES_H
#define APPS_MATRICES_H

#include <stdint.h>

/* Makes two matrices of `size` rows, one behind the other, from SplitMix64's numbers z with seed 1.
 * Integers are (z >> 32) mod 5 - 2, so that a product is exact; reals are (z >> 40) / 2^23 - 1. */
void matrices_make(int are_reals, float *words, uint32_t size);

/* Their product, row by column, in floats of 64 bits. */
void matrices_multiply(const float *words, double *result, uint32_t size);

/* The largest magnitude of an element. */
double matrices_largest(const float *words, uint64_t count);

#endif
