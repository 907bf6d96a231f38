/* A periodic job's matrix product on the device: c = a * b + salt in 32-bit words (matmul.cl), and its
 * check.
 *
 * The check is Freivalds's: with a random vector x, c * x must equal a * (b * x) + salt * sum(x). It takes n
 * multiplications for a row and n * n for all, and arithmetic modulo 2^32 makes it exact. A wrong word passes
 * only if x has a zero divisor against its error; x holds odd numbers, so a single wrong word of a row never
 * passes. */
#ifndef TOOLS_MATMUL_DEVICE_H
#define TOOLS_MATMUL_DEVICE_H

#include "tools/session/session.h"

#define MATMUL_N_MAX 2048

struct matmul_device {
    const struct session *session;
    uint32_t n;
    uint32_t pitch; /* words from row to row */
    coop_buffer *a;
    coop_buffer *b;
    coop_buffer *c;
    uint32_t *x;
    uint32_t x_sum;
    uint32_t *product; /* a * (b * x) */
    uint32_t *row;     /* scratch: one row of c */
};

/* Bytes of device memory that matrices of that size take. */
uint64_t matmul_device_bytes(uint32_t n);

/* Fills a and b with numbers made from `seed`. On failure *matmul holds what matmul_device_clear releases. */
int matmul_device_init(struct matmul_device *matmul, const struct session *session, uint32_t n, uint64_t seed,
                       struct tool_error *error);

/* Posts a product that runs on `groups` work-groups; `salt` should differ from that of the product before. */
int matmul_device_launch(struct matmul_device *matmul, uint32_t groups, uint32_t salt, coop_launch **launch,
                         struct tool_error *error);

/* Counts the rows of c that are wrong, of `count` rows from `first` on; the product with that salt must have
 * ended. */
int matmul_device_check(struct matmul_device *matmul, uint32_t salt, uint32_t first, uint32_t count,
                        uint32_t *wrong, struct tool_error *error);

void matmul_device_clear(struct matmul_device *matmul);

#endif
