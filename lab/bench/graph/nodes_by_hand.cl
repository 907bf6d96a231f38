/* The kernels of graph_nodes.cl on plain arrays, and what fills the padding of a block from the
 * blocks beside it, for both sides of a dimension. A row has `pitch` cells, two of them padding. */
kernel void count(global uint *at)
{
    at[0] += 1;
}

kernel void columns(global uint *cells, global const uint *low, global const uint *high, uint pitch)
{
    size_t row = (get_global_id(0) + 1) * pitch;

    cells[row] = low[row + pitch - 2];
    cells[row + pitch - 1] = high[row + 1];
}

kernel void rows(global uint *cells, global const uint *low, global const uint *high, uint pitch)
{
    size_t column = get_global_id(0), last = (pitch - 2) * pitch;

    cells[column] = low[last + column];
    cells[last + pitch + column] = high[pitch + column];
}

kernel void around(global const uint *from, global uint *to, uint pitch)
{
    size_t i = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;

    to[i] = 1 + from[i - 1] + from[i + 1] + from[i - pitch] + from[i + pitch];
}
