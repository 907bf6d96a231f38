/* How long the tasks of spin are. */
#ifndef APPS_SPIN_SPIN_TIMES_H
#define APPS_SPIN_SPIN_TIMES_H

#include "spin.h"

enum spin_shape { SPIN_CONSTANT, SPIN_UNIFORM, SPIN_EXPONENTIAL, SPIN_PARETO, SPIN_SHAPES };

extern const char *const spin_shapes[SPIN_SHAPES];

/* The shape with that name; SPIN_SHAPES: there is none. */
enum spin_shape spin_shape_of(const char *name);

/* Writes the times, in rounds, in rising order: quantiles of the distribution, scaled so that their mean is
 * `mean`; each at least 1. Pareto's has the exponent 1.1. */
void spin_times_fill(enum spin_shape shape, double mean, uint64_t times[SPIN_TIMES]);

/* So many rounds the calling thread computes in a microsecond: the best of some tries of a millisecond. */
double spin_rate(void);

#endif
