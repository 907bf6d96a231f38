/* decode.cl: a request of an autoregressive model. */
#include "part.h"
#include "sources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NORM_LEAST 1e-5f /* as in vectors.clh */
#define TOLERANCE 2e-3
#define GRAIN 256
#define EACH 2 /* results of a work-item between two barriers */

struct decode {
    uint32_t width, heads, layers, prompt, tokens, requests;
    float *weights;
    float *input;
    float *right;

    /* Of the right result's computation. */
    float *cache;
    float *x; /* and behind it q, mixed, hidden, and the scores of a head */
};

static void choose(struct decode *own, const struct part_sizes *sizes)
{
    static const uint32_t small[][2] = {{8, 32}, {32, 16}, {64, 4}};
    static const uint32_t large[][2] = {{128, 64}, {512, 32}, {1024, 8}};
    const uint32_t *counts = sizes->is_large ? large[sizes->phases] : small[sizes->phases];

    own->width = sizes->is_large ? 512 : 128;
    own->heads = sizes->is_large ? 8 : 4;
    own->layers = 2;
    own->prompt = counts[0];
    own->tokens = counts[1];
    own->requests = sizes->is_large ? 2 : 1;
}

/* out = matrix * vector, each sum in the order of its terms, as the kernel has it. */
static void multiply(const float *matrix, uint32_t rows, const float *vector, uint32_t length, float *out)
{
    uint32_t row, j;

    memset(out, 0, rows * sizeof *out);
    for (j = 0; j < length; j++) {
        for (row = 0; row < rows; row++) {
            out[row] += matrix[(size_t)j * rows + row] * vector[j];
        }
    }
}

static float root_of_squares(const float *vector, uint32_t length)
{
    float squares = 0;
    uint32_t j;

    for (j = 0; j < length; j++) {
        squares += vector[j] * vector[j];
    }
    return sqrtf(squares / (float)length + NORM_LEAST);
}

static void multiply_normed(const float *matrix, uint32_t rows, const float *vector, uint32_t length,
                            float *out)
{
    float root = root_of_squares(vector, length);
    uint32_t row;

    multiply(matrix, rows, vector, length, out);
    for (row = 0; row < rows; row++) {
        out[row] /= root;
    }
}

/* What a token at `position` sees of a layer's keys and values. */
static void attend(const struct decode *own, const float *keys, const float *values, uint32_t position,
                   const float *q, float *scores, float *mixed)
{
    const uint32_t length = own->width / own->heads;
    uint32_t head, p, j;

    memset(mixed, 0, own->width * sizeof *mixed);
    for (head = 0; head < own->heads; head++) {
        const float *part = q + head * length;
        float most = -INFINITY, weights = 0;

        for (p = 0; p <= position; p++) {
            const float *key = keys + (size_t)p * own->width + head * length;
            float sum = 0;

            for (j = 0; j < length; j++) {
                sum += part[j] * key[j];
            }
            scores[p] = sum / sqrtf((float)length);
            most = scores[p] > most ? scores[p] : most;
        }
        for (p = 0; p <= position; p++) {
            const float *value = values + (size_t)p * own->width + head * length;
            float weight = expf(scores[p] - most);

            weights += weight;
            for (j = 0; j < length; j++) {
                mixed[head * length + j] += weight * value[j];
            }
        }
        for (j = 0; j < length; j++) {
            mixed[head * length + j] /= weights;
        }
    }
}

/* Takes the token at `position` through a layer. A prompt's tokens one after the other see the same as all at
 * once: only those in front of them. */
static void pass_layer(const struct decode *own, uint32_t layer, uint32_t position, float *x, float *scratch)
{
    const uint32_t width = own->width, positions = own->prompt + own->tokens;
    const size_t square = (size_t)width * width;
    const float *matrices = own->weights + layer * 8 * square;
    float *keys = own->cache + (size_t)layer * 2 * positions * width;
    float *values = keys + (size_t)positions * width;
    float *mixed = scratch + 3 * width;
    float *hidden = mixed + width;
    uint32_t j;

    multiply_normed(matrices, 3 * width, x, width, scratch);
    memcpy(keys + (size_t)position * width, scratch + width, width * sizeof *x);
    memcpy(values + (size_t)position * width, scratch + 2 * width, width * sizeof *x);
    attend(own, keys, values, position, scratch, hidden + 2 * width, mixed);
    multiply(matrices + 3 * square, width, mixed, width, scratch);
    for (j = 0; j < width; j++) {
        x[j] += scratch[j];
    }
    multiply_normed(matrices + 4 * square, 2 * width, x, width, hidden);
    for (j = 0; j < 2 * width; j++) {
        hidden[j] = hidden[j] > 0 ? hidden[j] : 0;
    }
    multiply(matrices + 6 * square, width, hidden, 2 * width, scratch);
    for (j = 0; j < width; j++) {
        x[j] += scratch[j];
    }
}

