#include "samples.h"

#include <stdlib.h>
#include <string.h>

void samples_add(struct samples *samples, double value)
{
    if (samples->count == samples->capacity) {
        size_t capacity = samples->capacity > 0 ? 2 * samples->capacity : 64;
        double *values = realloc(samples->values, capacity * sizeof *values);

        if (values == NULL) {
            return;
        }
        samples->values = values;
        samples->capacity = capacity;
    }
    samples->values[samples->count++] = value;
    samples->is_sorted = 0;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;

    return (a > b) - (a < b);
}

double samples_quantile(struct samples *samples, double fraction)
{
    double place;
    size_t below;

    if (samples->count == 0) {
        return 0;
    }
    if (!samples->is_sorted) {
        qsort(samples->values, samples->count, sizeof *samples->values, compare);
        samples->is_sorted = 1;
    }
    place = fraction * (double)(samples->count - 1);
    below = (size_t)place;
    if (below + 1 >= samples->count) {
        return samples->values[samples->count - 1];
    }
    return samples->values[below] +
           (place - (double)below) * (samples->values[below + 1] - samples->values[below]);
}

double samples_median(struct samples *samples)
{
    return samples_quantile(samples, 0.5);
}

double samples_mean(const struct samples *samples)
{
    double sum = 0;
    size_t i;

    for (i = 0; i < samples->count; i++) {
        sum += samples->values[i];
    }
    return samples->count > 0 ? sum / (double)samples->count : 0;
}

void samples_clear(struct samples *samples)
{
    free(samples->values);
    memset(samples, 0, sizeof *samples);
}

/* Below this the work has made the launches faster, which it cannot. */
#define SLOWDOWN_LEAST 0.95

void slowdown_add_alone(struct slowdown *slowdown, double ms)
{
    samples_add(&slowdown->alone_ms, ms);
}

void slowdown_add_beside(struct slowdown *slowdown, double ms)
{
    slowdown->open_ms += ms;
    slowdown->open_launches++;
    if (slowdown->open_ms >= slowdown->period_ms) {
        samples_add(&slowdown->beside_ms, slowdown->open_ms / slowdown->open_launches);
        slowdown->open_ms = 0;
        slowdown->open_launches = 0;
    }
}

double slowdown_get(struct slowdown *slowdown)
{
    double alone = samples_median(&slowdown->alone_ms);

    return alone > 0 ? samples_median(&slowdown->beside_ms) / alone : 0;
}

int slowdown_is_noisy(struct slowdown *slowdown, double ideal)
{
    double spread = samples_quantile(&slowdown->alone_ms, 0.9) - samples_quantile(&slowdown->alone_ms, 0.1);

    return spread > (ideal - 1) * samples_median(&slowdown->alone_ms) ||
           slowdown_get(slowdown) < SLOWDOWN_LEAST;
}

void slowdown_clear(struct slowdown *slowdown)
{
    samples_clear(&slowdown->alone_ms);
    samples_clear(&slowdown->beside_ms);
}
