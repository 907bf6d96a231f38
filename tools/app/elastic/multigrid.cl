/* Poisson's equation on a square, by V-cycles of a geometric multigrid solver: a solver whose work shrinks by
 * four from grid to grid and grows again, so that the device is full on the finest grid and idle on the
 * coarsest ones. It says how many work-groups it has use for (want_groups), and shrinks and grows at the
 * barrier behind each operation.
 *
 * Grid `level` has n = 2^(levels - level) - 1 inner points a side, and a border of zeros around them. Each
 * level has u, the solution or its correction, v, u's other side for Jacobi's sweeps, and the right-hand side
 * f; the levels follow each other. A point is written by one work-item, in one order of operations: results
 * do not depend on the number of work-groups.
 *
 * Source: Briggs, Henson, McCormick, "A Multigrid Tutorial" (SIAM, 2000), chapter 3: damped Jacobi, full
 * weighting, bilinear interpolation. */
#include "coop/kernel.clh"
#include "tools/app/elastic/slice.clh"

#define DAMPING 0.8f

/* The operations of a cycle, from the finest grid down and up again: two sweeps and the restriction on each
 * grid but the coarsest, which has one point; then the correction and two sweeps. */
enum operation { SWEEP_AWAY, SWEEP_BACK, RESTRICT, SOLVE, CORRECT };

struct step {
    uint level;
    uint operation; /* enum operation */
};

static struct step step_of(uint number, uint levels)
{
    uint down = 3 * (levels - 1);
    struct step step;

    if (number < down) {
        step.level = number / 3;
        step.operation = number % 3 == 0 ? SWEEP_AWAY : number % 3 == 1 ? SWEEP_BACK : RESTRICT;
    } else if (number == down) {
        step.level = levels - 1;
        step.operation = SOLVE;
    } else {
        uint up = number - down - 1;

        step.level = levels - 2 - up / 3;
        step.operation = up % 3 == 0 ? CORRECT : up % 3 == 1 ? SWEEP_AWAY : SWEEP_BACK;
    }
    return step;
}

static uint steps_of(uint levels)
{
    return 6 * (levels - 1) + 1;
}

/* One level. */
struct grid {
    uint n;     /* inner points a side */
    uint pitch; /* n + 2 */
    uint place; /* of its first word */
    float h2;   /* the square of the distance between points */
};

static struct grid grid_of(uint level, uint levels)
{
    struct grid grid = {0, 0, 0, 0.0f};

    for (uint i = 0; i <= level; i++) {
        grid.place += grid.pitch * grid.pitch;
        grid.n = (1u << (levels - i)) - 1u;
        grid.pitch = grid.n + 2;
    }
    grid.h2 = 1.0f / ((float)(grid.n + 1) * (float)(grid.n + 1));
    return grid;
}

/* Of the inner point with that number. */
static uint place_of(private const struct grid *grid, uint point)
{
    return grid->place + (point / grid->n + 1) * grid->pitch + point % grid->n + 1;
}

static float around(global const float *u, uint place, uint pitch)
{
    return u[place - 1] + u[place + 1] + u[place - pitch] + u[place + pitch];
}

static void sweep(global const float *from, global float *to, global const float *f,
                  private const struct grid *grid, struct slice slice)
{
    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        uint place = place_of(grid, i);

        to[place] =
            from[place] +
            0.25f * DAMPING * (grid->h2 * f[place] + around(from, place, grid->pitch) - 4.0f * from[place]);
    }
}

static float residual(global const float *u, global const float *f, private const struct grid *grid,
                      uint place)
{
    return f[place] + (around(u, place, grid->pitch) - 4.0f * u[place]) / grid->h2;
}

