"""Runs the configurations that a state file lacks, one child process after the other, and records each outcome."""

import os
import time

import estimates
import programs
from progress import Progress

KEPT_COUNTS = ("worker_groups", "executed", "dealt", "remote_steals", "remote_stolen", "remote_vain", "speed", "tasks_in",
               "tasks_out", "batches_in", "moves")


def rates(state, configuration):
    """Tasks each device ran in a second alone, in the turns before; None where a device was not measured."""
    found = {}
    for record in state.records:
        same = record["status"] == "done" and record["workload"] == configuration["workload"] and \
            record["groups"] == configuration["groups"] and record["side"].startswith("alone:")
        if same:
            found.setdefault(int(record["side"][6:]), []).append(record["tasks"] / record["ms"])
    count = len(configuration["groups"])
    if len(found) == 1 and not state.header["options"]["devices"]:  # parts of a device, which are alike
        return [estimates.median(next(iter(found.values())))] * count
    return [estimates.median(found[device]) for device in range(count)] if len(found) == count else None


def speed_words(state, configuration):
    """(words, reason why there are none). A speed is of a work-group: the share is that times their number."""
    if not configuration["wants_speeds"]:
        return [], None
    each = rates(state, configuration)
    if each is None:
        return [], "the devices were not measured alone"
    each = [rate / groups for rate, groups in zip(each, configuration["groups"])]
    return ["--speeds", ",".join(str(max(1, round(1000 * rate / max(each)))) for rate in each)], None


def arguments_of(configuration, settings, app):
    words = configuration["words"] + ["--repeat", str(configuration["repeat"]), "--json"]
    if configuration["side"] == "starpu":  # which checks each result
        return [settings["starpu"]] + words
    words = [app] + words
    words += [] if configuration["answer"] else ["--verify"]
    return words + ["--timeout", f"{max(settings['deadline_s'] * 0.8, 1):g}"]


def environment_of(configuration):
    """Domains of devices that share memory move tasks by copies, as GPUs' do."""
    return {"COOP_TRANSPORT": "copy"} if configuration["side"] == "domains" else {}


def is_right(result, configuration):
    wanted = configuration["answer"]
    if wanted is None:
        return result.get("verified") is True
    return {name: result.get("result", {}).get(name) for name in wanted} == wanted


def outcome_of(state, configuration, app, deadline_s):
    """The record of one run."""
    settings = state.header["options"]
    record = {name: configuration[name] for name in ("key", "workload", "groups", "side", "turn")}
    record["load"] = round(os.getloadavg()[0], 2)
    began = time.monotonic()
    speeds, reason = speed_words(state, configuration)
    result = None
    if reason is None:
        words = arguments_of(configuration, settings, app) + speeds
        record["words"] = words[1:]
        set_by = environment_of(configuration)
        result, reason = programs.run_json(["env"] + [f"{name}={value}" for name, value in set_by.items()] + words,
                                           deadline_s)
    record["took_s"] = round(time.monotonic() - began, 3)
    if reason is None and not is_right(result, configuration):
        reason = "a result is wrong"
    if reason is not None:
        return dict(record, status="failed", reason=reason)
    devices = [{name: counts[name] for name in KEPT_COUNTS if name in counts} for counts in result.get("devices", {}).values()]
    return dict(record, status="done", ms=result["run_ms"]["median"], tasks=result["queues"]["executed"] / result["run_ms"]["count"],
                problem=result["problem"], devices=devices)


def undone(state, retries_failed):
    outcome = state.outcome()
    for configuration in state.header["plan"]:
        record = outcome.get(configuration["key"])
        if record is None or (retries_failed and record["status"] == "failed"):
            yield configuration


def left_s(state, left):
    """By what such a run has taken; before any has, a guess."""
    took = {}
    for record in state.records:
        took.setdefault((record["workload"], record["side"]), []).append(record["took_s"])
    every = [seconds for values in took.values() for seconds in values] or [2.0]
    mean = sum(every) / len(every)
    return sum(estimates.median(took.get((item["workload"], item["side"]), [mean])) for item in left)


class TimeIsUp(Exception):
    """No time is left for this run, which belongs to what is left."""


def run_one(state, configuration, app, ends):
    """ends  when no run may be under way any more (time.monotonic); None: never."""
    deadline_s = state.header["options"]["deadline_s"]
    left = None if ends is None else ends - time.monotonic()
    if left is None or left > deadline_s:
        return outcome_of(state, configuration, app, deadline_s)
    if left < left_s(state, [configuration]):
        raise TimeIsUp
    record = outcome_of(state, configuration, app, left)
    if record["status"] == "failed" and time.monotonic() >= ends:
        raise TimeIsUp
    return record


def run(state, tools, retries_failed=False, within_s=None):
    """Runs what is left, or what there is time for. Returns how many of the plan have failed. An interruption loses the run
    under way."""
    whole = state.header["plan"]
    todo = list(undone(state, retries_failed))
    progress = Progress(len(whole))
    ends = None if within_s is None else time.monotonic() + within_s
    for number, configuration in enumerate(todo):
        done = len(whole) - len(todo) + number
        progress.show(done, left_s(state, todo[number:]), configuration["key"])
        try:
            record = run_one(state, configuration, tools.app, ends)
        except TimeIsUp:
            break
        except BaseException:
            progress.end()
            raise
        state.append(record)
        progress.note(done + 1, left_s(state, todo[number + 1:]), configuration["key"], record["took_s"], record.get("reason"))
    progress.end()
    return sum(record["status"] == "failed" for record in state.outcome().values())
