/* A step of the product of two matrices on a grid of squares, as Cannon's algorithm goes: each work-item
 * multiplies the squares of both that are at its place, adds that to its square of the product, and takes
 * from the right what comes next of the left matrix, from above what comes next of the right one. */
#include "coop/tensor.clh"
#include "matrix_elements.clh"

#pragma OPENCL FP_CONTRACT OFF

kernel void multiply(coop_tensor(square, left), coop_tensor(square, right), coop_tensor(square, next_left),
                     coop_tensor(square, next_right), coop_tensor(square, product))
{
    struct square a, b, sum;

    if (!coop_is_inside(left)) {
        return;
    }
    a = square_get(left, 0, 0);
    b = square_get(right, 0, 0);
    sum = square_get(product, 0, 0);
    for (int row = 0; row < SQUARE_SIDE; row++) {
        for (int k = 0; k < SQUARE_SIDE; k++) {
            for (int column = 0; column < SQUARE_SIDE; column++) {
                sum.values[row * SQUARE_SIDE + column] +=
                    a.values[row * SQUARE_SIDE + k] * b.values[k * SQUARE_SIDE + column];
            }
        }
    }
    square_put(product, 0, 0, sum);
    square_put(next_left, 0, 0, square_get(left, 1, 0));
    square_put(next_right, 0, 0, square_get(right, 0, 1));
}
