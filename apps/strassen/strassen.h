/* What a task of strassen does by itself, for host and device: the product of two small matrices, and the
 * sums of Strassen's method, some rows at a time. All matrices are floats of one array, by rows.
 *
 * Source: Strassen, "Gaussian Elimination is not Optimal" (Numerische Mathematik 13, 1969). */
#ifndef APPS_STRASSEN_H
#define APPS_STRASSEN_H

#include "tools/workqueue/both.h"

/* Vectors of eight floats. */
#define STRASSEN_LANES 8
#if defined(__OPENCL_C_VERSION__)
typedef float8 strassen_lanes;
/* Matrices lie at multiples of eight floats. */
#define STRASSEN_LOAD(vector, words, place) ((vector) = *(global const float8 *)((words) + (place)))
#define STRASSEN_STORE(words, place, vector) (*(global float8 *)((words) + (place)) = (vector))
#define STRASSEN_STORE_PRIVATE(words, place, vector) vstore8(vector, 0, (words) + (place))
#define STRASSEN_LOAD_FOUR(array, words, place) vstore4(*(global const float4 *)((words) + (place)), 0, array)
#else
typedef float strassen_lanes __attribute__((vector_size(32)));
#define STRASSEN_LOAD(vector, words, place) memcpy(&(vector), (words) + (place), sizeof(vector))
#define STRASSEN_STORE(words, place, vector) memcpy((words) + (place), &(vector), sizeof(vector))
#define STRASSEN_STORE_PRIVATE STRASSEN_STORE
#define STRASSEN_LOAD_FOUR(array, words, place) memcpy(array, (words) + (place), 4 * sizeof(float))
#endif

/* Rows and columns of a tile, whose sums a work-item keeps in registers. */
#define STRASSEN_TILE_ROWS 4
#define STRASSEN_TILE_LANES 2
#define STRASSEN_TILE_COLUMNS (STRASSEN_TILE_LANES * STRASSEN_LANES)

#define STRASSEN_SUMS_EACH 4096 /* elements of each sum that a task computes */

/* By whole work-groups (strassen_group.cl). */
#define STRASSEN_SQUARE 128 /* rows of the part of a product that a work-group computes at once */
#define STRASSEN_SHARE 8192 /* elements of each sum that it computes at once */
#define STRASSEN_BRANCHES 8 /* children of a task that gives parts to work-groups, at most */

/* A square matrix in the array: where it begins, and how far its rows lie apart. */
struct strassen_block {
    word64 at;
    word64 stride;
};

/* A quarter of it, of `part` rows. */
static inline struct strassen_block strassen_quarter(struct strassen_block block, word32 part, word32 down,
                                                     word32 right)
{
    struct strassen_block quarter = {block.at + (down * block.stride + right) * part, block.stride};

    return quarter;
}

/* ---- memory ----
 *
 * A product of `size` rows has room for 17 matrices of half as many, and behind them the rooms of its seven
 * products. */
enum strassen_slot {
    STRASSEN_A11_A22,
    STRASSEN_A21_A22,
    STRASSEN_A11_A12,
    STRASSEN_A21_A11,
    STRASSEN_A12_A22,
    STRASSEN_B11_B22,
    STRASSEN_B12_B22,
    STRASSEN_B21_B11,
    STRASSEN_B11_B12,
    STRASSEN_B21_B22,
    STRASSEN_PRODUCT_1,
    STRASSEN_SLOTS = STRASSEN_PRODUCT_1 + 7
};

static inline struct strassen_block strassen_slot(word64 room, word32 part, word32 slot)
{
    struct strassen_block block = {room + (word64)slot * part * part, part};

    return block;
}

/* Floats in the room of a product of `size` rows. */
static inline word64 strassen_room(word32 size, word32 leaf)
{
    word64 sum = 0;
    word64 products = 1;

    for (; size > leaf; size /= 2) {
        sum += products * STRASSEN_SLOTS * (size / 2) * (size / 2);
        products *= 7;
    }
    return sum;
}

/* The room of the product with that number, from 0 on. */
static inline word64 strassen_room_of(word64 room, word32 part, word32 leaf, word32 product)
{
    return room + (word64)STRASSEN_SLOTS * part * part + product * strassen_room(part, leaf);
}

