/* Steps of heat and of the Euler equations as loops that OpenMP divides among the processors, as one writes
 * them in C: a plane for each quantity, so that the compiler makes vectors of neighbouring cells. Built
 * without contraction of multiplications and additions, as the kernels are. */
#include "openmp_grids.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- heat ---- */

static void heat_step(const uint64_t cells[2], double part, const double *from, double *to)
{
#pragma omp parallel for schedule(static)
    for (uint64_t y = 0; y < cells[1]; y++) {
        const double *row = from + y * cells[0];
        const double *low = from + (y + cells[1] - 1) % cells[1] * cells[0];
        const double *high = from + (y + 1) % cells[1] * cells[0];
        double *next = to + y * cells[0];
        uint64_t last = cells[0] - 1;

        next[0] =
            row[0] + part * (((row[last] + row[last > 0]) - 2 * row[0]) + ((low[0] + high[0]) - 2 * row[0]));
        for (uint64_t x = 1; x < last; x++) {
            next[x] = row[x] +
                      part * (((row[x - 1] + row[x + 1]) - 2 * row[x]) + ((low[x] + high[x]) - 2 * row[x]));
        }
        if (last > 0) {
            next[last] = row[last] + part * (((row[last - 1] + row[0]) - 2 * row[last]) +
                                             ((low[last] + high[last]) - 2 * row[last]));
        }
    }
}

double *openmp_heat(const uint64_t cells[2], uint64_t steps, double part, double *now, double *next)
{
    for (uint64_t i = 0; i < steps; i++) {
        double *last = now;

        heat_step(cells, part, now, next);
        now = next;
        next = last;
    }
    return now;
}

/* ---- the Euler equations ---- */

struct gas {
    double density;
    double along; /* momentum */
    double across;
    double energy;
};

static inline double pressure_of(struct gas u)
{
    double moved = u.along * u.along + u.across * u.across;

    return 0.4 * (u.energy - 0.5 * (moved / u.density));
}

static inline struct gas flow_of(struct gas u)
{
    double speed = u.along / u.density;
    double pressure = pressure_of(u);

    return (struct gas){u.along, u.along * speed + pressure, u.across * speed, (u.energy + pressure) * speed};
}

static inline double mean_less(double left, double right, double from, double to, double part)
{
    return 0.5 * (left + right) - part * (to - from);
}

static inline struct gas mean(struct gas left, struct gas right, struct gas from, struct gas to, double part)
{
    return (struct gas){mean_less(left.density, right.density, from.density, to.density, part),
                        mean_less(left.along, right.along, from.along, to.along, part),
                        mean_less(left.across, right.across, from.across, to.across, part),
                        mean_less(left.energy, right.energy, from.energy, to.energy, part)};
}

static inline struct gas face_of(struct gas left, struct gas right, double ratio)
{
    struct gas f = flow_of(left);
    struct gas g = flow_of(right);
    struct gas middle = flow_of(mean(left, right, f, g, 0.5 * ratio));
    struct gas spread = mean(f, g, left, right, 0.5 / ratio);

    return mean(middle, spread, middle, middle, 0.0);
}

/* Four planes with a cell of padding around; `along` and `across` are the momenta of the sweep. */
struct field {
    double *density;
    double *along;
    double *across;
    double *energy;
};

static inline struct gas get(const struct field *field, size_t i)
{
    return (struct gas){field->density[i], field->along[i], field->across[i], field->energy[i]};
}

static void sweep(const uint64_t cells[2], const struct field *from, const struct field *to, size_t stride,
                  double ratio)
{
    size_t pitch = (size_t)cells[0] + 2;

#pragma omp parallel for schedule(static)
    for (uint64_t y = 1; y <= cells[1]; y++) {
        struct field in = *from;
        struct field out = *to;

#pragma omp simd
        for (uint64_t x = 1; x <= cells[0]; x++) {
            size_t i = y * pitch + x;
            struct gas here = get(&in, i);
            struct gas low = face_of(get(&in, i - stride), here, ratio);
            struct gas high = face_of(here, get(&in, i + stride), ratio);

            out.density[i] = here.density - ratio * (high.density - low.density);
            out.along[i] = here.along - ratio * (high.along - low.along);
            out.across[i] = here.across - ratio * (high.across - low.across);
            out.energy[i] = here.energy - ratio * (high.energy - low.energy);
        }
    }
}

static double fastest_wave(const uint64_t cells[2], const struct field *field)
{
    double fastest = 0.0;

#pragma omp parallel for schedule(static) reduction(max : fastest)
    for (uint64_t y = 1; y <= cells[1]; y++) {
        for (uint64_t x = 1; x <= cells[0]; x++) {
            struct gas u = get(field, y * (cells[0] + 2) + x);
            double along = fabs(u.along / u.density);
            double across = fabs(u.across / u.density);
            double speed = (along > across ? along : across) + sqrt(1.4 * pressure_of(u) / u.density);

            fastest = speed > fastest ? speed : fastest;
        }
    }
    return fastest;
}

static void fill_ends(const uint64_t cells[2], double *plane)
{
    for (uint64_t y = 1; y <= cells[1]; y++) {
        double *row = plane + y * (cells[0] + 2);

        row[0] = row[1];
        row[cells[0] + 1] = row[cells[0]];
    }
}

static void fill_walls(const uint64_t cells[2], double *plane, double sign)
{
    uint64_t pitch = cells[0] + 2;

    for (uint64_t x = 1; x <= cells[0]; x++) {
        plane[x] = sign * plane[pitch + x];
        plane[(cells[1] + 1) * pitch + x] = sign * plane[cells[1] * pitch + x];
    }
}

double *openmp_euler(const uint64_t cells[2], uint64_t steps, const double widths[2], double *now,
                     double *next)
{
    uint64_t pitch = cells[0] + 2;
    uint64_t plane = pitch * (cells[1] + 2);

    for (uint64_t step = 0; step < steps; step++) {
        struct field in = {now, now + plane, now + 2 * plane, now + 3 * plane};
        struct field out = {next, next + plane, next + 2 * plane, next + 3 * plane};
        struct field turned_in = {in.density, in.across, in.along, in.energy};
        struct field turned_out = {out.density, out.across, out.along, out.energy};
        double pause = 0.9 * fmin(widths[0], widths[1]) / fastest_wave(cells, &in);

        for (int k = 0; k < 4; k++) {
            fill_ends(cells, now + (uint64_t)k * plane);
        }
        sweep(cells, &in, &out, 1, pause / widths[0]);
        for (int k = 0; k < 4; k++) {
            fill_walls(cells, next + (uint64_t)k * plane, k == 2 ? -1.0 : 1.0);
        }
        sweep(cells, &turned_out, &turned_in, pitch, pause / widths[1]);
    }
    return now;
}
