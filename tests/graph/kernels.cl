/* Kernels on tensors in each layout and 1 to 3 dimensions: each accessor is used, and what they compute is in
 * tensor.c once more. */
#include "coop/tensor.clh"
#include "accessors.clh"

#ifndef TILE
#define TILE 8
#endif

static struct mixed next_of(struct mixed cell, struct mixed beside, uchar tag, short count, int step)
{
    cell.tag += tag;
    cell.position += beside.position;
    cell.counts[1] = count;
    cell.key ^= beside.key;
    cell.small[0] = beside.small[1];
    cell.level -= step;
    return cell;
}

kernel void step_1_aos(coop_tensor_of(mixed, 1, COOP_AOS, from), coop_tensor_of(mixed, 1, COOP_AOS, to),
                       int step)
{
    if (!coop_is_inside(from)) {
        return;
    }
    mixed_put_1(to, 0, next_of(mixed_get_1(from, 0), mixed_get_1(from, 1), mixed_tag_1(from, -1),
                               mixed_counts_1(from, 2, -1), step));
    mixed_set_level_1(to, 0, mixed_level_1(to, 0) + coop_global_x(from) + coop_extent_x(from));
}

kernel void step_1_soa(coop_tensor_of(mixed, 1, COOP_SOA, from), coop_tensor_of(mixed, 1, COOP_SOA, to),
                       int step)
{
    if (!coop_is_inside(from)) {
        return;
    }
    mixed_put_1(to, 0, next_of(mixed_get_1(from, 0), mixed_get_1(from, 1), mixed_tag_1(from, -1),
                               mixed_counts_1(from, 2, -1), step));
    mixed_set_level_1(to, 0, mixed_level_1(to, 0) + coop_global_x(from) + coop_extent_x(from));
}

kernel void step_1_block(coop_tensor_of(mixed, 1, COOP_SOA_BLOCK, from),
                         coop_tensor_of(mixed, 1, COOP_AOS, to), int step)
{
    if (!coop_is_inside(from)) {
        return;
    }
    mixed_put_1(to, 0, next_of(mixed_get_1(from, 0), mixed_get_1(from, 1), mixed_tag_1(from, -1),
                               mixed_counts_1(from, 2, -1), step));
    mixed_set_level_1(to, 0, mixed_level_1(to, 0) + coop_global_x(from) + coop_extent_x(from));
}

/* A function whose parameter is a tensor; COOP_LAYOUT_mixed and COOP_DIMENSIONS are those of this build. */
static short count_beside(coop_tensor(mixed, from))
{
    return mixed_counts(from, 2, -1, 1);
}

kernel void step_2(coop_tensor(mixed, from), coop_tensor(mixed, to), int step)
{
    if (!coop_is_inside(from)) {
        return;
    }
    mixed_put(to, 0, 0, next_of(mixed_get(from, 0, 0), mixed_get(from, 1, -1), mixed_tag(from, -1, 0),
                                count_beside(coop_pass(from)), step));
    mixed_set_level(to, 0, 0, mixed_level(to, 0, 0) + coop_global_y(from) * 100 + coop_extent_y(from));
}

kernel void step_2_aos(coop_tensor_in(mixed, COOP_AOS, from), coop_tensor_in(mixed, COOP_AOS, to), int step)
{
    if (!coop_is_inside(from)) {
        return;
    }
    mixed_put(to, 0, 0, next_of(mixed_get(from, 0, 0), mixed_get(from, 1, -1), mixed_tag(from, -1, 0),
                                mixed_counts(from, 2, -1, 1), step));
    mixed_set_level(to, 0, 0, mixed_level(to, 0, 0) + coop_global_y(from) * 100 + coop_extent_y(from));
}

kernel void step_2_block(coop_tensor_in(mixed, COOP_AOS, from), coop_tensor_in(mixed, COOP_SOA_BLOCK, to),
                         int step)
{
    if (!coop_is_inside(from)) {
        return;
    }
    mixed_put(to, 0, 0, next_of(mixed_get(from, 0, 0), mixed_get(from, 1, -1), mixed_tag(from, -1, 0),
                                mixed_counts(from, 2, -1, 1), step));
    mixed_set_level(to, 0, 0, mixed_level(to, 0, 0) + coop_global_y(from) * 100 + coop_extent_y(from));
}

