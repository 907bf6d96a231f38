/* A sweep of the fast iterative method (Jeong and Whitaker, A Fast Iterative Method for Eikonal Equations,
 * 2008), from one tensor to another: a point is active when one beside it got earlier in the sweep before. */
#include "coop/tensor.clh"
#include "eikonal_elements.clh"
#include "eikonal_time.clh"

kernel void sweep(coop_tensor(front, from), coop_tensor(front, to), coop_tensor(ground, ground), double limit)
{
    struct front here, left, right, low, high;
#ifdef EIKONAL_TILE
    local coop_tile(front, EIKONAL_TILE + 2, EIKONAL_TILE + 2) tile;
    front_tile_load(&tile, from, 1);
#endif
    if (!coop_is_inside(from)) {
        return;
    }
#ifdef EIKONAL_TILE
    here = front_tile_get(&tile, 0, 0);
    left = front_tile_get(&tile, -1, 0);
    right = front_tile_get(&tile, 1, 0);
    low = front_tile_get(&tile, 0, -1);
    high = front_tile_get(&tile, 0, 1);
#else
    here = front_get(from, 0, 0);
    left = front_get(from, -1, 0);
    right = front_get(from, 1, 0);
    low = front_get(from, 0, -1);
    high = front_get(from, 0, 1);
#endif
    here.moved = 0;
    if (left.moved | right.moved | low.moved | high.moved) {
        double pause = ground_pause(ground, 0, 0);
        double next = time_from(fmin(left.time, right.time), fmin(low.time, high.time), pause, here.time);

        if (next < here.time && next < limit) {
            here.time = next;
            here.moved = 1;
        }
    }
    front_put(to, 0, 0, here);
}
