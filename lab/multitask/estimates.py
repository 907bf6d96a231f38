"""Order statistics, and how far they can be trusted."""

import random

RESAMPLES = 500
THINNED = 60  # values of a run that a resample draws from
REPETITIONS_ENOUGH = 5


def quantile(values, fraction):
    """Between neighbours by linear interpolation; None of nothing."""
    if not values:
        return None
    ordered = sorted(values)
    place = fraction * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def median(values):
    return quantile(values, 0.5)


def windows(launches_ms, period_ms):
    """Launches in the order of time, as means of those that fill a period: some short launches meet a job and some
    do not."""
    means, open_ms, count = [], 0.0, 0
    for ms in launches_ms:
        open_ms += ms
        count += 1
        if open_ms >= period_ms:
            means.append(open_ms / count)
            open_ms, count = 0.0, 0
    return means


def thin(values):
    step = -(-len(values) // THINNED)
    return values[::step] if step > 1 else values


class Estimate:
    """A value with its 95 % interval, (low, high); the interval is None where nothing varies."""

    def __init__(self, value, interval=None):
        self.value = value
        self.interval = interval


def interval_of(draw, seed):
    chance = random.Random(seed)
    values = sorted(value for value in (draw(chance) for _ in range(RESAMPLES)) if value is not None)
    if len(values) < RESAMPLES // 2:
        return None
    return quantile(values, 0.025), quantile(values, 0.975)


def of_values(values, seed=1):
    """The median of independent values, by percentile bootstrap."""
    if not values:
        return None
    if len(values) < 3:
        return Estimate(median(values))
    return Estimate(median(values), interval_of(lambda chance: median(chance.choices(values, k=len(values))), seed))


def of_ratios(runs, seed=1):
    """The median over repetitions of median(above) / median(below), of [(above, below)].

    Resamples repetitions; where there are few, also the values within each, which then must stand for what would differ
    between repetitions."""
    runs = [(above, below) for above, below in runs if above and below and median(below) > 0]
    if not runs:
        return None
    ratios = [median(above) / median(below) for above, below in runs]
    if len(runs) >= REPETITIONS_ENOUGH:
        return of_values(ratios, seed)
    thinned = [(thin(above), thin(below)) for above, below in runs]

    def draw(chance):
        drawn = []
        for above, below in chance.choices(thinned, k=len(thinned)):
            drawn.append(median(chance.choices(above, k=len(above))) / median(chance.choices(below, k=len(below))))
        return median(drawn)

    return Estimate(median(ratios), interval_of(draw, seed))