/* The coarser grid's right-hand side is the finer one's residual, and its first guess 0. */
static void restrict_to(global float *u, global float *f, private const struct grid *fine,
                        private const struct grid *coarse, struct slice slice)
{
    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        uint place = fine->place + 2 * (i / coarse->n + 1) * fine->pitch + 2 * (i % coarse->n + 1);
        float sum = 0.0f;

        for (uint k = 0; k < 9; k++) {
            uint near = place + k / 3 * fine->pitch + k % 3 - fine->pitch - 1;
            float weight = k == 4 ? 0.25f : k % 2 == 1 ? 0.125f : 0.0625f;

            sum += weight * residual(u, f, fine, near);
        }
        f[place_of(coarse, i)] = sum;
        u[place_of(coarse, i)] = 0.0f;
    }
}

/* Adds the coarser grid's correction, between its points the mean of those around. */
static void correct(global float *u, private const struct grid *fine, private const struct grid *coarse,
                    struct slice slice)
{
    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        uint row = i / fine->n + 1;
        uint column = i % fine->n + 1;
        uint place = coarse->place + row / 2 * coarse->pitch + column / 2;
        uint down = row % 2 * coarse->pitch;
        uint right = column % 2;

        u[place_of(fine, i)] +=
            0.25f * (u[place] + u[place + right] + u[place + down] + u[place + down + right]);
    }
}

static void perform(global float *u, global float *v, global float *f, struct step step, uint levels,
                    struct slice slice)
{
    struct grid grid = grid_of(step.level, levels);
    struct grid coarse = grid_of(step.level + 1 < levels ? step.level + 1 : step.level, levels);

    switch (step.operation) {
    case SWEEP_AWAY:
        sweep(u, v, f, &grid, slice);
        break;
    case SWEEP_BACK:
        sweep(v, u, f, &grid, slice);
        break;
    case RESTRICT:
        restrict_to(u, f, &grid, &coarse, slice);
        break;
    case SOLVE:
        if (slice.first == 0) {
            u[place_of(&grid, 0)] = 0.25f * grid.h2 * f[place_of(&grid, 0)];
        }
        break;
    default:
        correct(u, &grid, &coarse, slice);
        break;
    }
}

/* Points that a step writes. */
static uint points_of(uint number, uint levels)
{
    struct step step = step_of(number % steps_of(levels), levels);
    struct grid grid = grid_of(step.operation == RESTRICT ? step.level + 1 : step.level, levels);

    return grid.n * grid.n;
}

static void clear(global float *u, uint levels, struct slice slice)
{
    struct grid finest = grid_of(0, levels);

    for (uint i = slice.first; i < slice.end; i += slice.stride) {
        u[place_of(&finest, i)] = 0.0f;
    }
}

/* levels  at least 2
 * grain   points for which a work-group is worth having; 0: the kernel never says how many it has use
 *         for
 * least   work-groups that it keeps on coarse grids, from which it is soon back: to give them up and get them
 *         again costs every kernel barriers
 * each    points of a work-item between two barriers
 * u       the finest grid's part is the result. All borders, and f but on the finest grid, are zeros. */
coop_kernel void multigrid(global float *u, global float *v, global float *f, uint levels, uint cycles,
                           uint grain, uint least, uint each)
{
    transmit uint number = 0; /* of the next step */
    transmit uint has_begun = 0;
    transmit uint done = 0; /* points of the step */

    while (number < cycles * steps_of(levels)) {
        uint total = points_of(has_begun ? number : 0, levels);
        struct slice slice = slice_of(done, total, each, (uint)get_global_id(0), (uint)get_global_size(0));

        if (has_begun == 0) {
            clear(u, levels, slice);
        } else {
            perform(u, v, f, step_of(number % steps_of(levels), levels), levels, slice);
        }
        done = slice.end;
        if (done == total) {
            done = 0;
            number += has_begun;
            has_begun = 1;
        }
        if (done == 0 && grain > 0) {
            want_groups(max((points_of(number, levels) - 1) / grain + 1, least));
        }
        resizing_global_barrier();
    }
}
