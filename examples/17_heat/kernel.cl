/* Heat on a plate, for one cell: it takes a part of what each cell beside it has more. */
#include "coop/tensor.clh"
#include "heat_elements.clh"

kernel void spread(coop_tensor(heat, from), coop_tensor(heat, to), float part)
{
    float here;

    if (!coop_is_inside(from)) {
        return;
    }
    here = heat_value(from, 0, 0);
    heat_set_value(to, 0, 0,
                   here + part * (heat_value(from, -1, 0) + heat_value(from, 1, 0) + heat_value(from, 0, -1) +
                                  heat_value(from, 0, 1) - 4 * here));
}
