/* multigrid.cl: Poisson's equation on a square. */
#include "part.h"
#include "sources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DAMPING 0.8f /* as in multigrid.cl */
#define TOLERANCE 1e-3
/* Points for a work-group, and the work-groups that are kept on coarse grids. */
#define GRAIN_SMALL 1024
#define LEAST_SMALL 1
#define GRAIN_LARGE 4096
#define LEAST_LARGE 16
#define EACH 16        /* points of a work-item between two barriers */
#define REDUCTION 0.05 /* what the cycles must at least leave of the residual */

struct multigrid {
    uint32_t levels, cycles;
    int is_large;
    uint64_t words; /* of all grids */
    float *u;
    float *v;
    float *f;
    float *input; /* f before the first cycle */
    float *zeros;
    double first_residual;
};

struct grid {
    uint32_t n, pitch;
    uint64_t place;
    float h2;
};

static void choose(struct multigrid *own, const struct part_sizes *sizes)
{
    static const uint32_t small[][2] = {{5, 48}, {7, 12}, {8, 6}};
    static const uint32_t large[][2] = {{8, 48}, {10, 12}, {12, 3}};
    const uint32_t *counts = sizes->is_large ? large[sizes->phases] : small[sizes->phases];

    own->is_large = sizes->is_large;
    own->levels = counts[0];
    own->cycles = counts[1];
}

static struct grid grid_of(const struct multigrid *own, uint32_t level)
{
    struct grid grid = {0, 0, 0, 0};
    uint32_t i;

    for (i = 0; i <= level; i++) {
        grid.place += (uint64_t)grid.pitch * grid.pitch;
        grid.n = (1u << (own->levels - i)) - 1;
        grid.pitch = grid.n + 2;
    }
    grid.h2 = 1.0f / ((float)(grid.n + 1) * (float)(grid.n + 1));
    return grid;
}

static float around(const float *u, uint64_t place, uint32_t pitch)
{
    return u[place - 1] + u[place + 1] + u[place - pitch] + u[place + pitch];
}

static float residual(const struct multigrid *own, const struct grid *grid, uint64_t place)
{
    return own->f[place] + (around(own->u, place, grid->pitch) - 4 * own->u[place]) / grid->h2;
}

static double norm_of_residual(const struct multigrid *own)
{
    struct grid grid = grid_of(own, 0);
    double squares = 0;
    uint32_t row, column;

    for (row = 1; row <= grid.n; row++) {
        for (column = 1; column <= grid.n; column++) {
            double r = residual(own, &grid, (uint64_t)row * grid.pitch + column);

            squares += r * r;
        }
    }
    return sqrt(squares);
}

static void sweep(const struct multigrid *own, const struct grid *grid, const float *from, float *to)
{
    uint32_t row, column;

    for (row = 1; row <= grid->n; row++) {
        for (column = 1; column <= grid->n; column++) {
            uint64_t place = grid->place + (uint64_t)row * grid->pitch + column;

            to[place] = from[place] +
                        0.25f * DAMPING *
                            (grid->h2 * own->f[place] + around(from, place, grid->pitch) - 4 * from[place]);
        }
    }
}

static void restrict_to(struct multigrid *own, const struct grid *fine, const struct grid *coarse)
{
    static const float weights[3] = {0.0625f, 0.125f, 0.0625f};
    uint32_t row, column;
    int i, j;

    for (row = 1; row <= coarse->n; row++) {
        for (column = 1; column <= coarse->n; column++) {
            uint64_t middle = fine->place + 2 * (uint64_t)row * fine->pitch + 2 * column;
            uint64_t place = coarse->place + (uint64_t)row * coarse->pitch + column;
            float sum = 0;

            for (i = -1; i <= 1; i++) {
                for (j = -1; j <= 1; j++) {
                    uint64_t near = (uint64_t)((int64_t)middle + i * (int64_t)fine->pitch + j);

                    sum += (i == 0 ? 2 : 1) * weights[j + 1] * residual(own, fine, near);
                }
            }
            own->f[place] = sum;
            own->u[place] = 0;
        }
    }
}

static void correct(struct multigrid *own, const struct grid *fine, const struct grid *coarse)
{
    uint32_t row, column;

    for (row = 1; row <= fine->n; row++) {
        for (column = 1; column <= fine->n; column++) {
            const float *u = own->u + coarse->place + (uint64_t)(row / 2) * coarse->pitch + column / 2;
            uint32_t down = row % 2 * coarse->pitch, right = column % 2;

            own->u[fine->place + (uint64_t)row * fine->pitch + column] +=
                0.25f * (u[0] + u[right] + u[down] + u[down + right]);
        }
    }
}

