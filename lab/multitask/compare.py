"""Two directories of results, configuration by configuration."""

import csv
import sys

import estimates
from results import Results

NAMES = ("configuration", "slowdown_a", "slowdown_b", "b_by_a", "period_a_ms", "period_b_ms", "missed_a", "missed_b",
         "gather_a_us", "gather_b_us", "differs")


def is_apart(one, other):
    """Whether the 95 % intervals do not meet."""
    if one.interval is None or other.interval is None:
        return False
    return one.interval[1] < other.interval[0] or other.interval[1] < one.interval[0]


def row_of(name, one, other):
    first, second = one.slowdown(), other.slowdown()
    if first is None or second is None:
        return None
    cells = [name, f"{first.value:.3f}", f"{second.value:.3f}", f"{second.value / first.value:.3f}"]
    cells += [f"{group.period_ms() or 0:.1f}" for group in (one, other)]
    cells += ["{}/{}".format(*group.missed()) for group in (one, other)]
    cells += [f"{estimates.median(group.all_of('gather_us')) or 0:.1f}" for group in (one, other)]
    return cells + ["yes" if is_apart(first, second) else ""]


def rows_of(before, after):
    for name, group in before.groups.items():
        other = after.groups.get(name)
        if other is not None and group.runs[0].has_jobs and other.runs[0].has_jobs:
            row = row_of(name, group, other)
            if row is not None:
                yield row


def print_comparison(path_a, path_b, is_csv):
    before, after = Results(path_a), Results(path_b)
    rows = list(rows_of(before, after))
    if is_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(NAMES)
        writer.writerows(rows)
        return 0 if rows else 1
    for letter, results in (("A", before), ("B", after)):
        device, programs = results.header["device"], results.header["programs"]
        print(f"{letter}  {results.out}: {device['device']}, {programs['version']} {programs['commit'] or ''}")
    if not rows:
        print("No configuration of coop-multitask run is in both; what elastic has measured is in the elastic.json of each.")
        return 1
    widths = [max(len(row[column]) for row in rows + [list(NAMES)]) for column in range(len(NAMES))]
    for row in [list(NAMES)] + rows:
        print("  ".join(cell.ljust(width) if column == 0 else cell.rjust(width)
                        for column, (cell, width) in enumerate(zip(row, widths))).rstrip())
    only = len(set(before.groups) ^ set(after.groups))
    print(f"{len(rows)} configurations with jobs in both; {only} in one only. differs: the 95 % intervals of the slowdowns "
          "do not meet.")
    return 0