/* Rows of the sums that a task computes. */
static inline word32 strassen_rows_each(word32 part)
{
    word32 rows = STRASSEN_SUMS_EACH / part;

    return rows < 1 ? 1 : rows < part ? rows : part;
}

/* Parts that work-groups compute: squares of a product of `size` rows, and shares of sums of `size` rows, at
 * least STRASSEN_SQUARE. */
static inline word32 strassen_squares(word32 size)
{
    return (size / STRASSEN_SQUARE) * (size / STRASSEN_SQUARE);
}

static inline word32 strassen_sum_shares(word32 size)
{
    return size * size / STRASSEN_SHARE;
}

/* ---- sums ---- */

/* All sums of quarters, eight columns from `column` on of a row. */
static inline void strassen_sum_at(BOTH_GLOBAL float *words, struct strassen_block a, struct strassen_block b,
                                   word64 room, word32 part, word32 row, word32 column)
{
    word64 slot = (word64)part * part;
    word64 to = room + (word64)row * part + column;
    word64 in_a = a.at + row * a.stride + column;
    word64 in_b = b.at + row * b.stride + column;
    strassen_lanes v11, v12, v21, v22, sum;

    STRASSEN_LOAD(v11, words, in_a);
    STRASSEN_LOAD(v12, words, in_a + part);
    STRASSEN_LOAD(v21, words, in_a + part * a.stride);
    STRASSEN_LOAD(v22, words, in_a + part * a.stride + part);
    sum = v11 + v22;
    STRASSEN_STORE(words, to + STRASSEN_A11_A22 * slot, sum);
    sum = v21 + v22;
    STRASSEN_STORE(words, to + STRASSEN_A21_A22 * slot, sum);
    sum = v11 + v12;
    STRASSEN_STORE(words, to + STRASSEN_A11_A12 * slot, sum);
    sum = v21 - v11;
    STRASSEN_STORE(words, to + STRASSEN_A21_A11 * slot, sum);
    sum = v12 - v22;
    STRASSEN_STORE(words, to + STRASSEN_A12_A22 * slot, sum);
    STRASSEN_LOAD(v11, words, in_b);
    STRASSEN_LOAD(v12, words, in_b + part);
    STRASSEN_LOAD(v21, words, in_b + part * b.stride);
    STRASSEN_LOAD(v22, words, in_b + part * b.stride + part);
    sum = v11 + v22;
    STRASSEN_STORE(words, to + STRASSEN_B11_B22 * slot, sum);
    sum = v12 - v22;
    STRASSEN_STORE(words, to + STRASSEN_B12_B22 * slot, sum);
    sum = v21 - v11;
    STRASSEN_STORE(words, to + STRASSEN_B21_B11 * slot, sum);
    sum = v11 + v12;
    STRASSEN_STORE(words, to + STRASSEN_B11_B12 * slot, sum);
    sum = v21 + v22;
    STRASSEN_STORE(words, to + STRASSEN_B21_B22 * slot, sum);
}

/* For the rows from `row` on. */
static inline void strassen_sum(BOTH_GLOBAL float *words, struct strassen_block a, struct strassen_block b,
                                word64 room, word32 part, word32 row, word32 rows)
{
    for (word32 end = row + rows; row < end; row++) {
        for (word32 column = 0; column < part; column += STRASSEN_LANES) {
            strassen_sum_at(words, a, b, room, part, row, column);
        }
    }
}

/* The result's quarters from the seven products, eight columns from `column` on of a row. */
static inline void strassen_combine_at(BOTH_GLOBAL float *words, struct strassen_block c, word64 room,
                                       word32 part, word32 row, word32 column)
{
    word64 slot = (word64)part * part;
    word64 from = room + STRASSEN_PRODUCT_1 * slot + (word64)row * part + column;
    word64 to = c.at + row * c.stride + column;
    strassen_lanes m1, m2, m3, m4, m5, m6, m7, sum;

    STRASSEN_LOAD(m1, words, from);
    STRASSEN_LOAD(m2, words, from + slot);
    STRASSEN_LOAD(m3, words, from + 2 * slot);
    STRASSEN_LOAD(m4, words, from + 3 * slot);
    STRASSEN_LOAD(m5, words, from + 4 * slot);
    STRASSEN_LOAD(m6, words, from + 5 * slot);
    STRASSEN_LOAD(m7, words, from + 6 * slot);
    sum = m1 + m4 - m5 + m7;
    STRASSEN_STORE(words, to, sum);
    sum = m3 + m5;
    STRASSEN_STORE(words, to + part, sum);
    sum = m2 + m4;
    STRASSEN_STORE(words, to + part * c.stride, sum);
    sum = m1 - m2 + m3 + m6;
    STRASSEN_STORE(words, to + part * c.stride + part, sum);
}

