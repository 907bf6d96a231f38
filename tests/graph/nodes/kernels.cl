/* Parameters of all kinds, and kernels that are no nodes. */
#include "coop/tensor.clh"
#include "flow_elements.clh"

struct span {
    float from;
    float to;
};

kernel void sweep(coop_tensor(flow, from), coop_tensor_in(flow, COOP_AOS, to), coop_scalar(float, dt),
                  int class, float4 wind, struct span span)
{
    if (coop_is_inside(from)) {
        flow_put(to, 0, 0, flow_get(from, class, 0));
    }
}

kernel void pace(coop_scalar(double, fastest), coop_scalar_out(float, dt), coop_scalar_out(uint, count))
{
    coop_value(dt) = 1 / (float)coop_value(fastest);
    coop_value(count) += 1;
}

kernel void with_local(coop_tensor(flow, t), local float *scratch)
{
}

kernel void with_pointer(coop_tensor(flow, t), global uchar *bytes)
{
}

kernel void with_image(coop_tensor(flow, t), read_only image2d_t picture)
{
}

kernel void with_nothing(int number)
{
}

kernel void with_seventeen(coop_tensor(flow, t), int a, int b, int c, int d, int e, int f, int g, int h,
                           int i,
                           int j, int k, int l, int m, int n, int o, int p)
{
}