kernel void step_3_soa(coop_tensor_of(mixed, 3, COOP_SOA, from),
                       coop_tensor_of(mixed, 3, COOP_SOA_BLOCK, to), int step)
{
    if (!coop_is_inside(from)) {
        return;
    }
    mixed_put_3(to, 0, 0, 0, next_of(mixed_get_3(from, 0, 0, 0), mixed_get_3(from, 1, -1, 1),
                                     mixed_tag_3(from, -1, 0, -1), mixed_counts_3(from, 2, -1, 1, 0), step));
    mixed_set_level_3(to, 0, 0, 0, mixed_level_3(to, 0, 0, 0) + coop_global_z(from) * 100 +
                                       coop_extent_z(from));
}

kernel void step_3_aos(coop_tensor_of(mixed, 3, COOP_AOS, from), coop_tensor_of(mixed, 3, COOP_SOA, to),
                       int step)
{
    if (!coop_is_inside(from)) {
        return;
    }
    mixed_put_3(to, 0, 0, 0, next_of(mixed_get_3(from, 0, 0, 0), mixed_get_3(from, 1, -1, 1),
                                     mixed_tag_3(from, -1, 0, -1), mixed_counts_3(from, 2, -1, 1, 0), step));
    mixed_set_level_3(to, 0, 0, 0, mixed_level_3(to, 0, 0, 0) + coop_global_z(from) * 100 +
                                       coop_extent_z(from));
}

/* step_2 on a tile. The tile is loaded twice, so that a load that begins before others have read shows. */
kernel void step_2_tile(coop_tensor(mixed, from), coop_tensor(mixed, to), int step)
{
    local coop_tile(mixed, TILE + 2, TILE + 2) tile;

    mixed_tile_load(&tile, from, 1);
    mixed_tile_set_level(&tile, 0, 0, 12345);
    mixed_tile_load(&tile, from, 1);
    if (!coop_is_inside(from)) {
        return;
    }
    mixed_put(to, 0, 0, next_of(mixed_tile_get(&tile, 0, 0), mixed_tile_get(&tile, 1, -1),
                                mixed_tile_tag(&tile, -1, 0), mixed_tile_counts(&tile, 2, -1, 1), step));
    mixed_set_level(to, 0, 0, mixed_level(to, 0, 0) + coop_global_y(from) * 100 + coop_extent_y(from));
}

kernel void step_3_tile(coop_tensor_of(mixed, 3, COOP_SOA, from),
                        coop_tensor_of(mixed, 3, COOP_SOA_BLOCK, to), int step)
{
    local coop_tile_3(mixed, 4 + 2, 2 + 2, 1 + 2) tile;

    mixed_tile_load_3(&tile, from, 1);
    if (!coop_is_inside(from)) {
        return;
    }
    mixed_put_3(to, 0, 0, 0, next_of(mixed_tile_get_3(&tile, 0, 0, 0), mixed_tile_get_3(&tile, 1, -1, 1),
                                     mixed_tile_tag_3(&tile, -1, 0, -1),
                                     mixed_tile_counts_3(&tile, 2, -1, 1, 0), step));
    mixed_set_level_3(to, 0, 0, 0, mixed_level_3(to, 0, 0, 0) + coop_global_z(from) * 100 +
                                       coop_extent_z(from));
}

kernel void pack(coop_tensor(mixed, from), global uchar *piece, struct coop_box box)
{
    mixed_pack(from, piece, box);
}

kernel void unpack(coop_tensor_in(mixed, COOP_SOA_BLOCK, to), global uchar *piece, struct coop_box box)
{
    mixed_unpack(to, piece, box);
}

kernel void scale(coop_tensor(flow, t), coop_scalar(float, factor))
{
    if (coop_is_inside(t)) {
        flow_set_momentum(t, 1, 0, 0, flow_momentum(t, 1, 0, 0) * coop_value(factor));
    }
}
