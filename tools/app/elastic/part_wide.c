/* wide.cl: a stage of matrix products. */
#include "part.h"
#include "sources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NORM_LEAST 1e-5f /* as in vectors.clh */
#define TOLERANCE 2e-3
#define GRAIN 256
#define EACH 2 /* results of a work-item between two barriers */
#define MATRICES 4

struct wide {
    uint32_t width, columns, wide_rounds, narrow_rounds, batches;
    float *weights;
    float *input;
    float *right; /* the summary */
    float *columns_now;
    float *mean;
    float *vector;
};

static void choose(struct wide *own, const struct part_sizes *sizes)
{
    static const uint32_t small[][2] = {{2, 96}, {4, 32}, {8, 4}};
    static const uint32_t large[][2] = {{2, 64}, {4, 32}, {8, 4}};
    const uint32_t *rounds = sizes->is_large ? large[sizes->phases] : small[sizes->phases];

    own->width = sizes->is_large ? 512 : 128;
    own->columns = sizes->is_large ? 512 : 64;
    own->wide_rounds = rounds[0];
    own->narrow_rounds = rounds[1];
    own->batches = 4;
}

/* vector = matrix * vector, divided by the vector's norm or not; scratch has room for as many. */
static void multiply(const float *matrix, float *vector, uint32_t width, int is_normed, float *scratch)
{
    float squares = 0;
    float root;
    uint32_t row, j;

    memset(scratch, 0, width * sizeof *scratch);
    for (j = 0; j < width; j++) {
        squares += vector[j] * vector[j];
        for (row = 0; row < width; row++) {
            scratch[row] += matrix[(size_t)j * width + row] * vector[j];
        }
    }
    root = is_normed ? sqrtf(squares / (float)width + NORM_LEAST) : 1;
    for (row = 0; row < width; row++) {
        vector[row] = scratch[row] / root;
    }
}

static const float *matrix_of(const struct wide *own, uint32_t round)
{
    return own->weights + (size_t)(round % MATRICES) * own->width * own->width;
}

static void multiply_columns(struct wide *own, uint32_t round)
{
    uint32_t column, row;

    for (column = 0; column < own->columns; column++) {
        float *now = own->columns_now + (size_t)column * own->width;

        multiply(matrix_of(own, round), now, own->width, 1, own->vector);
        for (row = 0; row < own->width; row++) {
            now[row] = now[row] > 0 ? now[row] : 0;
        }
    }
}

static void pool(struct wide *own)
{
    uint32_t column, row;

    memset(own->right, 0, own->width * sizeof *own->right);
    for (column = 0; column < own->columns; column++) {
        for (row = 0; row < own->width; row++) {
            own->right[row] += own->columns_now[(size_t)column * own->width + row];
        }
    }
    for (row = 0; row < own->width; row++) {
        own->right[row] /= (float)own->columns;
    }
}

static void solve(struct wide *own)
{
    const uint64_t numbers = (uint64_t)own->columns * own->width;
    uint32_t batch, round, row;
    uint64_t i;

    memset(own->right, 0, own->width * sizeof *own->right);
    for (batch = 0; batch < own->batches; batch++) {
        for (i = 0; i < numbers; i++) {
            own->columns_now[i] = own->input[i] + own->right[i % own->width];
        }
        for (round = 0; round < own->wide_rounds; round++) {
            multiply_columns(own, round);
        }
        pool(own);
        memcpy(own->mean, own->right, own->width * sizeof *own->mean);
        for (round = 0; round < own->narrow_rounds; round++) {
            multiply(matrix_of(own, round), own->right, own->width, 0, own->vector);
            for (row = 0; row < own->width; row++) {
                own->right[row] += own->mean[row];
                own->right[row] /= 1 + fabsf(own->right[row]);
            }
        }
    }
}

static void declare(struct part *part)
{
    const struct wide *own = part->own;
    const uint64_t width = own->width;
    const unsigned weights =
        kernel_plan_upload(&part->plan, own->weights, MATRICES * width * width * sizeof(float));
    const unsigned input = kernel_plan_upload(&part->plan, own->input, own->columns * width * sizeof(float));
    const unsigned work = kernel_plan_buffer(&part->plan, (2 * own->columns + 3) * width * sizeof(float));

    part->plan.result = kernel_plan_buffer(&part->plan, width * sizeof(float));
    part->word_count = width;
    kernel_plan_pass(&part->plan, weights);
    kernel_plan_pass(&part->plan, input);
    kernel_plan_pass(&part->plan, work);
    kernel_plan_pass(&part->plan, part->plan.result);
    kernel_plan_pass_word(&part->plan, own->width);
    kernel_plan_pass_word(&part->plan, own->columns);
    kernel_plan_pass_word(&part->plan, MATRICES);
    kernel_plan_pass_word(&part->plan, own->wide_rounds);
    kernel_plan_pass_word(&part->plan, own->narrow_rounds);
    kernel_plan_pass_word(&part->plan, own->batches);
    kernel_plan_pass_word(&part->plan, GRAIN);
    kernel_plan_pass_word(&part->plan, EACH);
}

static int make(struct part *part, const struct part_sizes *sizes, struct tool_error *error)
{
    struct wide *own = part->own;
    uint64_t seed = sizes->seed;
    uint64_t weights, numbers;

    choose(own, sizes);
    weights = (uint64_t)MATRICES * own->width * own->width;
    numbers = (uint64_t)own->columns * own->width;
    own->weights = malloc(weights * sizeof(float));
    own->input = malloc(numbers * sizeof(float));
    own->columns_now = malloc(numbers * sizeof(float));
    own->right = malloc(own->width * sizeof(float));
    own->vector = malloc(own->width * sizeof(float));
    own->mean = malloc(own->width * sizeof(float));
    if (own->weights == NULL || own->input == NULL || own->columns_now == NULL || own->right == NULL ||
        own->vector == NULL || own->mean == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    part_random(own->weights, weights, 1.5f / sqrtf((float)own->width), &seed);
    part_random(own->input, numbers, 1, &seed);
    solve(own);
    declare(part);
    return 0;
}

static int is_wrong(const struct part *part)
{
    const struct wide *own = part->own;

    return part_differ((const float *)part->words, own->right, part->word_count, TOLERANCE);
}

static void clear(struct part *part)
{
    struct wide *own = part->own;

    free(own->weights);
    free(own->input);
    free(own->columns_now);
    free(own->right);
    free(own->vector);
    free(own->mean);
}

const struct part_form part_wide = {.name = "wide",
                                    .about = "matrix products of a batch, and a recurrent summary behind it",
                                    .source = &elastic_wide_source,
                                    .own_bytes = sizeof(struct wide),
                                    .make = make,
                                    .is_wrong = is_wrong,
                                    .clear = clear};
