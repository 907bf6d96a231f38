#include "matmul.h"

#include "tools/random/random.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_WORDS 16 /* as in matmul.cl */

static uint32_t pitch_of(uint32_t n)
{
    return (n + BLOCK_WORDS - 1) / BLOCK_WORDS * BLOCK_WORDS;
}

uint64_t matmul_bytes(uint32_t n)
{
    return (uint64_t)n * pitch_of(n) * sizeof(uint32_t);
}

int matmul_init(struct matmul *matmul, uint32_t n, uint32_t depth, struct tool_error *error)
{
    memset(matmul, 0, sizeof *matmul);
    matmul->n = n;
    matmul->depth = depth;
    matmul->pitch = pitch_of(n);
    matmul->x = calloc(n, sizeof *matmul->x);
    matmul->product = calloc(n, sizeof *matmul->product);
    matmul->row = calloc(matmul->pitch, sizeof *matmul->row);
    matmul->words = malloc((size_t)matmul_bytes(n));
    if (matmul->x == NULL || matmul->product == NULL || matmul->row == NULL || matmul->words == NULL) {
        return tool_fail(error, "memory is exhausted by matrices of %u x %u", n, n);
    }
    return 0;
}

/* words[row][column] are random for column < n, and 0 in the padding. */
static void fill(struct matmul *matmul, uint64_t *random)
{
    uint32_t row, column;

    for (row = 0; row < matmul->n; row++) {
        for (column = 0; column < matmul->pitch; column++) {
            matmul->words[(size_t)row * matmul->pitch + column] =
                column < matmul->n ? (uint32_t)random_next(random) : 0;
        }
    }
}

/* With the matrix in `words`, of so many columns. */
static void multiply_vector(const struct matmul *matmul, uint32_t columns, const uint32_t *vector,
                            uint32_t *result)
{
    uint32_t row, column;

    for (row = 0; row < matmul->n; row++) {
        uint32_t sum = 0;

        for (column = 0; column < columns; column++) {
            sum += matmul->words[(size_t)row * matmul->pitch + column] * vector[column];
        }
        result[row] = sum;
    }
}

void matmul_make_b(struct matmul *matmul, uint64_t *random)
{
    uint32_t i;

    for (i = 0; i < matmul->n; i++) {
        matmul->x[i] = (uint32_t)random_next(random) | 1;
        matmul->x_sum += matmul->x[i];
    }
    fill(matmul, random);
    multiply_vector(matmul, matmul->n, matmul->x, matmul->row);
}

void matmul_make_a(struct matmul *matmul, uint64_t *random)
{
    fill(matmul, random);
    multiply_vector(matmul, matmul->depth, matmul->row, matmul->product);
}

void matmul_forget_words(struct matmul *matmul)
{
    free(matmul->words);
    matmul->words = NULL;
}

uint64_t matmul_items(const struct matmul *matmul)
{
    return (uint64_t)matmul->n * (matmul->pitch / BLOCK_WORDS);
}

int matmul_row_is_wrong(const struct matmul *matmul, uint32_t row, uint32_t salt)
{
    uint32_t sum = 0;
    uint32_t column;

    for (column = 0; column < matmul->n; column++) {
        sum += matmul->row[column] * matmul->x[column];
    }
    return sum != matmul->product[row] + salt * matmul->x_sum;
}

void matmul_rows_to_check(const struct matmul *matmul, uint32_t number, uint32_t *first, uint32_t *count)
{
    *first = number == 0 ? 0 : (number * 37) % matmul->n;
    *count = number == 0 ? matmul->n : 1;
}

void matmul_clear(struct matmul *matmul)
{
    free(matmul->x);
    free(matmul->product);
    free(matmul->row);
    free(matmul->words);
    memset(matmul, 0, sizeof *matmul);
}
