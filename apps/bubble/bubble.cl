/* A step of the Euler equations in two dimensions, of first order, with the FORCE flux (Toro, Riemann
 * Solvers and Numerical Methods for Fluid Dynamics, 7.4.2), x and then y. A sweep sees cells whose first
 * momentum is that along the sweep. With BUBBLE_TILE, a work-group takes its cells from a copy in local
 * memory. */
#include "bubble_elements.clh"
#include "coop/tensor.clh"

#pragma OPENCL FP_CONTRACT OFF

static double pressure_of(struct gas u)
{
    double moved = u.momentum[0] * u.momentum[0] + u.momentum[1] * u.momentum[1];

    return 0.4 * (u.energy - 0.5 * (moved / u.density));
}

static struct gas flow_of(struct gas u)
{
    double speed = u.momentum[0] / u.density;
    double pressure = pressure_of(u);
    struct gas f;

    f.density = u.momentum[0];
    f.momentum[0] = u.momentum[0] * speed + pressure;
    f.momentum[1] = u.momentum[1] * speed;
    f.energy = (u.energy + pressure) * speed;
    return f;
}

/* Half of the sum of two values, less a part of the difference of two others. */
static double mean_less(double left, double right, double from, double to, double part)
{
    return 0.5 * (left + right) - part * (to - from);
}

static struct gas mean_cells(struct gas left, struct gas right, struct gas from, struct gas to, double part)
{
    struct gas mean;

    mean.density = mean_less(left.density, right.density, from.density, to.density, part);
    mean.momentum[0] = mean_less(left.momentum[0], right.momentum[0], from.momentum[0], to.momentum[0], part);
    mean.momentum[1] = mean_less(left.momentum[1], right.momentum[1], from.momentum[1], to.momentum[1], part);
    mean.energy = mean_less(left.energy, right.energy, from.energy, to.energy, part);
    return mean;
}

/* What flows through the face between two cells; `ratio` is the step divided by a cell's width. */
static struct gas face_of(struct gas left, struct gas right, double ratio)
{
    struct gas f = flow_of(left), g = flow_of(right);
    struct gas middle = flow_of(mean_cells(left, right, f, g, 0.5 * ratio));
    struct gas spread = mean_cells(f, g, left, right, 0.5 / ratio);

    return mean_cells(middle, spread, middle, middle, 0.0);
}

static struct gas after(struct gas low, struct gas here, struct gas high, double ratio)
{
    struct gas from = face_of(low, here, ratio), to = face_of(here, high, ratio);

    here.density -= ratio * (to.density - from.density);
    here.momentum[0] -= ratio * (to.momentum[0] - from.momentum[0]);
    here.momentum[1] -= ratio * (to.momentum[1] - from.momentum[1]);
    here.energy -= ratio * (to.energy - from.energy);
    return here;
}

static struct gas turned(struct gas u)
{
    double across = u.momentum[1];

    u.momentum[1] = u.momentum[0];
    u.momentum[0] = across;
    return u;
}

kernel void speeds(coop_tensor(gas, from), coop_tensor(wave, to))
{
    struct gas u;
    double along, across;

    if (!coop_is_inside(from)) {
        return;
    }
    u = gas_get(from, 0, 0);
    along = fabs(u.momentum[0] / u.density);
    across = fabs(u.momentum[1] / u.density);
    wave_set_speed(to, 0, 0, (along > across ? along : across) + sqrt(1.4 * pressure_of(u) / u.density));
}

/* 0.9 of a cell for the fastest wave, and no longer than up to the end; nothing when that has come. */
kernel void pace(coop_scalar(double, fastest), coop_scalar_out(double, pause), coop_scalar_out(double, time),
                 coop_scalar_out(uint, count), double width, double end)
{
    double now = coop_value(time);
    double wanted = 0.9 * width / coop_value(fastest);

    if (now >= end) {
        coop_value(pause) = 0.0;
        return;
    }
    coop_value(pause) = now + wanted >= end ? end - now : wanted;
    coop_value(time) = now + wanted >= end ? end : now + wanted;
    coop_value(count) += 1;
}

#ifdef BUBBLE_TILE
#define GAS_AT(tile, from, dx, dy) gas_tile_get(&(tile), dx, dy)
#else
#define GAS_AT(tile, from, dx, dy) gas_get(from, dx, dy)
#endif

kernel void sweep_x(coop_tensor(gas, from), coop_tensor(gas, to), coop_scalar(double, pause), double width)
{
    struct gas here;
#ifdef BUBBLE_TILE
    local coop_tile(gas, BUBBLE_TILE + 2, BUBBLE_TILE + 2) tile;
    gas_tile_load(&tile, from, 1);
#endif

    if (!coop_is_inside(from)) {
        return;
    }
    here = GAS_AT(tile, from, 0, 0);
    if (coop_value(pause) > 0.0) {
        here = after(GAS_AT(tile, from, -1, 0), here, GAS_AT(tile, from, 1, 0), coop_value(pause) / width);
    }
    gas_put(to, 0, 0, here);
}

kernel void sweep_y(coop_tensor(gas, from), coop_tensor(gas, to), coop_scalar(double, pause), double width)
{
    struct gas here;
#ifdef BUBBLE_TILE
    local coop_tile(gas, BUBBLE_TILE + 2, BUBBLE_TILE + 2) tile;
    gas_tile_load(&tile, from, 1);
#endif

    if (!coop_is_inside(from)) {
        return;
    }
    here = GAS_AT(tile, from, 0, 0);
    if (coop_value(pause) > 0.0) {
        here = turned(after(turned(GAS_AT(tile, from, 0, -1)), turned(here), turned(GAS_AT(tile, from, 0, 1)),
                            coop_value(pause) / width));
    }
    gas_put(to, 0, 0, here);
}
