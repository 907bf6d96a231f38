/* flux by hand, in the layout that BY_HAND is; the arithmetic is that of apps/flux/flux.cl. */
#if BY_HAND == COOP_AOS
#define FLUX_CELL(x, y) cells[(y)*row_cells + (x)]
#else
#if BY_HAND == COOP_SOA
#define FLUX_PLACE(x, y, k) (((y)*4 + (k)) * row_cells + (x))
#else
#define FLUX_PLACE(x, y, k) ((k)*block_cells + (y)*row_cells + (x))
#endif
#define FLUX_CELL(x, y) flux_cell(from, x, y, row_cells, block_cells)

static struct flow flux_cell(global const float *from, size_t x, size_t y, size_t row_cells,
                             size_t block_cells)
{
    struct flow cell;

    cell.density = from[FLUX_PLACE(x, y, 0)];
    cell.momentum[0] = from[FLUX_PLACE(x, y, 1)];
    cell.momentum[1] = from[FLUX_PLACE(x, y, 2)];
    cell.energy = from[FLUX_PLACE(x, y, 3)];
    return cell;
}
#endif

kernel void flux_by_hand(global const float *from, global float *to, float ratio, uint width, uint height,
                         uint row, uint block)
{
    size_t x = get_global_id(0) + 1, y = get_global_id(1) + 1, row_cells = row, block_cells = block;
    struct flow next;
#if BY_HAND == COOP_AOS
    global const struct flow *cells = (global const struct flow *)from;
#endif

    if (get_global_id(0) >= width || get_global_id(1) >= height) {
        return;
    }
    next = flux_of(FLUX_CELL(x, y), FLUX_CELL(x - 1, y), FLUX_CELL(x + 1, y), FLUX_CELL(x, y - 1),
                   FLUX_CELL(x, y + 1), ratio);
#if BY_HAND == COOP_AOS
    ((global struct flow *)to)[y * row_cells + x] = next;
#else
    to[FLUX_PLACE(x, y, 0)] = next.density;
    to[FLUX_PLACE(x, y, 1)] = next.momentum[0];
    to[FLUX_PLACE(x, y, 2)] = next.momentum[1];
    to[FLUX_PLACE(x, y, 3)] = next.energy;
#endif
}
