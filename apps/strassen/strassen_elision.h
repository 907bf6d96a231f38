/* The tasks of strassen as C, one after the other. */
#ifndef APPS_STRASSEN_ELISION_H
#define APPS_STRASSEN_ELISION_H

#include <stdint.h>

/* C = A B by seven products, or by eight: there C += A B.
 * words  A, B and C, of `size` rows each, and room behind them (strassen_room) for seven products. */
void strassen_elision(float *words, uint32_t size, uint32_t leaf, uint32_t products);

/* By seven products whose leaves work-groups multiply together, here one of one work-item; `leaf` is at
 * least STRASSEN_SQUARE. */
void strassen_group_elision(float *words, uint32_t size, uint32_t leaf);

#endif
