/* The host's half of a periodic job's matrix product, c = a * b + salt in 32-bit words (matmul.cl): the
 * numbers, and the check.
 *
 * The check is Freivalds's: with a random vector x, c * x must equal a * (b * x) + salt * sum(x). It takes n
 * multiplications for a row and n * n for all, and arithmetic modulo 2^32 makes it exact. A wrong word passes
 * only if x has a zero divisor against its error; x holds odd numbers, so a single wrong word of a row never
 * passes. */
#ifndef TOOLS_PERIODIC_MATMUL_H
#define TOOLS_PERIODIC_MATMUL_H

#include "tools/error/tool_error.h"

#include <stdint.h>

#define MATMUL_N_MAX 2048

struct matmul {
    uint32_t n;     /* rows and columns of c */
    uint32_t depth; /* columns of a, rows of b; at most n */
    uint32_t pitch; /* words from row to row */
    uint32_t *x;
    uint32_t x_sum;
    uint32_t *product; /* a * (b * x) */
    uint32_t *row;     /* of c: what matmul_row_is_wrong looks at */
    uint32_t *words;   /* a matrix: what matmul_make_b and matmul_make_a leave */
};

/* Of one matrix. */
uint64_t matmul_bytes(uint32_t n);

/* On failure *matmul holds what matmul_clear releases. */
int matmul_init(struct matmul *matmul, uint32_t n, uint32_t depth, struct tool_error *error);

/* First b, then a, in `words`; the state of the random numbers goes on. */
void matmul_make_b(struct matmul *matmul, uint64_t *random);
void matmul_make_a(struct matmul *matmul, uint64_t *random);

/* The matrix is not needed any more. */
void matmul_forget_words(struct matmul *matmul);

/* Work-items that compute a product. */
uint64_t matmul_items(const struct matmul *matmul);

/* Whether `row` of the struct, which is that row of c, is wrong. */
int matmul_row_is_wrong(const struct matmul *matmul, uint32_t row, uint32_t salt);

/* The rows that are looked at after a job: all of the first, and one of each later one; enough to detect a
 * wrong or stale result, and too little to disturb the measurement. */
void matmul_rows_to_check(const struct matmul *matmul, uint32_t number, uint32_t *first, uint32_t *count);

void matmul_clear(struct matmul *matmul);

#endif
