/* Where all cells and those around are the same, each is one less afterwards. */
#include "heights.clh"
#include "coop/tensor.clh"

kernel void sink(coop_tensor(height, from), coop_tensor(height, to))
{
    if (coop_is_inside(from)) {
        height_set_above(to, 0, 0,
                         height_above(from, -1, 0) + height_above(from, 1, 0) + height_above(from, 0, -1) +
                             height_above(from, 0, 1) - 3 * height_above(from, 0, 0) - 1);
    }
}

kernel void count(coop_scalar(int, sum), coop_scalar_out(int, rounds))
{
    coop_value(rounds) += coop_value(sum) >= 0;
}

kernel void lift(coop_tensor(height, t), coop_scalar(int, rounds))
{
    if (coop_is_inside(t)) {
        height_set_above(t, 0, 0, height_above(t, 0, 0) + coop_value(rounds) - coop_value(rounds));
    }
}