/* For the rows from `row` on. */
static inline void strassen_combine(BOTH_GLOBAL float *words, struct strassen_block c, word64 room,
                                    word32 part, word32 row, word32 rows)
{
    for (word32 end = row + rows; row < end; row++) {
        for (word32 column = 0; column < part; column += STRASSEN_LANES) {
            strassen_combine_at(words, c, room, part, row, column);
        }
    }
}

/* ---- leaves ---- */

/* Adds to an element that others may add to at the same time. */
#if defined(__OPENCL_C_VERSION__)
static inline void strassen_add(global float *words, word64 place, float value)
{
    volatile global atomic_uint *at = (volatile global atomic_uint *)&words[place];
    uint before = atomic_load_explicit(at, memory_order_relaxed, memory_scope_device);

    while (!atomic_compare_exchange_weak_explicit(at, &before, as_uint(as_float(before) + value),
                                                  memory_order_relaxed, memory_order_relaxed,
                                                  memory_scope_device)) {
    }
}
#else
static inline void strassen_add(float *words, word64 place, float value)
{
    float before, after;

    __atomic_load(&words[place], &before, __ATOMIC_RELAXED);
    do {
        after = before + value;
    } while (
        !__atomic_compare_exchange(&words[place], &before, &after, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}
#endif

/* The tile of C = A B, or, if it `adds`, of C += A B, that begins at a row and a column. A has `size`
 * columns. */
static inline void strassen_tile(BOTH_GLOBAL float *words, struct strassen_block a, struct strassen_block b,
                                 struct strassen_block c, word32 size, word32 row, word32 column, word32 adds)
{
    strassen_lanes sums[STRASSEN_TILE_ROWS][STRASSEN_TILE_LANES] = {0};

    for (word32 k = 0; k < size; k += 4) {
        float factors[STRASSEN_TILE_ROWS][4];

        BOTH_UNROLL
        for (word32 i = 0; i < STRASSEN_TILE_ROWS; i++) {
            STRASSEN_LOAD_FOUR(factors[i], words, a.at + (row + i) * a.stride + k);
        }
        BOTH_UNROLL
        for (word32 j = 0; j < 4; j++) {
            strassen_lanes x, y;

            STRASSEN_LOAD(x, words, b.at + (k + j) * b.stride + column);
            STRASSEN_LOAD(y, words, b.at + (k + j) * b.stride + column + STRASSEN_LANES);
            BOTH_UNROLL
            for (word32 i = 0; i < STRASSEN_TILE_ROWS; i++) {
                sums[i][0] += factors[i][j] * x;
                sums[i][1] += factors[i][j] * y;
            }
        }
    }
    BOTH_UNROLL
    for (word32 i = 0; i < STRASSEN_TILE_ROWS; i++) {
        word64 to = c.at + (row + i) * c.stride + column;
        float row_sums[STRASSEN_TILE_COLUMNS];

        if (!adds) {
            STRASSEN_STORE(words, to, sums[i][0]);
            STRASSEN_STORE(words, to + STRASSEN_LANES, sums[i][1]);
            continue;
        }
        STRASSEN_STORE_PRIVATE(row_sums, 0, sums[i][0]);
        STRASSEN_STORE_PRIVATE(row_sums, STRASSEN_LANES, sums[i][1]);
        for (word32 j = 0; j < STRASSEN_TILE_COLUMNS; j++) {
            strassen_add(words, to + j, row_sums[j]);
        }
    }
}

/* C = A B of `size` rows, a multiple of a tile's; or, if it `adds`, C += A B. */
static inline void strassen_leaf(BOTH_GLOBAL float *words, struct strassen_block a, struct strassen_block b,
                                 struct strassen_block c, word32 size, word32 adds)
{
    for (word32 tile = 0; tile < size * size / STRASSEN_TILE_COLUMNS; tile += STRASSEN_TILE_ROWS) {
        strassen_tile(words, a, b, c, size, tile % size, tile / size * STRASSEN_TILE_COLUMNS, adds);
    }
}

#endif