static void cycle(struct multigrid *own, uint32_t level)
{
    struct grid grid = grid_of(own, level);

    if (level + 1 == own->levels) {
        uint64_t place = grid.place + grid.pitch + 1;

        own->u[place] = 0.25f * grid.h2 * own->f[place];
    } else {
        struct grid coarse = grid_of(own, level + 1);

        sweep(own, &grid, own->u, own->v);
        sweep(own, &grid, own->v, own->u);
        restrict_to(own, &grid, &coarse);
        cycle(own, level + 1);
        correct(own, &grid, &coarse);
        sweep(own, &grid, own->u, own->v);
        sweep(own, &grid, own->v, own->u);
    }
}

/* f is 1 at some points and -1 at others. */
static void fill(struct multigrid *own, uint64_t seed)
{
    struct grid grid = grid_of(own, 0);
    uint32_t row;

    for (row = 1; row <= grid.n; row++) {
        part_random(own->f + (uint64_t)row * grid.pitch + 1, grid.n, 1, &seed);
    }
    memcpy(own->input, own->f, (size_t)grid.pitch * grid.pitch * sizeof *own->f);
}

static void declare(struct part *part)
{
    const struct multigrid *own = part->own;
    const struct grid finest = grid_of(own, 0);
    const uint64_t bytes = own->words * sizeof(float);
    const unsigned u = kernel_plan_upload(&part->plan, own->zeros, bytes);
    const unsigned v = kernel_plan_upload(&part->plan, own->zeros, bytes);
    const unsigned f = kernel_plan_upload(&part->plan, own->input, bytes);

    part->plan.result = u;
    part->word_count = (uint64_t)finest.pitch * finest.pitch;
    kernel_plan_pass(&part->plan, u);
    kernel_plan_pass(&part->plan, v);
    kernel_plan_pass(&part->plan, f);
    kernel_plan_pass_word(&part->plan, own->levels);
    kernel_plan_pass_word(&part->plan, own->cycles);
    kernel_plan_pass_word(&part->plan, own->is_large ? GRAIN_LARGE : GRAIN_SMALL);
    kernel_plan_pass_word(&part->plan, own->is_large ? LEAST_LARGE : LEAST_SMALL);
    kernel_plan_pass_word(&part->plan, EACH);
}

static int make(struct part *part, const struct part_sizes *sizes, struct tool_error *error)
{
    struct multigrid *own = part->own;
    struct grid coarsest;
    uint32_t i;

    choose(own, sizes);
    coarsest = grid_of(own, own->levels - 1);
    own->words = coarsest.place + (uint64_t)coarsest.pitch * coarsest.pitch;
    own->u = calloc(own->words, sizeof(float));
    own->v = calloc(own->words, sizeof(float));
    own->f = calloc(own->words, sizeof(float));
    own->input = calloc(own->words, sizeof(float));
    own->zeros = calloc(own->words, sizeof(float));
    if (own->u == NULL || own->v == NULL || own->f == NULL || own->input == NULL || own->zeros == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    fill(own, sizes->seed);
    own->first_residual = norm_of_residual(own);
    for (i = 0; i < own->cycles; i++) {
        cycle(own, 0);
    }
    if (norm_of_residual(own) > REDUCTION * own->first_residual) {
        return tool_fail(error, "the solver does not converge: %u cycles leave %g of the residual",
                         own->cycles, norm_of_residual(own) / own->first_residual);
    }
    declare(part);
    return 0;
}

static int is_wrong(const struct part *part)
{
    const struct multigrid *own = part->own;

    return part_differ((const float *)part->words, own->u, part->word_count, TOLERANCE);
}

static void clear(struct part *part)
{
    struct multigrid *own = part->own;

    free(own->u);
    free(own->v);
    free(own->f);
    free(own->input);
    free(own->zeros);
}

const struct part_form part_multigrid = {.name = "multigrid",
                                         .about =
                                             "Poisson's equation, from fine grids to coarse ones and back",
                                         .source = &elastic_multigrid_source,
                                         .own_bytes = sizeof(struct multigrid),
                                         .make = make,
                                         .is_wrong = is_wrong,
                                         .clear = clear};
