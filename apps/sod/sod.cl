/* A step of the Euler equations in one dimension, of first order, with the FORCE flux (Toro, Riemann
 * Solvers and Numerical Methods for Fluid Dynamics, 7.4.2). */
#include "coop/tensor.clh"
#include "sod_elements.clh"

#pragma OPENCL FP_CONTRACT OFF

static struct gas flow_of(struct gas u)
{
    double speed = u.momentum / u.density;
    double pressure = 0.4 * (u.energy - 0.5 * (u.momentum * speed));
    struct gas f;

    f.density = u.momentum;
    f.momentum = u.momentum * speed + pressure;
    f.energy = (u.energy + pressure) * speed;
    return f;
}

/* Half of the sum of two values, less a part of the difference of two others. */
static double mean_less(double left, double right, double from, double to, double part)
{
    return 0.5 * (left + right) - part * (to - from);
}

static struct gas face_of(struct gas left, struct gas right, double ratio)
{
    struct gas f = flow_of(left), g = flow_of(right), middle, face;
    double part = 0.5 * ratio, inverse = 0.5 / ratio;

    middle.density = mean_less(left.density, right.density, f.density, g.density, part);
    middle.momentum = mean_less(left.momentum, right.momentum, f.momentum, g.momentum, part);
    middle.energy = mean_less(left.energy, right.energy, f.energy, g.energy, part);
    middle = flow_of(middle);
    face.density =
        0.5 * (middle.density + mean_less(f.density, g.density, left.density, right.density, inverse));
    face.momentum =
        0.5 * (middle.momentum + mean_less(f.momentum, g.momentum, left.momentum, right.momentum, inverse));
    face.energy = 0.5 * (middle.energy + mean_less(f.energy, g.energy, left.energy, right.energy, inverse));
    return face;
}

kernel void sod(coop_tensor(gas, from), coop_tensor(gas, to), coop_tensor(pace, pace))
{
    struct gas here, low, high;
    double ratio;

    if (!coop_is_inside(from)) {
        return;
    }
    here = gas_get(from, 0);
    ratio = pace_ratio(pace, 0);
    low = face_of(gas_get(from, -1), here, ratio);
    high = face_of(here, gas_get(from, 1), ratio);
    here.density -= ratio * (high.density - low.density);
    here.momentum -= ratio * (high.momentum - low.momentum);
    here.energy -= ratio * (high.energy - low.energy);
    gas_put(to, 0, here);
}
