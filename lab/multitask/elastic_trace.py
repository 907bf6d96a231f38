"""Work-groups over time, from the trace that a run of `coop-app elastic --trace` leaves."""

import json

POINTS_MAX = 6000


class TraceError(Exception):
    """A message for people."""


def counters(path):
    """[(ms, kernel, its active work-groups)] in the order of time."""
    points = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith('{"ph":"C"'):
                event = json.loads(line.rstrip().rstrip(","))
                points.append((event["ts"] / 1000, event["name"], event["args"]["M"]))
    return points


def together(points, names):
    """When all of the kernels have begun, beside each other, for the last time after one was launched alone: (begin, end) of
    the measurement, as the trace tells it."""
    begun = {}
    for ms, name, _ in points:
        begun.setdefault(name, []).append(ms)
    missing = [name for name in names if name not in begun]
    if missing:
        raise TraceError(f"the trace shows no {', '.join(missing)}")
    return min(begun[name][-1] for name in names)


def area(path, kernels, job, length_ms):
    """{"begin_ms": 0, "end_ms": …, "steps": [[ms, kernel's number, work-groups], …]}: length_ms from the end of the part of the
    trace in which all kernels run; the job, which stands behind them, has the last number."""
    points = counters(path)
    names = list(kernels) + [job]
    end = together(points, names)
    begin = end - length_ms
    steps, before = [], {name: 0 for name in names}
    for ms, name, groups in points:
        if name not in before or ms > end:
            continue
        if ms < begin:
            before[name] = groups
        else:
            steps.append([round(ms - begin, 4), names.index(name), groups])
    steps = [[0, names.index(name), groups] for name, groups in before.items()] + steps
    return {"begin_ms": 0, "end_ms": round(length_ms, 4), "steps": thin(steps)}


def thin(steps):
    """At most POINTS_MAX steps; the last of those that are left out counts."""
    if len(steps) <= POINTS_MAX:
        return steps
    width = -(-len(steps) // POINTS_MAX)
    last = {}
    kept = []
    for place, step in enumerate(steps):
        last[step[1]] = step
        if place % width == width - 1 or place == len(steps) - 1:
            kept += [[step[0], number, groups] for number, (_, _, groups) in sorted(last.items())]
            last = {}
    return kept
