#include "automatic_groups.h"

#include <math.h>

void automatic_groups_begin(struct automatic_groups *automatic, double period_ms, uint32_t most)
{
    *automatic = (struct automatic_groups){.period_ms = period_ms, .most = most, .groups = most, .least = 1};
}

/* The fewest that would bring a job of `ms` down to the aim. */
static uint32_t wanted(const struct automatic_groups *automatic, double ms)
{
    double groups = ceil(automatic->groups * ms / (AUTOMATIC_AIM * automatic->period_ms));

    return groups >= automatic->most ? automatic->most : groups < 1 ? 1 : (uint32_t)groups;
}

static void change(struct automatic_groups *automatic, uint32_t groups)
{
    automatic->groups = groups < automatic->least ? automatic->least : groups;
    automatic->calm = 0;
    automatic->longest_ms = 0;
}

static void grow(struct automatic_groups *automatic, double ms)
{
    uint32_t groups = wanted(automatic, ms);

    if (groups <= automatic->groups && automatic->groups < automatic->most) {
        groups = automatic->groups + 1;
    }
    change(automatic, groups);
}

void automatic_groups_note(struct automatic_groups *automatic, double ms)
{
    if (automatic->forget_jobs > 0 && --automatic->forget_jobs == 0) {
        automatic->least = 1;
    }
    if (ms > automatic->period_ms) {
        automatic->least = automatic->groups < automatic->most ? automatic->groups + 1 : automatic->most;
        automatic->forget_jobs = AUTOMATIC_MEMORY;
    }
    if (ms > AUTOMATIC_NEAR * automatic->period_ms) {
        grow(automatic, ms);
        return;
    }
    automatic->calm++;
    automatic->longest_ms = ms > automatic->longest_ms ? ms : automatic->longest_ms;
    if (automatic->calm >= AUTOMATIC_CALM) {
        uint32_t groups = wanted(automatic, automatic->longest_ms);

        change(automatic, groups < automatic->groups ? groups : automatic->groups);
    }
}
