"""The measurements as CSV, so that other programs can compute everything again."""

import csv
import json
import os

CONFIGURATION = ("key", "application", "input", "way", "class", "period_ms", "work_ms", "amount", "resizing", "policy", "groups",
                 "repetition")
RUN = ("measured_work_ms", "took_s", "load_average", "busy_processors", "began")
JOB = ("launched_ms", "ended_ms", "gather_us", "run_ms", "groups", "wanted_groups", "is_late", "is_beside")


def write_whole(path, write):
    """Calls write(file); the file appears when it is complete."""
    begun = path + ".begun"
    with open(begun, "w", encoding="utf-8", newline="") as file:
        write(file)
    os.replace(begun, path)


def write_rows(path, names, rows):
    def write(file):
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(rows)
    write_whole(path, write)


def configuration_cells(run):
    return [run.configuration.get(name, "") for name in CONFIGURATION]


def run_rows(results):
    for run in results.runs:
        record, frames = run.record, run.result.get("frames", {})
        yield configuration_cells(run) + [frames.get("measured_work_ms", ""), record["took_s"], record["load"]["average"],
                                          record["load"]["busy_processors"], record["began"]]


def launch_rows(results):
    for run in results.runs:
        flags = run.raw.get("launch_is_alone", [])
        for number, ms in enumerate(run.raw.get("launch_ms", [])):
            yield [run.configuration["key"], number, ms, run.wall_ms[number] if run.wall_ms else "", flags[number] if flags else ""]


def job_rows(results):
    for run in results.runs:
        if run.has_jobs:
            columns = [run.raw["job_" + name] for name in JOB]
            for number, cells in enumerate(zip(*columns)):
                yield [run.configuration["key"], number, *cells]


def about_rows(results):
    header = results.header
    for part in ("device", "programs", "machine", "options"):
        for name, value in header[part].items():
            yield [f"{part}.{name}", value if isinstance(value, (str, int, float)) else json.dumps(value)]


def write(results):
    out = results.out
    write_rows(os.path.join(out, "about.csv"), ("name", "value"), about_rows(results))
    write_rows(os.path.join(out, "runs.csv"), CONFIGURATION + RUN, run_rows(results))
    write_rows(os.path.join(out, "launches.csv"), ("key", "launch", "ms", "wall_ms", "is_alone"), launch_rows(results))
    write_rows(os.path.join(out, "jobs.csv"), ("key", "job") + JOB, job_rows(results))
    write_rows(os.path.join(out, "failures.csv"), ("key", "reason"),
               [[record["key"], record["reason"]] for record in results.failures])
