/* Work for tasks that wait for their children: the same for each rival, with the steps that a task does by
 * itself in the same words as on the device. C11 and C++17. */
#ifndef LAB_BENCH_RIVAL_JOIN_STEPS_H
#define LAB_BENCH_RIVAL_JOIN_STEPS_H

#include "apps/fib/fib.h"
#include "apps/queens/queens.h"
#include "apps/sort/sort.h"
#include "apps/strassen/strassen.h"

#include <stdint.h>

/* JOIN_STRASSEN has seven products, JOIN_CLASSICAL eight. */
enum join_work { JOIN_FIB, JOIN_QUEENS, JOIN_SORT, JOIN_STRASSEN, JOIN_CLASSICAL };

struct join_input {
    enum join_work work;
    uint32_t n; /* a number, queens, keys or rows */
    uint32_t cutoff;
    uint32_t leaf;   /* keys or rows that a task takes by itself */
    uint32_t *keys;  /* sort: the keys, and as many places */
    float *matrices; /* strassen: A, B, C, and room */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Return the ns that the work took.
 * value  out: the number, or the solutions; 0 of others. */
uint64_t rival_join_plain(const struct join_input *input, unsigned threads, uint64_t *value);
uint64_t rival_join_openmp(const struct join_input *input, unsigned threads, uint64_t *value);
uint64_t rival_join_tbb(const struct join_input *input, unsigned threads, uint64_t *value);

#ifdef __cplusplus
}
#endif

/* One of Strassen's seven products. */
struct join_product {
    struct strassen_block a;
    struct strassen_block b;
    struct strassen_block c;
    uint64_t room;
};

static inline struct join_product join_product_of(const struct join_input *input, struct join_product of,
                                                  uint32_t part, uint32_t product)
{
    /* Which sum, or else which quarter: 0 and 3 are upper left and lower right. */
    static const uint8_t a_slots[7] = {STRASSEN_A11_A22, STRASSEN_A21_A22, STRASSEN_SLOTS,  STRASSEN_SLOTS,
                                       STRASSEN_A11_A12, STRASSEN_A21_A11, STRASSEN_A12_A22};
    static const uint8_t a_quarters[7] = {0, 0, 0, 3, 0, 0, 0};
    static const uint8_t b_slots[7] = {STRASSEN_B11_B22, STRASSEN_SLOTS,   STRASSEN_B12_B22, STRASSEN_B21_B11,
                                       STRASSEN_SLOTS,   STRASSEN_B11_B12, STRASSEN_B21_B22};
    static const uint8_t b_quarters[7] = {0, 0, 0, 0, 3, 0, 0};
    struct join_product result;

    result.a = a_slots[product] < STRASSEN_SLOTS
                   ? strassen_slot(of.room, part, a_slots[product])
                   : strassen_quarter(of.a, part, a_quarters[product] / 2, a_quarters[product] % 2);
    result.b = b_slots[product] < STRASSEN_SLOTS
                   ? strassen_slot(of.room, part, b_slots[product])
                   : strassen_quarter(of.b, part, b_quarters[product] / 2, b_quarters[product] % 2);
    result.c = strassen_slot(of.room, part, STRASSEN_PRODUCT_1 + product);
    result.room = strassen_room_of(of.room, part, input->leaf, product);
    return result;
}

/* One of the classical eight. */
static inline struct join_product join_quarter_of(struct join_product of, uint32_t part, uint32_t product)
{
    uint32_t row = product / 4;
    uint32_t column = product / 2 % 2;
    uint32_t k = product % 2;
    struct join_product result = {strassen_quarter(of.a, part, row, k),
                                  strassen_quarter(of.b, part, k, column),
                                  strassen_quarter(of.c, part, row, column), 0};

    return result;
}

/* The whole product. */
static inline struct join_product join_first_product(const struct join_input *input)
{
    uint64_t elements = (uint64_t)input->n * input->n;
    struct join_product first = {{0, input->n}, {elements, input->n}, {2 * elements, input->n}, 3 * elements};

    return first;
}

#endif
