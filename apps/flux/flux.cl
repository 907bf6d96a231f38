/* What flows out of a cell through its four faces less what flows in: the FORCE flux of the Euler equations
 * (Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, 7.4.2). With FLUX_TILE, a work-group takes
 * its cells from a copy in local memory: the lines that say so are all that differs. */
#include "coop/tensor.clh"
#include "flux_elements.clh"

#pragma OPENCL FP_CONTRACT OFF

static struct flow flow_along_x(struct flow u)
{
    float speed = u.momentum[0] / u.density;
    float square = u.momentum[0] * u.momentum[0] + u.momentum[1] * u.momentum[1];
    float pressure = 0.4f * (u.energy - 0.5f * square / u.density);
    struct flow f;

    f.density = u.momentum[0];
    f.momentum[0] = u.momentum[0] * speed + pressure;
    f.momentum[1] = u.momentum[1] * speed;
    f.energy = (u.energy + pressure) * speed;
    return f;
}

/* Between two values and their fluxes: half of their sum, less a part of their difference. */
static float flux_mean(float left, float right, float f_left, float f_right, float part)
{
    return 0.5f * (left + right) - part * (f_right - f_left);
}

static struct flow flux_between(struct flow left, struct flow right, float ratio)
{
    struct flow f = flow_along_x(left), g = flow_along_x(right), middle, f_middle, face;
    float part = 0.5f * ratio, inverse = 0.5f / ratio;

    middle.density = flux_mean(left.density, right.density, f.density, g.density, part);
    middle.momentum[0] = flux_mean(left.momentum[0], right.momentum[0], f.momentum[0], g.momentum[0], part);
    middle.momentum[1] = flux_mean(left.momentum[1], right.momentum[1], f.momentum[1], g.momentum[1], part);
    middle.energy = flux_mean(left.energy, right.energy, f.energy, g.energy, part);
    f_middle = flow_along_x(middle);
    face.density = flux_mean(f.density, g.density, left.density, right.density, inverse);
    face.momentum[0] = flux_mean(f.momentum[0], g.momentum[0], left.momentum[0], right.momentum[0], inverse);
    face.momentum[1] = flux_mean(f.momentum[1], g.momentum[1], left.momentum[1], right.momentum[1], inverse);
    face.energy = flux_mean(f.energy, g.energy, left.energy, right.energy, inverse);
    face.density = 0.5f * (f_middle.density + face.density);
    face.momentum[0] = 0.5f * (f_middle.momentum[0] + face.momentum[0]);
    face.momentum[1] = 0.5f * (f_middle.momentum[1] + face.momentum[1]);
    face.energy = 0.5f * (f_middle.energy + face.energy);
    return face;
}

/* x and y change places. */
static struct flow turned(struct flow u)
{
    float x = u.momentum[0];

    u.momentum[0] = u.momentum[1];
    u.momentum[1] = x;
    return u;
}

/* Out of the cell less into it, from the cell and the four beside it. */
static struct flow flux_of(struct flow here, struct flow left, struct flow right, struct flow below,
                           struct flow above, float ratio)
{
    struct flow west = flux_between(left, here, ratio), east = flux_between(here, right, ratio);
    struct flow south = turned(flux_between(turned(below), turned(here), ratio));
    struct flow north = turned(flux_between(turned(here), turned(above), ratio));

    here.density = (east.density - west.density) + (north.density - south.density);
    here.momentum[0] = (east.momentum[0] - west.momentum[0]) + (north.momentum[0] - south.momentum[0]);
    here.momentum[1] = (east.momentum[1] - west.momentum[1]) + (north.momentum[1] - south.momentum[1]);
    here.energy = (east.energy - west.energy) + (north.energy - south.energy);
    return here;
}

kernel void flux(coop_tensor(flow, from), coop_tensor(flow, to), float ratio)
{
#ifdef FLUX_TILE
    local coop_tile(flow, FLUX_TILE + 2, FLUX_TILE + 2) tile;
    flow_tile_load(&tile, from, 1);
#endif
    if (!coop_is_inside(from)) {
        return;
    }
#ifdef FLUX_TILE
    flow_put(to, 0, 0,
             flux_of(flow_tile_get(&tile, 0, 0), flow_tile_get(&tile, -1, 0), flow_tile_get(&tile, 1, 0),
                     flow_tile_get(&tile, 0, -1), flow_tile_get(&tile, 0, 1), ratio));
#else
    flow_put(to, 0, 0,
             flux_of(flow_get(from, 0, 0), flow_get(from, -1, 0), flow_get(from, 1, 0), flow_get(from, 0, -1),
                     flow_get(from, 0, 1), ratio));
#endif
}
