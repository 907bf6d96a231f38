/* A list of measurements and its order statistics. */
#ifndef TOOLS_SAMPLES_H
#define TOOLS_SAMPLES_H

#include <stddef.h>

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

#endif
