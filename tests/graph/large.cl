/* A tile of a quarter of a gigabyte. */
#include "coop/tensor.clh"
#include "accessors.clh"

kernel void large(coop_tensor(mixed, from))
{
    local coop_tile(mixed, 2000, 2000) tile;

    mixed_tile_load(&tile, from, 1);
    if (coop_is_inside(from)) {
        mixed_put(from, 0, 0, mixed_tile_get(&tile, 1, 0));
    }
}
