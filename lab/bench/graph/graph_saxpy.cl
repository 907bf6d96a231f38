/* y += a x, as in apps/saxpy. */
#define COOP_DIMENSIONS 1
#include "coop/tensor.clh"
#include "graph_nodes_elements.clh"

kernel void saxpy(coop_tensor(real, x), coop_tensor(real, y), float a)
{
    if (coop_is_inside(x)) {
        real_set_value(y, 0, a * real_value(x, 0) + real_value(y, 0));
    }
}