static void solve(struct decode *own)
{
    const uint32_t width = own->width;
    uint32_t position, layer, j;

    for (position = 0; position < own->prompt + own->tokens - 1; position++) {
        float *made = position + 1 >= own->prompt ? own->right + (position + 1 - own->prompt) * width : NULL;

        if (position < own->prompt) {
            memcpy(own->x, own->input + (size_t)position * width, width * sizeof *own->x);
        } else {
            const float *last = own->right + (position - own->prompt) * width;
            float root = root_of_squares(last, width);

            for (j = 0; j < width; j++) {
                own->x[j] = last[j] / root;
            }
        }
        for (layer = 0; layer < own->layers; layer++) {
            pass_layer(own, layer, position, own->x, own->x + width);
        }
        if (made != NULL) {
            memcpy(made, own->x, width * sizeof *made);
        }
    }
}

static void declare(struct part *part)
{
    const struct decode *own = part->own;
    const uint64_t width = own->width, positions = own->prompt + own->tokens;
    const unsigned weights =
        kernel_plan_upload(&part->plan, own->weights, own->layers * 8 * width * width * sizeof(float));
    const unsigned prompt = kernel_plan_upload(&part->plan, own->input, own->prompt * width * sizeof(float));
    const unsigned cache =
        kernel_plan_buffer(&part->plan, own->layers * 2 * positions * width * sizeof(float));
    const unsigned work =
        kernel_plan_buffer(&part->plan, own->prompt * (6 * width + own->heads * positions) * sizeof(float));

    part->plan.result = kernel_plan_buffer(&part->plan, own->tokens * width * sizeof(float));
    part->word_count = own->tokens * width;
    kernel_plan_pass(&part->plan, weights);
    kernel_plan_pass(&part->plan, prompt);
    kernel_plan_pass(&part->plan, cache);
    kernel_plan_pass(&part->plan, work);
    kernel_plan_pass(&part->plan, part->plan.result);
    kernel_plan_pass_word(&part->plan, own->width);
    kernel_plan_pass_word(&part->plan, own->heads);
    kernel_plan_pass_word(&part->plan, own->layers);
    kernel_plan_pass_word(&part->plan, own->prompt);
    kernel_plan_pass_word(&part->plan, own->tokens);
    kernel_plan_pass_word(&part->plan, own->requests);
    kernel_plan_pass_word(&part->plan, GRAIN);
    kernel_plan_pass_word(&part->plan, EACH);
}

static int make(struct part *part, const struct part_sizes *sizes, struct tool_error *error)
{
    struct decode *own = part->own;
    uint64_t seed = sizes->seed;
    uint64_t weights, cache, scratch;

    choose(own, sizes);
    weights = (uint64_t)own->layers * 8 * own->width * own->width;
    cache = (uint64_t)own->layers * 2 * (own->prompt + own->tokens) * own->width;
    scratch = 7 * (uint64_t)own->width + own->prompt + own->tokens;
    own->weights = malloc(weights * sizeof(float));
    own->input = malloc((uint64_t)own->prompt * own->width * sizeof(float));
    own->right = malloc((uint64_t)own->tokens * own->width * sizeof(float));
    own->cache = malloc(cache * sizeof(float));
    own->x = malloc(scratch * sizeof(float));
    if (own->weights == NULL || own->input == NULL || own->right == NULL || own->cache == NULL ||
        own->x == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    part_random(own->weights, weights, 1.5f / sqrtf((float)own->width), &seed);
    part_random(own->input, (uint64_t)own->prompt * own->width, 1, &seed);
    solve(own);
    declare(part);
    return 0;
}

static int is_wrong(const struct part *part)
{
    const struct decode *own = part->own;

    return part_differ((const float *)part->words, own->right, part->word_count, TOLERANCE);
}

static void clear(struct part *part)
{
    struct decode *own = part->own;

    free(own->weights);
    free(own->input);
    free(own->right);
    free(own->cache);
    free(own->x);
}

const struct part_form part_decode = {.name = "decode",
                                      .about = "answers requests: a prompt, then one token after the other",
                                      .source = &elastic_decode_source,
                                      .own_bytes = sizeof(struct decode),
                                      .make = make,
                                      .is_wrong = is_wrong,
                                      .clear = clear};
