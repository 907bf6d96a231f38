/* A step of heat on plain arrays, and the padding of a block in x, which closes to a ring. */
#pragma OPENCL FP_CONTRACT OFF

kernel void columns(global double *cells, uint width)
{
    size_t row = (get_global_id(0) + 1) * (width + 2);

    cells[row] = cells[row + width];
    cells[row + width + 1] = cells[row + 1];
}

kernel void heat(global const double *from, global double *to, double part, uint width, uint height)
{
    size_t pitch = width + 2, i = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
    double here;

    if (get_global_id(0) >= width || get_global_id(1) >= height) {
        return;
    }
    here = from[i];
    to[i] = here + part * (((from[i - 1] + from[i + 1]) - 2 * here) +
                           ((from[i - pitch] + from[i + pitch]) - 2 * here));
}
