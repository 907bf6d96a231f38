/* How much longer a launch takes beside periodic work than alone, from times that other work of the machine
 * makes many times as long now and then. */
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

/* In the order of time. Of short launches some meet the work and some do not: what those of a period took is
 * one sample. */
void slowdown_add_beside(struct slowdown *slowdown, double ms);

/* Of the medians; 0 while either is missing. */
double slowdown_get(struct slowdown *slowdown);

/* Do the times alone, which should be one figure, vary by more than what the work costs at best (`ideal`,
 * above 1), or did the work seem to make the launches faster? */
int slowdown_is_noisy(struct slowdown *slowdown, double ideal);

void slowdown_clear(struct slowdown *slowdown);

#endif
