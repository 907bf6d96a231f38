/* The product on devices. */
#ifndef APPS_MATRIX_GRAPH_H
#define APPS_MATRIX_GRAPH_H

#include "tools/error/tool_error.h"
#include "tools/grid/grid_choice.h"

struct matrix_options {
    struct grid_choice choice;
    uint64_t size; /* numbers in a row; a multiple of SQUARE_SIDE */
    uint32_t cut[3];
};

/* Multiplies two matrices of size x size numbers, row by row.
 * ms  out, how long the steps took. */
int matrix_run(const struct matrix_options *options, const float *left, const float *right, float *product,
               double *ms, struct tool_error *error);

#endif
