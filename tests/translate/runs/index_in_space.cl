// run: cooperative cooperative
// Places and tiles in two and three dimensions, by the work-groups of one (coop/index.clh).
#include "coop/kernel.clh"
#include "coop/index.clh"

static uint2 middle_of(uint2 size)
{
    return coop_place_2d(coop_number_2d(size / 2u, size), size);
}

coop_kernel void test(global int *data, global int *out, int n)
{
    const uint2 size = (uint2)(23, 11);
    const uint2 tile = (uint2)(8, 4);

    for (uint t = get_group_id(0); t < coop_tiles_2d(size, tile); t += get_num_groups(0)) {
        uint2 begin = coop_tile_2d(t, size, tile);

        for (uint i = get_local_id(0); i < tile.x * tile.y; i += get_local_size(0)) {
            uint2 at = begin + coop_place_2d(i, tile);

            if (coop_is_in_2d(at, size)) {
                out[coop_number_2d(at, size)] += data[at.x] * 100 + data[at.y + 20] + (int)t;
            }
        }
    }
    resizing_global_barrier();
    if (get_group_id(0) == 0 && get_local_id(0) == 0) {
        out[300] = (int)(middle_of(size).x * 10 + middle_of(size).y);
    }
}

coop_kernel void test1(global int *data, global int *out, int n)
{
    const uint3 size = (uint3)(7, 5, 6);
    const uint3 tile = (uint3)(4, 2, 3);

    for (uint t = get_group_id(0); t < coop_tiles_3d(size, tile); t += get_num_groups(0)) {
        uint3 begin = coop_tile_3d(t, size, tile);

        for (uint i = get_local_id(0); i < tile.x * tile.y * tile.z; i += get_local_size(0)) {
            uint3 at = begin + coop_place_3d(i, tile);

            if (coop_is_in_3d(at, size)) {
                out[coop_number_3d(at, size)] ^= (int)(at.x + 16 * at.y + 256 * at.z) + n;
            }
        }
    }
    resizing_global_barrier();
}
