#include "spin_times.h"

#include "tools/measure/clock.h"

#include <math.h>
#include <string.h>

#define PARETO_EXPONENT 1.1
#define TRIES 5
#define TRY_NS 1000000
#define STEP_ROUNDS 10000

const char *const spin_shapes[SPIN_SHAPES] = {"constant", "uniform", "exponential", "pareto"};

enum spin_shape spin_shape_of(const char *name)
{
    unsigned shape = 0;

    while (shape < SPIN_SHAPES && strcmp(name, spin_shapes[shape]) != 0) {
        shape++;
    }
    return (enum spin_shape)shape;
}

/* The time that a share `below` of all tasks does not reach, but for a factor. */
static double quantile(enum spin_shape shape, double below)
{
    switch (shape) {
    case SPIN_UNIFORM:
        return below;
    case SPIN_EXPONENTIAL:
        return -log(1 - below);
    case SPIN_PARETO:
        return pow(1 - below, -1 / PARETO_EXPONENT);
    default:
        return 1;
    }
}

void spin_times_fill(enum spin_shape shape, double mean, uint64_t times[SPIN_TIMES])
{
    double sum = 0;

    for (unsigned i = 0; i < SPIN_TIMES; i++) {
        sum += quantile(shape, (i + 0.5) / SPIN_TIMES);
    }
    for (unsigned i = 0; i < SPIN_TIMES; i++) {
        double time = quantile(shape, (i + 0.5) / SPIN_TIMES) * mean * SPIN_TIMES / sum;
        times[i] = time > 1 ? (uint64_t)(time + 0.5) : 1;
    }
}

double spin_rate(void)
{
    double best = 0;
    volatile uint64_t state = 1; /* so that no compiler drops the rounds */

    for (int i = 0; i < TRIES; i++) {
        uint64_t begin = clock_now_ns();
        uint64_t rounds = 0;
        uint64_t took;

        do {
            state = spin_rounds(state, STEP_ROUNDS);
            rounds += STEP_ROUNDS;
            took = clock_now_ns() - begin;
        } while (took < TRY_NS);
        best = (double)rounds * 1e3 / (double)took > best ? (double)rounds * 1e3 / (double)took : best;
    }
    return best;
}
