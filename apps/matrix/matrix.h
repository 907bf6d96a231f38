/* The cells of matrix, for kernel and host: squares of a matrix, row by row. */
#ifndef APPS_MATRIX_H
#define APPS_MATRIX_H

#define SQUARE_SIDE 8

struct square {
    float values[64];
};
coop_elements(square);

#endif
