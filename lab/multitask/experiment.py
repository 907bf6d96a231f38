"""Runs the configurations that a state file lacks, one child process after the other, and records each outcome."""

import contextlib
import os
import time

import elastic_pictures
import elastic_plan
import elastic_trace
import plan
import policies
import programs
from progress import Progress

# What a configuration may take beyond the time that it measures, before it is ended.
DEADLINE_S = 120


def arguments_of(configuration, settings, app, out):
    """The command line of a configuration's child.

    out  directory of the pictures that it draws."""
    way = configuration["way"]
    words = [app, configuration["application"]] + configuration["arguments"]
    words += ["--min-seconds", f"{configuration['seconds']:g}", "--json"]
    if not way.startswith("multikernel"):  # which fills the device
        words += ["--groups", str(configuration["groups"])]
    words += ["--timeout", f"{max(settings['deadline_s'] * 0.8, 1):g}"]
    if "local" in configuration:
        words += ["--local", str(configuration["local"])]
    if settings["device"]:
        words += ["--device", settings["device"]]
    if way == "verify":
        words.append("--verify")
        if "timeline" in configuration:
            words += ["--frames", "heavy", "--frame-groups", "half"]
            words += ["--timeline", os.path.join(out, configuration["timeline"])]
        return words
    words.append("--raw")
    for rival in ("plain", "multikernel"):
        if way.startswith(rival):
            words.append("--" + rival)
    if "class" in configuration:
        words += ["--frames", f"{configuration['period_ms']:g},{configuration['work_ms']:g}"]
        if way in ("cooperative", "policy", "lease"):
            words += policies.words(configuration)
            words += ["--frames-by", "lease"] if way == "lease" else []
            words += ["--frame-groups", str(configuration["amount"]), "--resizing", configuration["resizing"]]
        else:
            words += ["--frame-place", way.split("+")[1]]
    return words


def load():
    """How busy the machine is: the load average of a minute, and processor time used since it began, in s."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = [int(word) for word in file.readline().split()[1:9]]
    busy = sum(ticks) - ticks[3] - ticks[4]
    return {"average": round(os.getloadavg()[0], 2), "busy_s": busy / os.sysconf("SC_CLK_TCK"), "at": time.monotonic()}


def load_between(before, after):
    """Processors busy on average while a child ran, its own included."""
    seconds = max(after["at"] - before["at"], 1e-9)
    return {"average": before["average"], "busy_processors": round((after["busy_s"] - before["busy_s"]) / seconds, 2)}


def is_unverified(way, result):
    return way == "verify" and result.get("verified") is not True


def run_elastic(configuration, settings, app, out):
    """(result, reason) of a run of coop-app elastic; of one with a trace, with work-groups over time."""
    trace = os.path.join(out, "elastic-trace.json") if elastic_pictures.wants_area(configuration) else None
    words = elastic_plan.arguments_of(configuration, app, settings["device"], max(settings["deadline_s"] * 0.8, 1), trace)
    result, reason = programs.run_json(words, settings["deadline_s"])
    if reason is None and result.get("verified") is not True:
        reason = "a result is wrong"
    if reason is None and trace:
        try:
            result["area"] = elastic_trace.area(trace, configuration["kernels"], "matmul", elastic_pictures.area_length_ms())
        except (elastic_trace.TraceError, KeyError, OSError, ValueError) as error:
            reason = f"no trace: {error}"
    if trace:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(trace)
    return result, reason


def outcome_of(configuration, settings, tools, out):
    """The record of one run."""
    before = load()
    began = time.monotonic()
    if elastic_plan.is_elastic(configuration):
        result, reason = run_elastic(configuration, settings, tools.app, out)
    else:
        result, reason = programs.run_json(arguments_of(configuration, settings, tools.app, out), settings["deadline_s"])
    record = {"key": configuration["key"], "took_s": round(time.monotonic() - began, 3),
              "began": time.strftime("%Y-%m-%dT%H:%M:%S%z"), "load": load_between(before, load())}
    if reason is None and (is_unverified(configuration["way"], result) or result.get("frames", {}).get("wrong")):
        reason = "a result is wrong"
    if reason is not None:
        return dict(record, status="failed", reason=reason)
    return dict(record, status="done", result=result)


def undone(state, retries_failed):
    outcome = state.outcome()
    for configuration in state.header["plan"]:
        record = outcome.get(configuration["key"])
        if record is None or (retries_failed and record["status"] == "failed"):
            yield configuration


def run(state, tools, retries_failed=False):
    """Runs what is left. Returns how many of the plan have failed.

    Raises NoDevice when a child fails and no device can serve any more: that says nothing about the configuration, which
    is then left undone; and KeyboardInterrupt, which loses the one under way."""
    settings = state.header["options"]
    whole = state.header["plan"]
    todo = list(undone(state, retries_failed))
    progress = Progress(len(whole))
    for number, configuration in enumerate(todo):
        done = len(whole) - len(todo) + number
        progress.show(done, plan.estimate_s(whole, state.records), configuration["key"])
        try:
            record = outcome_of(configuration, settings, tools, os.path.dirname(os.path.abspath(state.path)))
            if record["status"] == "failed":
                tools.device(settings["device"])
        except BaseException:
            progress.end()
            raise
        state.append(record)
        progress.note(done + 1, plan.estimate_s(whole, state.records), configuration["key"], record["took_s"],
                      record.get("reason"))
    progress.end()
    return sum(record["status"] == "failed" for record in state.outcome().values())


def machine():
    """What the figures depend on beside device and programs."""
    names = [line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8", errors="replace")
             if line.startswith("model name")]
    return {"processor": names[0] if names else "unknown", "processors": os.cpu_count(), "kernel": os.uname().release,
            "environment": {name: os.environ[name] for name in sorted(os.environ)
                            if name.startswith(("COOP_", "POCL_", "CUDA_"))}}
