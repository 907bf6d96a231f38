#include "matmul_device.h"

#include "periodic_kernels.h"
#include "tools/random/random.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_WORDS 16

static uint32_t pitch_of(uint32_t n)
{
    return (n + BLOCK_WORDS - 1) / BLOCK_WORDS * BLOCK_WORDS;
}

static uint64_t matrix_bytes(uint32_t n)
{
    return (uint64_t)n * pitch_of(n) * sizeof(uint32_t);
}

uint64_t matmul_device_bytes(uint32_t n)
{
    return 3 * (matrix_bytes(n) + 128);
}

/* words[row][column] are random for column < n, and 0 in the padding. */
static void fill_matrix(const struct matmul_device *matmul, uint64_t *state, uint32_t *words)
{
    uint32_t row, column;

    for (row = 0; row < matmul->n; row++) {
        for (column = 0; column < matmul->pitch; column++) {
            words[(size_t)row * matmul->pitch + column] =
                column < matmul->n ? (uint32_t)random_next(state) : 0;
        }
    }
}

static void multiply_vector(const struct matmul_device *matmul, const uint32_t *words, const uint32_t *vector,
                            uint32_t *result)
{
    uint32_t row, column;

    for (row = 0; row < matmul->n; row++) {
        uint32_t sum = 0;

        for (column = 0; column < matmul->n; column++) {
            sum += words[(size_t)row * matmul->pitch + column] * vector[column];
        }
        result[row] = sum;
    }
}

static int put_matrices(struct matmul_device *matmul, uint64_t seed, uint32_t *words,
                        struct tool_error *error)
{
    const struct session *session = matmul->session;
    uint64_t bytes = matrix_bytes(matmul->n);
    uint32_t i;

    for (i = 0; i < matmul->n; i++) {
        matmul->x[i] = (uint32_t)random_next(&seed) | 1;
        matmul->x_sum += matmul->x[i];
    }
    fill_matrix(matmul, &seed, words);
    multiply_vector(matmul, words, matmul->x, matmul->row);
    if (session_check(session, coop_buffer_write(matmul->b, 0, words, bytes), error) != 0) {
        return -1;
    }
    fill_matrix(matmul, &seed, words);
    multiply_vector(matmul, words, matmul->row, matmul->product);
    if (session_check(session, coop_buffer_write(matmul->a, 0, words, bytes), error) != 0) {
        return -1;
    }
    return session_check(session, coop_buffer_fill(matmul->c, 0, 0, bytes), error);
}

int matmul_device_init(struct matmul_device *matmul, const struct session *session, uint32_t n, uint64_t seed,
                       struct tool_error *error)
{
    uint64_t bytes = matrix_bytes(n);
    uint32_t *words;
    int status;

    memset(matmul, 0, sizeof *matmul);
    matmul->session = session;
    matmul->n = n;
    matmul->pitch = pitch_of(n);
    if (session_check(session, coop_buffer_create(session->context, bytes, &matmul->a), error) != 0 ||
        session_check(session, coop_buffer_create(session->context, bytes, &matmul->b), error) != 0 ||
        session_check(session, coop_buffer_create(session->context, bytes, &matmul->c), error) != 0) {
        return -1;
    }
    matmul->x = calloc(n, sizeof *matmul->x);
    matmul->product = calloc(n, sizeof *matmul->product);
    matmul->row = calloc(matmul->pitch, sizeof *matmul->row);
    words = malloc((size_t)bytes);
    if (matmul->x == NULL || matmul->product == NULL || matmul->row == NULL || words == NULL) {
        status = tool_fail(error, "memory is exhausted by matrices of %u x %u", n, n);
    } else {
        status = put_matrices(matmul, seed, words, error);
    }
    free(words);
    return status;
}

int matmul_device_launch(struct matmul_device *matmul, uint32_t groups, uint32_t salt, coop_launch **launch,
                         struct tool_error *error)
{
    const struct matmul_args args = {.a = coop_buffer_address(matmul->a),
                                     .b = coop_buffer_address(matmul->b),
                                     .c = coop_buffer_address(matmul->c),
                                     .n = matmul->n,
                                     .pitch = matmul->pitch,
                                     .salt = salt};
    const struct coop_launch_options options = {.groups = groups, .priority = 1};
    struct coop_run_report report;
    struct coop_ndrange ndrange = {.dimensions = 1};
    uint64_t items = (uint64_t)matmul->n * (matmul->pitch / BLOCK_WORDS);

    if (session_check(matmul->session, coop_run_report(matmul->session->run, &report), error) != 0) {
        return -1;
    }
    /* OpenCL's rule that the global size be a multiple of the local one; the kernel ignores the surplus. */
    ndrange.global_items[0] = (items + report.local_items - 1) / report.local_items * report.local_items;
    return session_check(matmul->session,
                         matmul_launch(matmul->session->run, &args, &ndrange, &options, launch), error);
}

int matmul_device_check(struct matmul_device *matmul, uint32_t salt, uint32_t first, uint32_t count,
                        uint32_t *wrong, struct tool_error *error)
{
    uint64_t row_bytes = (uint64_t)matmul->pitch * sizeof *matmul->row;
    uint32_t row, column;

    *wrong = 0;
    for (row = first; row < first + count; row++) {
        uint32_t sum = 0;

        if (session_check(matmul->session,
                          coop_buffer_read(matmul->c, row * row_bytes, matmul->row, row_bytes), error) != 0) {
            return -1;
        }
        for (column = 0; column < matmul->n; column++) {
            sum += matmul->row[column] * matmul->x[column];
        }
        *wrong += sum != matmul->product[row] + salt * matmul->x_sum;
    }
    return 0;
}

void matmul_device_clear(struct matmul_device *matmul)
{
    coop_buffer_destroy(matmul->a);
    coop_buffer_destroy(matmul->b);
    coop_buffer_destroy(matmul->c);
    free(matmul->x);
    free(matmul->product);
    free(matmul->row);
    memset(matmul, 0, sizeof *matmul);
}
