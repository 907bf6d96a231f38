"""The plan: which configurations are run, in which order.

A configuration is one run of one child process, a dictionary that holds all of its parameters; its key names it. The
order is that of repetitions, every other one backwards, so that what drifts with time meets all configurations alike.
"""

import os

import policies

# The paper's pairs of application and input, and what stands in for a graph that is not there. The graph files are
# those of docs/data.md; {data} is --data.
GRAPHS = {
    "usa": (["{data}/graphs/usa-road-ny.gr"], ["--grid", "512x512"]),
    "rmat": ([], ["--rmat", "16"]),
    "circuit": (["{data}/graphs/G3_circuit.mtx", "{data}/graphs/G3_circuit.graph"], ["--circuit", "default"]),
    "wide": (["{data}/graphs/lp1.graph"], ["--rmat", "14,32,2"]),
    "grid": ([], ["--grid", "300x300"]),
}
ENDINGS = ("", ".xz", ".gz", ".zst")

PAPER_PAIRS = (
    ("color", "circuit"), ("color", "wide"),
    ("mis", "circuit"), ("mis", "wide"),
    ("sssp-topology", "usa"),
    ("bfs", "usa"), ("bfs", "rmat"),
    ("sssp-worklist", "usa"), ("sssp-worklist", "rmat"),
    ("octree", "points"), ("game", "board"))
QUICK_PAIRS = (("bfs", "grid"), ("octree", "points"), ("components", "grid"))

TASK_INPUTS = {
    "octree": {"points": ["--points", "262144"]},
    "game": {"board": ["--depth", "7"]},
    "uts": {"tree": ["--tree", "T1"]},
    "queens": {"board": ["10"], "coarse": ["15", "--cutoff", "5"]},  # coarse: places far apart
    "fib": {"number": ["30"]},
}
QUICK_TASK_INPUTS = {"octree": {"points": ["--points", "65536"]}}

# Seconds of a child beside what it measures: start, calibration, launches alone. For the estimate, until runs have
# been timed.
OVERHEAD_S = 2.5


# And of the first run of a program, for which the device's compiler builds its kernels, unless its cache has them.
BUILD_S = 4.0


class PlanError(Exception):
    """A message for people."""


def graph_arguments(name, data):
    """(arguments, what stands in for the input or None)"""
    files, instead = GRAPHS[name]
    for pattern in files:
        for ending in ENDINGS:
            path = pattern.format(data=data or "") + ending
            if data and os.path.isfile(path):
                return ["--graph", path], None
    return instead, " ".join(instead) if files else None


def input_arguments(application, name, settings):
    """(arguments, what stands in for the input or None)"""
    if application == "kernel":
        return settings["kernel_arguments"], None
    if name.startswith("--"):
        return name.split(), None
    if application in TASK_INPUTS:
        inputs = TASK_INPUTS[application]
        if settings["is_quick"]:
            inputs = QUICK_TASK_INPUTS.get(application, inputs)
        if name not in inputs:
            raise PlanError(f"{application} has no input \"{name}\"; it has {', '.join(inputs)}")
        return inputs[name], None
    if os.path.isfile(name):
        return ["--graph", os.path.abspath(name)], None
    if name not in GRAPHS:
        raise PlanError(f"{application} has no input \"{name}\"; there are {', '.join(GRAPHS)}, and files")
    return graph_arguments(name, settings["data"])


def pair_title(application, name):
    base = os.path.basename(name) if "/" in name else name.replace("--", "").replace(" ", "-")
    return application, base


