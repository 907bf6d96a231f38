/* Kernels of graphs: what they compute is in graph.c once more. */
#include "accessors.clh"
#include "coop/tensor.clh"

#pragma OPENCL FP_CONTRACT OFF

/* Each member reaches another way, corners included. */
kernel void relax(coop_tensor(flow, from), coop_tensor(flow, to), float part)
{
    struct flow cell;

    if (!coop_is_inside(from)) {
        return;
    }
    cell = flow_get(from, 0, 0);
    cell.density += part * (flow_density(from, -2, -2) - flow_density(from, 1, 2));
    cell.momentum[0] += part * (flow_momentum(from, 0, -2, 0) - flow_momentum(from, 1, 2, -1));
    cell.momentum[1] -= part * flow_momentum(from, 1, 0, 2);
    cell.energy = part * (flow_energy(from, -1, 1) + flow_energy(from, 2, -2));
    flow_put(to, 0, 0, cell);
}

/* The tensor that is written comes first, and then one whose padding is read less far: each may have another
 * padding. */
kernel void blend(coop_tensor(flow, to), coop_tensor(flow, near), coop_tensor(flow, far))
{
    if (coop_is_inside(far)) {
        struct flow cell = flow_get(far, 0, 0);

        cell.density += flow_density(far, 0, -2) - flow_density(far, 1, 2);
        cell.momentum[0] = flow_density(near, -1, 1) + flow_density(near, 0, -1);
        cell.energy = flow_energy(far, 2, 1) + flow_energy(far, -2, 0);
        flow_put(to, 0, 0, cell);
    }
}

/* The kernel's own border: above and below, the place; left and right nothing. */
kernel void walls(coop_tensor(flow, t))
{
    if (coop_is_inside(t) && coop_global_y(t) == 0) {
        struct flow cell = {(float)coop_global_x(t), {1, 2}, 3};

        flow_put(t, 0, -1, cell);
        flow_put(t, 0, -2, cell);
    }
    if (coop_is_inside(t) && coop_global_y(t) == coop_extent_y(t) - 1) {
        struct flow cell = {-(float)coop_global_x(t), {4, 5}, 6};

        flow_put(t, 0, 1, cell);
        flow_put(t, 0, 2, cell);
    }
}

/* In place, red and black: a cell takes from those beside it whose sum of places is of the other kind. */
kernel void half_sweep(coop_tensor(flow, t), int kind)
{
    if (coop_is_inside(t) && ((coop_global_x(t) + coop_global_y(t)) & 1) == kind) {
        flow_set_density(t, 0, 0, flow_density(t, 0, -1) + flow_density(t, 0, 1) * 3);
    }
}

kernel void shift(coop_tensor_of(mixed, 3, COOP_SOA, from), coop_tensor_of(mixed, 3, COOP_SOA, to), int dx,
                  int dy, int dz)
{
    if (coop_is_inside(from)) {
        mixed_put_3(to, 0, 0, 0, mixed_get_3(from, dx, dy, dz));
    }
}
