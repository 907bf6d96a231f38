/* A list of measurements and its order statistics. */
#ifndef TOOLS_SAMPLES_H
#define TOOLS_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

struct samples {
    double *values;
    size_t count;
    size_t capacity;
    int is_sorted;
};

/* A value for which there is no memory is dropped; the statistics then rest on fewer values. */
void samples_add(struct samples *samples, double value);

/* The value below which `fraction` (0..1) of the values lie, between neighbours by linear interpolation; 0
 * when there are none. Sorts the list. */
double samples_quantile(struct samples *samples, double fraction);
double samples_median(struct samples *samples);
double samples_mean(const struct samples *samples);

void samples_clear(struct samples *samples);

/* How much longer a launch takes beside periodic work than alone. It is computed from times that the
 * machine's other work now and then makes many times as long. */

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
