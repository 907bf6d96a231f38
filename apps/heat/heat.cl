/* A step of the heat equation on a grid, forward in time and centred in space: a cell takes a part of what
 * each of those beside it has more. With HEAT_TILE, a work-group takes its cells from a copy in local
 * memory. */
#include "coop/tensor.clh"
#include "heat_elements.clh"

#pragma OPENCL FP_CONTRACT OFF

kernel void heat_2(coop_tensor(heat, from), coop_tensor(heat, to), double part)
{
    double here;
#ifdef HEAT_TILE
    local coop_tile(heat, HEAT_TILE + 2, HEAT_TILE + 2) tile;
    heat_tile_load(&tile, from, 1);
#endif
    if (!coop_is_inside(from)) {
        return;
    }
#ifdef HEAT_TILE
    here = heat_tile_value(&tile, 0, 0);
    heat_set_value(to, 0, 0,
                   here +
                       part * (((heat_tile_value(&tile, -1, 0) + heat_tile_value(&tile, 1, 0)) - 2 * here) +
                               ((heat_tile_value(&tile, 0, -1) + heat_tile_value(&tile, 0, 1)) - 2 * here)));
#else
    here = heat_value(from, 0, 0);
    heat_set_value(to, 0, 0,
                   here + part * (((heat_value(from, -1, 0) + heat_value(from, 1, 0)) - 2 * here) +
                                  ((heat_value(from, 0, -1) + heat_value(from, 0, 1)) - 2 * here)));
#endif
}

#ifndef HEAT_TILE
kernel void heat_3(coop_tensor_of(heat, 3, COOP_LAYOUT_heat, from),
                   coop_tensor_of(heat, 3, COOP_LAYOUT_heat, to), double part)
{
    double here;

    if (!coop_is_inside(from)) {
        return;
    }
    here = heat_value_3(from, 0, 0, 0);
    heat_set_value_3(to, 0, 0, 0,
                     here +
                         part * ((((heat_value_3(from, -1, 0, 0) + heat_value_3(from, 1, 0, 0)) - 2 * here) +
                                  ((heat_value_3(from, 0, -1, 0) + heat_value_3(from, 0, 1, 0)) - 2 * here)) +
                                 ((heat_value_3(from, 0, 0, -1) + heat_value_3(from, 0, 0, 1)) - 2 * here)));
}
#endif
