/* saxpy by hand: an element of one member lies alike in all layouts. */
kernel void saxpy_by_hand(global const float *x, global float *y, float a, uint width, uint height,
                          uint row_cells, uint block_cells)
{
    size_t i = get_global_id(0);

    if (i < width) {
        y[i] = a * x[i] + y[i];
    }
}
