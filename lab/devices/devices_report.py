"""Tables and pictures of a state: runs.csv, table.csv, results.json, tables.md, and SVG."""

import csv
import io
import json
import os

import devices_plan
import mgws
import svg
import workers_report
from devices_results import Results, spread
from raw_csv import write_rows, write_whole
from state import read

RUN_NAMES = ("key", "workload", "groups", "side", "turn", "status", "ms", "tasks", "load", "took_s", "reason")
TABLE_NAMES = ("workload", "groups", "side", "turns", "ms", "over_best_alone", "over_best_p10", "over_best_p90", "over_ideal",
               "ideal_p10", "ideal_p90", "over_equal", "equal_p10", "equal_p90", "parts", "remote_tasks", "mgws", "differs")
PICTURES = (("victims", "Whom work-groups steal from", devices_plan.VICTIMS),
            ("shares", "Stealing, shares, and two domains", ("near-first", "equal", "shares", "domains")))


def number(value, form="{:.4g}"):
    return "" if value is None else form.format(value)


def spread_cells(values):
    three = spread(values)
    return [number(value) for value in three] if three else ["", "", ""]


def mean_parts(row):
    """The part of the tasks that each device ran, as 0.61/0.39."""
    if not row.parts:
        return ""
    return "/".join(f"{sum(part) / len(row.parts):.2f}" for part in zip(*row.parts))


def table_rows(results):
    for point in results.points():
        for side in results.sides(point):
            row = results.row(point, side)
            remote = sum(row.remote_tasks) / len(row.remote_tasks) if row.remote_tasks else None
            yield [point[0], devices_plan.title_of(point[1]), side, len(row.ms), number(row.median_ms()),
                   *spread_cells(results.over_best(point, side)), *spread_cells(results.over_ideal(point, side)),
                   *spread_cells(results.over_side(point, side, "equal")), mean_parts(row), number(remote), *mgws.figure(point[0], side)]


def run_rows(results):
    for record in results.records:
        yield [devices_plan.title_of(record["groups"]) if name == "groups" else record.get(name, "") for name in RUN_NAMES]


def as_objects(results):
    rows = [dict(zip(TABLE_NAMES, map(str, row))) for row in table_rows(results)]
    numbers = {name for name in TABLE_NAMES if name.startswith(("over_", "ideal_", "equal_"))} | {"turns", "ms", "remote_tasks"}
    for row in rows:
        for name in numbers:
            row[name] = float(row[name]) if row[name] else None
    header = {name: results.header[name] for name in ("device", "programs", "machine", "options")}
    return {**header, "table": rows, "failures": [[record["key"], record["reason"]] for record in results.failures]}


def with_spread(values):
    three = spread(values)
    return f"{three[0]:.2f} ({three[1]:.2f} .. {three[2]:.2f})" if three else ""


OUTLIER = 3


def outliers_of(results):
    """Runs of more than three times their side's median: listed, not averaged away."""
    lines = []
    for record in results.records:
        if record["status"] == "done":
            row = results.row((record["workload"], tuple(record["groups"])), record["side"])
            if record["ms"] > OUTLIER * row.median_ms():
                lines.append(f"- {record['key']}: {record['ms']:.4g} ms, {record['ms'] / row.median_ms():.1f} times the median of "
                             f"{len(row.ms)}; the load average was {record['load']}\n")
    return f"Above {OUTLIER} times the median of their side:\n\n" + "".join(lines) + "\n" if lines else ""


def failures_of(results):
    return "Failed:\n\n" + "".join(f"- {record['key']}: {record['reason']}\n" for record in results.failures) if results.failures else ""


def markdown(results):
    """For a page of lab/results."""
    out = io.StringIO()
    for point in results.points():
        problem = next(results.row(point, side).problem for side in results.sides(point))
        out.write(f"### {point[0]}, {devices_plan.title_of(point[1])} work-groups\n\n{problem}\n\n")
        out.write("| side | ms | over the best device alone | over the ideal | over equal shares | tasks of each | MGWS |\n"
                  "|---|---|---|---|---|---|---|\n")
        for side in results.sides(point):
            row = results.row(point, side)
            figure, differs = mgws.figure(point[0], side)
            said = figure if figure != "none" else f"none: {differs}"
            out.write(f"| {side} | {row.median_ms():.4g} | {with_spread(results.over_best(point, side))} | "
                      f"{with_spread(results.over_ideal(point, side))} | {with_spread(results.over_side(point, side, 'equal'))} | "
                      f"{mean_parts(row)} | {said} |\n")
        differences = sorted({mgws.figure(point[0], side)[1] for side in results.sides(point) if mgws.figure(point[0], side)[0] != "none"})
        out.write("\n" + (f"What differs: {'; '.join(differences)}.\n\n" if differences else ""))
    return out.getvalue()


def picture(results, title, sides):
    """Time over the best device alone, of each workload; None where there is nothing to show."""
    points = results.points()
    several = len({groups for _, groups in points}) > 1
    names = [workload + (f" {devices_plan.title_of(groups)}" if several else "") for workload, groups in points]
    medians = {side: [spread(results.over_best(point, side)) for point in points] for side in sides}
    values = [part for three in medians.values() for each in three if each for part in each]
    if not values:
        return None
    chart = svg.Chart(title, svg.categories("workload", names), svg.around("time over the best device alone (ratio)", values, is_log=True),
                      width=max(560, 90 * len(names)))
    for index, side in enumerate(sides):
        places = [(place, three[0]) for place, three in enumerate(medians[side]) if three]
        chart.line(index, places, devices_plan.SIDE_TITLES[side] if places else None)
        for place, three in enumerate(medians[side]):
            if three:
                chart.interval(index, place, three[1], three[2])
    chart.rule(1, "the best device alone")
    return chart.text()


def say(results, file):
    """For people."""
    if results.header["options"]["plan"] == "workers":
        return workers_report.say(results, file)
    print(f"{'workload':<18} {'groups':>8}  {'side':<11} {'ms':>9}  {'over best alone':<21} {'over ideal':<21} over equal shares", file=file)
    for point in results.points():
        for side in results.sides(point):
            row = results.row(point, side)
            print(f"{point[0]:<18} {devices_plan.title_of(point[1]):>8}  {side:<11} {row.median_ms():>9.4g}  "
                  f"{with_spread(results.over_best(point, side)):<21} {with_spread(results.over_ideal(point, side)):<21} "
                  f"{with_spread(results.over_side(point, side, 'equal'))}".rstrip(), file=file)


def make(out):
    """Writes all into the directory; returns the results."""
    header, records, _, _ = read(os.path.join(out, "state"))
    results = Results(header, records)
    write_rows(os.path.join(out, "runs.csv"), RUN_NAMES, run_rows(results))
    write_rows(os.path.join(out, "table.csv"), TABLE_NAMES, table_rows(results))
    write_whole(os.path.join(out, "results.json"), lambda file: json.dump(as_objects(results), file, indent=1))
    text = workers_report.markdown(results) if results.header["options"]["plan"] == "workers" else markdown(results)
    write_whole(os.path.join(out, "tables.md"), lambda file: file.write(text + outliers_of(results) + failures_of(results)))
    for name, title, sides in PICTURES:
        text = picture(results, title, sides)
        if text is not None:
            write_whole(os.path.join(out, name + ".svg"), lambda file, text=text: file.write(text))
    return results


def write_csv(results, file):
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(TABLE_NAMES)
    writer.writerows(table_rows(results))
