/* The map: one is taken from each cell. */
#define COOP_DIMENSIONS 1
#include "coop/tensor.clh"
#include "countdown_elements.clh"

kernel void take(coop_tensor(pebbles, cells))
{
    if (coop_is_inside(cells)) {
        pebbles_set_count(cells, 0, pebbles_count(cells, 0) - 1);
    }
}
