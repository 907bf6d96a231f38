/* Kernels that read and write scalars: what they compute is in reduce.c once more. */
#include "accessors.clh"
#include "coop/tensor.clh"

#pragma OPENCL FP_CONTRACT OFF

kernel void take_one(coop_tensor(flow, t))
{
    if (coop_is_inside(t)) {
        flow_set_density(t, 0, 0, flow_density(t, 0, 0) - 1.0f);
    }
}

kernel void pace(coop_scalar(float, fastest), coop_scalar_out(float, share), coop_scalar_out(uint, count))
{
    coop_value(share) = 0.75f / (coop_value(fastest) + 1.0f);
    coop_value(count) += 1;
}

kernel void drift(coop_tensor(flow, t), coop_scalar(float, share))
{
    if (coop_is_inside(t)) {
        flow_set_density(t, 0, 0, flow_density(t, 0, 0) + coop_value(share) * flow_momentum(t, 0, 0, 0));
        flow_set_momentum(t, 0, 0, 0, flow_momentum(t, 0, 0, 0) - 0.125f * flow_density(t, 0, 0));
    }
}
