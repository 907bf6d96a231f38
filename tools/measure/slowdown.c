#include "tools/measure/slowdown.h"

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
