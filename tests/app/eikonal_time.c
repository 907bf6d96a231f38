/* Claims of apps/eikonal/eikonal_time.clh: no time gets earlier when one beside it gets later (M1), and what
 * is left in the end does not depend on the order (M2). The file is OpenCL C; here it is C. */
#include "test.h"
#include "tools/random/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long ulong;

static ulong as_ulong(double value)
{
    ulong bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double as_double(ulong bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

#ifdef __clang__
#pragma clang diagnostic ignored "-Wunknown-pragmas" /* OpenCL's; -ffp-contract=off says the same */
#endif
#include "apps/eikonal/eikonal_time.clh"

#define NUMBERS 200000
#define NEIGHBOURS 8 /* numbers behind each other that are tried */

static double random_part(uint64_t *seed)
{
    return (double)random_below(seed, 1u << 30) / (double)(1u << 30);
}

static double after(double value, unsigned steps)
{
    return as_double(as_ulong(value) + steps);
}

TEST(no_time_gets_earlier_when_one_beside_it_gets_later)
{
    uint64_t seed = 5;
    unsigned wrong = 0;
    unsigned roots = 0;

    for (unsigned i = 0; i < NUMBERS; i++) {
        double pause = ldexp(0.5 + random_part(&seed), -(int)random_below(&seed, 12));
        double along_x = i % 8 == 0 ? 0.0 : 2.0 * random_part(&seed);
        /* Often about as far apart as makes a difference: where the root ends. */
        double part = i % 2 == 0 ? random_part(&seed) : 1.0 - ldexp(random_part(&seed), -20);
        double along_y = along_x + part * pause;
        double before = time_from(along_x, along_y, pause, INFINITY);

        roots += before > along_y && before < along_x + pause;
        for (unsigned k = 1; k <= NEIGHBOURS; k++) {
            double later_x = time_from(after(along_x, k), along_y, pause, INFINITY);
            double later_y = time_from(along_x, after(along_y, k), pause, INFINITY);

            wrong += later_x < before || later_y < before;
        }
    }
    TEST_EQUAL(wrong, 0u);
    TEST_TRUE(roots > NUMBERS / 2);
}

/* A point that could not get earlier is told so without a root, and gets no time that is earlier. */
TEST(what_is_not_earlier_is_found_without_a_root)
{
    uint64_t seed = 6;
    unsigned wrong = 0;

    for (unsigned i = 0; i < NUMBERS; i++) {
        double pause = 0.001 + 0.01 * random_part(&seed);
        double along_x = random_part(&seed);
        double along_y = along_x + 1.5 * pause * random_part(&seed);
        double wanted = time_from(along_x, along_y, pause, INFINITY);
        double steps[] = {after(wanted, (unsigned)-1), wanted, after(wanted, 1)};

        for (int k = 0; k < 3; k++) {
            double seen = time_from(along_x, along_y, pause, steps[k]);

            wrong += steps[k] > wanted ? seen != wanted : seen < steps[k];
        }
    }
    TEST_EQUAL(wrong, 0u);
}

/* ---- order ---- */

enum { SIDE = 24, ROW = SIDE + 2, TRIALS = 40 };

static double improved(const double *times, const double *pauses, unsigned point)
{
    return time_from(fmin(times[point - 1], times[point + 1]), fmin(times[point - ROW], times[point + ROW]),
                     pauses[point], times[point]);
}

static unsigned inner(unsigned number)
{
    return (number / SIDE + 1) * ROW + number % SIDE + 1;
}

/* Sweeps from one field to the other: as far from a random order as there is. */
static void sweep_all(double *times, const double *pauses)
{
    double next[ROW * ROW];
    int has_changed = 1;

    while (has_changed) {
        has_changed = 0;
        memcpy(next, times, sizeof next);
        for (unsigned i = 0; i < SIDE * SIDE; i++) {
            double time = improved(times, pauses, inner(i));

            if (time < times[inner(i)]) {
                next[inner(i)] = time;
                has_changed = 1;
            }
        }
        memcpy(times, next, sizeof next);
    }
}

/* In place, points at random, until a whole look finds none that changes. */
static void improve_at_random(double *times, const double *pauses, uint64_t *seed)
{
    int has_changed = 1;

    while (has_changed) {
        has_changed = 0;
        for (unsigned i = 0; i < 20 * SIDE * SIDE; i++) {
            unsigned point = inner(random_below(seed, SIDE * SIDE));

            times[point] = fmin(times[point], improved(times, pauses, point));
        }
        for (unsigned i = 0; i < SIDE * SIDE; i++) {
            has_changed |= improved(times, pauses, inner(i)) < times[inner(i)];
        }
    }
}

TEST(what_is_left_does_not_depend_on_the_order)
{
    uint64_t seed = 7;
    unsigned different = 0;

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        double pauses[ROW * ROW];
        double swept[ROW * ROW];
        double mixed[ROW * ROW];

        for (unsigned i = 0; i < ROW * ROW; i++) {
            pauses[i] = 1.0 / (SIDE - 1) / (trial % 2 == 0 ? 1.0 : 0.5 + 1.5 * random_part(&seed));
            swept[i] = INFINITY;
        }
        swept[inner(random_below(&seed, SIDE * SIDE))] = 0.0;
        memcpy(mixed, swept, sizeof mixed);
        sweep_all(swept, pauses);
        improve_at_random(mixed, pauses, &seed);
        for (unsigned i = 0; i < SIDE * SIDE; i++) {
            different += swept[inner(i)] != mixed[inner(i)];
        }
    }
    TEST_EQUAL(different, 0u);
}
