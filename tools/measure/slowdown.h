/* How much longer a launch takes beside periodic work than alone. It is computed from times that the
 * machine's other work now and then makes many times as long. */
#ifndef TOOLS_SLOWDOWN_H
#define TOOLS_SLOWDOWN_H

#include "tools/measure/samples.h"

#include <stdint.h>

struct slowdown {
    double period_ms;         /* of the work beside; set before the first time is added */
    struct samples alone_ms;  /* of each launch alone; the caller leaves out the first, which is cold */
    struct samples beside_ms; /* of a launch beside the work: the mean of those that fill one period */
    double open_ms;           /* of the launches since the last such period */
    uint32_t open_launches;
};

void slowdown_add_alone(struct slowdown *slowdown, double ms);

/* To be called in the order of time. Some short launches meet the work and some do not, so the launches of
 * one period give one sample. */
void slowdown_add_beside(struct slowdown *slowdown, double ms);

/* The ratio of the medians; 0 while either is missing. */
double slowdown_get(struct slowdown *slowdown);

/* Whether the times alone, which should be equal, vary by more than the work costs at best (`ideal`, above
 * 1), or the work seems to make the launches faster. */
int slowdown_is_noisy(struct slowdown *slowdown, double ideal);

void slowdown_clear(struct slowdown *slowdown);

#endif