def amounts_of(settings):
    """The amounts that are different numbers of work-groups."""
    groups = settings["groups"]
    numbers = {"one": 1, "quarter": max(groups // 4, 1), "half": max(groups // 2, 1), "most": max(groups - 1, 1)}
    kept, seen = [], set()
    for amount in settings["amounts"]:
        number = numbers.get(amount, amount)
        if number not in seen:
            seen.add(number)
            kept.append(amount)
    return kept


def base_of(application, name, settings):
    arguments, instead = input_arguments(application, name, settings)
    application, title = pair_title(application, name)
    base = {"application": application, "input": title, "arguments": arguments, "groups": settings["groups"]}
    if instead:
        base["stands_in"] = instead
    if settings["local"]:
        base["local"] = settings["local"]
    return base


def key_of(configuration):
    parts = [configuration["application"], configuration["input"], configuration["way"]]
    if "class" in configuration:
        parts += [configuration["class"], str(configuration["amount"]), configuration["resizing"]]
    if "policy" in configuration:
        parts.append(configuration["policy"])
    return "/".join(parts + [f"r{configuration['repetition']}"])


# How a job gets its work-groups, as coop-app's --frames-by has it, and the way of such a configuration.
WAYS = {"run": "cooperative", "lease": "lease"}


def ways_of(application, settings, programs):
    """(ways of jobs, what is left out or None)"""
    ways = [WAYS[by] for by in settings.get("frames_by", ["run"])]
    if "lease" in ways and not programs.knows(application, "--frames-by"):
        return [way for way in ways if way != "lease"], f"leases of {application}: it has no --frames-by"
    return ways, None


def beside_jobs(base, application, settings, has_barriers, way):
    """Configurations of one application beside periodic jobs."""
    for name, (period_ms, work_ms) in settings["classes"].items():
        for amount in amounts_of(settings):
            if amount == "automatic" and settings["is_quick"] and name not in settings["automatic_classes"]:
                continue
            for resizing in settings["resizing"]:
                if resizing == "single" and (not has_barriers or amount == "automatic" or
                                             name not in settings["single_classes"]):
                    continue
                yield dict(base, way=way, resizing=resizing, amount=amount, period_ms=period_ms,
                           work_ms=work_ms, seconds=settings["seconds"], **{"class": name})


def rivals(base, application, settings, programs):
    """The same work without jobs, as cooperative kernel and otherwise, and beside jobs of the driver."""
    alone = dict(base, seconds=settings["alone_seconds"])
    ways = ["cooperative-alone"]
    ways += [way for way in ("plain", "multikernel") if programs.knows(application, "--" + way)]
    if application == "kernel":
        ways = ["cooperative-alone"]
    for way in ways:
        yield dict(alone, way=way)
    for way in ways[1:]:
        for place in ("queue", "process"):
            if place not in settings["rivals"] or not programs.offers_rival(application, way, place):
                continue
            for name in settings["rival_classes"]:
                period_ms, work_ms = settings["classes"][name]
                yield dict(base, way=f"{way}+{place}", resizing="none", amount="driver", period_ms=period_ms,
                           work_ms=work_ms, seconds=settings["seconds"], **{"class": name})


def check_run(base, settings):
    """One run whose results are compared with a sequential one, and which is drawn: timing runs do without."""
    name = f"timeline-{base['application']}-{base['input']}.svg".replace("/", "_")
    return dict(base, way="verify", seconds=0.5, repetition=0, timeline=name)


def make(settings, programs):
    """(configurations in their order, what was left out and why)"""
    left_out, checks, measured = [], [], []
    for application, name in settings["pairs"]:
        if application not in programs.applications():
            left_out.append(f"{application} on {name}: coop-app has no {application}")
            continue
        base = base_of(application, name, settings)
        if programs.knows(application, "--verify") and application != "kernel":
            checks.append(check_run(base, settings))
        has_barriers = application == "kernel" or programs.has_resizing_barriers(application)
        ways, lacking = ways_of(application, settings, programs)
        left_out += [lacking] if lacking else []
        for way in ways:
            measured += beside_jobs(base, application, settings, has_barriers, way)
        measured += [one for one in policies.configurations(base, application, settings, programs) if one not in measured]
        measured += rivals(base, application, settings, programs)
    if not measured:
        raise PlanError("nothing is left to run: " + "; ".join(left_out))
    plan = checks
    for repetition in range(settings["repetitions"]):
        turn = [dict(configuration, repetition=repetition) for configuration in measured]
        plan += reversed(turn) if repetition % 2 else turn
    for configuration in plan:
        configuration["key"] = key_of(configuration)
    if len({configuration["key"] for configuration in plan}) != len(plan):
        raise PlanError("two inputs of one application have the same name; give the files different names")
    return plan, left_out


def seconds_of(configuration, overhead_s=OVERHEAD_S):
    return configuration["seconds"] + overhead_s


def builds(plan, records):
    """How many of the rest are the first run of their program: each application's megakernel is one, and so are its
    ordinary kernels, in each other way."""
    by_key = {configuration["key"]: configuration for configuration in plan}

    def program_of(key):
        way = by_key[key]["way"].split("+")[0]
        return by_key[key]["application"], way if way in ("plain", "multikernel") else "cooperative"
    known = {record["key"] for record in records}
    return len({program_of(key) for key in by_key} - {program_of(key) for key in known})


def estimate_s(plan, records):
    """Seconds that the rest takes on a quiet machine: by what runs have taken so far, if there are any."""
    by_key = {configuration["key"]: configuration for configuration in plan}
    known = [record for record in records if record["status"] == "done"]
    overhead = OVERHEAD_S
    if len(known) >= 3:
        overhead = sum(record["took_s"] - by_key[record["key"]]["seconds"] for record in known) / len(known)
    left = {configuration["key"] for configuration in plan} - {record["key"] for record in records}
    return sum(seconds_of(by_key[key], max(overhead, 0.1)) for key in left) + BUILD_S * builds(plan, records)
