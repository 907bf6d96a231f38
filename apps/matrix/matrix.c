/* The command of matrix: the product of two matrices. */
#include "matrix_graph.h"
#include "tools/grid/grid_file.h"
#include "tools/grid/grid_graph.h"
#include "tools/options/options.h"
#include "tools/runner/application.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 8u

struct matrices {
    uint64_t size;
    float *left;
    float *right;
    float *product;
    float most; /* of the product */
};

static void print_usage(void)
{
    fputs(
        "Usage: coop-app matrix [OPTION …]\n\n"
        "The product of two matrices of small whole numbers, in squares of 8x8, in a graph of kernels over "
        "devices.\n\n"
        "  --size N              numbers in a row, a multiple of 8 (default 256)\n"
        "  --cut XxY             blocks of squares in each dimension, spread over the devices (default 1x1)\n"
        "  --output FILE         the product, row by row, as floats\n"
        "  --picture FILE        the product as a picture (PGM)\n",
        stdout);
    fputs(GRID_CHOICE_USAGE "\n" OPTIONS_EXIT_STATUS, stdout);
}

static int parse(struct matrix_options *options, int count, char **arguments, struct tool_error *error)
{
    struct grid_choice *choice = &options->choice;
    const struct option table[] = {{"--size", OPTION_NUMBER, &options->size, SIDE, 65536},
                                   GRID_CHOICE_OPTIONS(choice),
                                   {NULL, OPTION_FLAG, NULL, 0, 0}};

    grid_choice_begin(choice);
    options->size = 256;
    if (options_parse(table, count, arguments, 2, error) != 0) {
        return -1;
    }
    if (options->size % SIDE != 0) {
        return tool_fail(error, "--size wants a multiple of 8, not %" PRIu64, options->size);
    }
    return choice->help || (grid_choice_read(choice, error) == 0 &&
                            grid_choice_cut(choice, 2, options->cut, error) == 0)
               ? 0
               : -1;
}

/* ---- the sequential way ---- */

/* From -4 to 4; sums of products are whole and below 2^24, so that floats have them exactly. */
static void begin(const struct matrices *matrices)
{
    uint32_t seed = 12345;

    for (uint64_t i = 0; i < 2 * matrices->size * matrices->size; i++) {
        float *numbers = i % 2 == 0 ? matrices->left : matrices->right;

        seed = seed * 1664525u + 1013904223u;
        numbers[i / 2] = (float)(seed >> 8) / 1864135.0f - 4.0f;
        numbers[i / 2] = (float)(int)numbers[i / 2];
    }
}

/* 1: the product is right, 0: it is not. */
static int verify(const struct matrices *matrices)
{
    uint64_t size = matrices->size;

    for (uint64_t row = 0; row < size; row++) {
        for (uint64_t column = 0; column < size; column++) {
            float sum = 0.0f;

            for (uint64_t k = 0; k < size; k++) {
                sum += matrices->left[row * size + k] * matrices->right[k * size + column];
            }
            if (sum != matrices->product[row * size + column]) {
                return 0;
            }
        }
    }
    return 1;
}

/* ---- the result ---- */

static double grey(const void *context, uint64_t cell)
{
    const struct matrices *matrices = context;

    return matrices->most > 0.0f ? 0.5 + 0.5 * (double)(matrices->product[cell] / matrices->most) : 0.5;
}

static int write_files(const struct matrix_options *options, struct matrices *matrices,
                       struct tool_error *error)
{
    uint64_t count = matrices->size * matrices->size;

    matrices->most = 0.0f;
    for (uint64_t i = 0; i < count; i++) {
        float size = matrices->product[i] < 0.0f ? -matrices->product[i] : matrices->product[i];

        matrices->most = size > matrices->most ? size : matrices->most;
    }
    return grid_file_write(options->choice.output, matrices->product, sizeof *matrices->product, count,
                           error) != 0
               ? -1
               : grid_file_picture(options->choice.picture, matrices->size, matrices->size, grey, matrices,
                                   error);
}

static void report(const struct matrix_options *options, double ms, int is_same)
{
    uint64_t side = options->size / SIDE;
    const struct grid_course course = {2, {side, side}, {options->cut[0], options->cut[1]}, side, ms};
    double size = (double)options->size;
    double gigaflops = 2e-6 * size * size * size / ms;
    struct json json;

    if (grid_choice_report(&options->choice, "matrix", &course, &json)) {
        json_count(&json, "size", options->size);
        json_number(&json, "gigaflops", gigaflops);
        if (options->choice.verify) {
            json_truth(&json, "same_bits", is_same);
        }
        json_end(&json, '}');
        return;
    }
    printf("Squares   %" PRIu64 " in %u x %u blocks\nSteps     %" PRIu64 "\n", side * side, options->cut[0],
           options->cut[1], side);
    printf("Took      %.3f ms, %.2f gigaflops\n", ms, gigaflops);
    if (options->choice.verify) {
        grid_graph_print_verified(is_same);
    }
}

/* The exit status, or -1. */
static int multiply(const struct matrix_options *options, struct matrices *matrices, struct tool_error *error)
{
    double ms = 0;
    int is_same = 1;

    begin(matrices);
    if (matrix_run(options, matrices->left, matrices->right, matrices->product, &ms, error) != 0 ||
        write_files(options, matrices, error) != 0) {
        return -1;
    }
    if (options->choice.verify) {
        is_same = verify(matrices);
    }
    report(options, ms, is_same);
    return !is_same;
}

static int matrix_command(const struct application *application, int count, char **arguments)
{
    struct matrix_options options = {.size = 0};
    struct matrices matrices = {.left = NULL};
    struct tool_error error;
    size_t bytes;
    int code;

    (void)application;
    if (parse(&options, count, arguments, &error) != 0) {
        fprintf(stderr, "coop-app matrix: %s; see coop-app matrix --help\n", error.text);
        return 2;
    }
    if (options.choice.help) {
        print_usage();
        return 0;
    }
    bytes = (size_t)(options.size * options.size) * sizeof(float);
    matrices = (struct matrices){options.size, malloc(bytes), malloc(bytes), malloc(bytes), 0.0f};
    code = matrices.left != NULL && matrices.right != NULL && matrices.product != NULL
               ? multiply(&options, &matrices, &error)
               : tool_fail(&error, "the host has no memory left for three matrices");
    if (code < 0) {
        fprintf(stderr, "coop-app matrix: %s\n", error.text);
    }
    free(matrices.left);
    free(matrices.right);
    free(matrices.product);
    return code != 0;
}

const struct application application_matrix = {.name = "matrix",
                                               .summary = "a product of matrices, over several devices",
                                               .command = matrix_command,
                                               .source = "Cannon 1969",
                                               .primitives = "none",
                                               .input = "a size"};
