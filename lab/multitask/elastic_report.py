"""The elastic experiment's part of a report: its section of the page, elastic_*.csv and elastic.json."""

import json
import os

import elastic_pictures
import elastic_plan
import elastic_results
import elastic_tables
import raw_csv

RUN = ("key", "mix", "way", "detail", "split", "groups", "repetition", "seconds", "period_ms", "measured_work_ms", "load_average",
       "busy_processors")
JOB = ("launched_ms", "latency_ms", "gather_us", "run_ms", "groups", "is_late")


def runs_of(results):
    for record in results.records:
        configuration = results.by_key[record["key"]]
        if elastic_plan.is_elastic(configuration):
            yield configuration, record


def run_rows(results):
    for configuration, record in runs_of(results):
        result, load = record["result"], record["load"]
        yield [configuration["key"], configuration["input"], configuration["way"], configuration["detail"],
               "+".join(map(str, configuration.get("split", []))), configuration["groups"], configuration["repetition"],
               result["seconds"], configuration.get("period_ms", ""), result.get("frames", {}).get("measured_work_ms", ""),
               load["average"], load["busy_processors"]]


def launch_rows(results):
    for configuration, record in runs_of(results):
        for kernel in record["result"]["kernels"]:
            for number, (begin, end) in enumerate(zip(kernel["begin_ms"], kernel["end_ms"])):
                yield [configuration["key"], kernel["kernel"], number, begin, end]


def job_rows(results):
    for configuration, record in runs_of(results):
        for number, job in enumerate(record["result"].get("jobs", [])):
            yield [configuration["key"], number] + [job[name] for name in JOB]


def summary(mixes):
    """What the tables say, for programs."""
    return {mix.name: {"kernels": mix.kernels, "verdict": mix.verdict(),
                       "ways": [{"way": way.configuration["way"], "detail": way.configuration["detail"],
                                 "split": way.configuration.get("split"), "throughput": way.throughput().value,
                                 "interval": way.throughput().interval, "parts": {name: way.part(name) for name in way.kernels},
                                 "keeps_period": way.meets_period(), "late": way.late()[0], "jobs": way.late()[1],
                                 "tail_ms": way.tail(), "p99_ms": way.tail(0.99)} for way in mix.ways]} for mix in mixes}


def write(results, mixes):
    def write_json(file):
        json.dump(summary(mixes), file, indent=1)
        file.write("\n")
    raw_csv.write_rows(os.path.join(results.out, "elastic_runs.csv"), RUN, run_rows(results))
    raw_csv.write_rows(os.path.join(results.out, "elastic_launches.csv"), ("key", "kernel", "launch", "begin_ms", "end_ms"),
                       launch_rows(results))
    raw_csv.write_rows(os.path.join(results.out, "elastic_jobs.csv"), ("key", "job") + JOB, job_rows(results))
    raw_csv.write_whole(os.path.join(results.out, "elastic.json"), write_json)


def section(results, table_text):
    """(the section of the page, {file name: picture}); writes the files. Nothing without elastic runs.

    table_text  makes HTML of a table."""
    mixes = elastic_results.mixes(results)
    if not mixes:
        return "", {}
    write(results, mixes)
    made = elastic_pictures.all_of(mixes)
    parts = ["<h2>Elasticity</h2>", f"<p>{elastic_tables.METHOD}</p>",
             '<div class="pictures">' + "\n".join(f"<figure>{text}</figure>" for text in made.values()) + "</div>"]
    return "\n".join(parts + [table_text(table) for table in elastic_tables.all_of(mixes)]), made
