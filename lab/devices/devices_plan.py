"""The plan of coop-bench devices: which workload runs on which side, in which order.

A configuration is one run of one child process, coop-app, a dictionary that holds its command line; its key names it.
A turn runs all sides of all workloads once, every other turn backwards, so that what drifts with time meets all alike.
"""

import os

import documents

# By size: tiny ones are for tests. spin's times are rounds, the same for all sides: no run measures the host's anew.
WORKLOADS = {
    "memset": {"tiny": ["--tasks", "2000"], "quick": ["--tasks", "1048576"], "full": ["--tasks", "1048576"]},
    "contains": {"tiny": [], "quick": [], "full": []},
    "uts:T1": {"tiny": ["--binomial", "100,0.2,4,7"], "quick": ["--tree", "T1"], "full": ["--tree", "T1"]},
    "uts:T3": {"tiny": ["--binomial", "200,0.2,4,9"], "quick": ["--tree", "T3"], "full": ["--tree", "T3"]},
    "fib": {"tiny": ["16", "--cutoff", "8"], "quick": ["30", "--cutoff", "10"], "full": ["36", "--cutoff", "10"]},
    "queens": {"tiny": ["7"], "quick": ["11"], "full": ["13"]},
    "uts:T1L": {"tiny": ["--binomial", "100,0.2,4,7"], "quick": ["--tree", "T1L"], "full": ["--tree", "T1L"]},
    "uts:T3L": {"tiny": ["--binomial", "200,0.2,4,9"], "quick": ["--tree", "T3L"], "full": ["--tree", "T3L"]},
    "octree": {"tiny": ["--points", "2000"], "quick": ["--points", "65536"], "full": ["--points", "1048576"]},
}
SHAPES = ("constant", "uniform", "exponential", "pareto")
SPIN_TASKS = {"tiny": "40", "quick": "1000", "full": "10000"}
for _shape in SHAPES:
    WORKLOADS["spin:" + _shape] = {size: ["--time", _shape, "--tasks", tasks] for size, tasks in SPIN_TASKS.items()}

# Trees that take seconds on eight processors, and ten times as long to check: only where they are named, or --size full.
LONG = ("uts:T1L", "uts:T3L")
# What they have, after UTS's own list of sample trees: their runs are held against this, not against a sequential one.
KNOWN = {"uts:T1L": {"nodes": 102181082, "leaves": 81746377, "depth": 13},
         "uts:T3L": {"nodes": 111345631, "leaves": 89076904, "depth": 17844}}

# Tasks that read what others have written want one memory.
ONE_DOMAIN = ("octree",)

VICTIMS = ("random", "near", "near-first", "local", "none")
SIDES = ("alone",) + VICTIMS + ("equal", "shares", "domains", "starpu")
SIDE_TITLES = {
    "alone": "each device alone", "random": "all, stealing from anybody", "near": "all, three times in four from the own device",
    "near-first": "all, from the own device first", "local": "all, from the own device alone", "none": "all, nobody steals",
    "equal": "equal shares, nobody steals", "shares": "shares by measured speed, nobody steals",
    "domains": "two domains, tasks by copies", "starpu": "StarPU, in pieces",
}
SIZES = {"tiny": {"turns": 1, "repeat": 1, "mean_us": 20}, "quick": {"turns": 3, "repeat": 1, "mean_us": 50},
         "full": {"turns": 11, "repeat": 3, "mean_us": 50}}

# Of StarPU, which the program starpu_tasks stands on, on all OpenCL devices: each run is on whole devices.
OF_STARPU = ("memset", "contains")

DEVICES_MAX = 8
GROUPS_MAX = 2045


class PlanError(Exception):
    """A message for people."""


def split(text):
    return [word for word in text.split(",") if word]


def chosen(option, text, choices):
    words = split(text)
    for word in words:
        if word not in choices:
            raise PlanError(f"{option} wants some of {', '.join(choices)}, not \"{word}\"")
    if not words:
        raise PlanError(f"{option} names none of {', '.join(choices)}")
    return [choice for choice in choices if choice in words]


def numbers(option, text, count, most):
    """A whole number for each device, or one for all."""
    words = split(text)
    if not words or len(words) not in (1, count) or not all(word.isdigit() and 0 < int(word) <= most for word in words):
        raise PlanError(f"{option} wants a whole number from 1 to {most} for each of {count} devices, as 1,1, or one for all, "
                        f"not \"{text}\"")
    return [int(word) for word in words] * (count if len(words) == 1 else 1)


def groups_of(text, count):
    """The numbers of work-groups of all devices, one list for each point: \"1;2;4,8\"."""
    points = [numbers("--groups", point, count, GROUPS_MAX) for point in text.split(";")]
    if len({tuple(point) for point in points}) < len(points):
        raise PlanError(f"--groups names a point twice: \"{text}\"")
    return points


def slow_of(text, count):
    """{device: factor} of \"1=4,2=16\"."""
    factors = {}
    for word in split(text):
        device, _, factor = word.partition("=")
        if not (device.isdigit() and factor.isdigit() and int(device) < count and 0 < int(factor) <= 1000):
            raise PlanError(f"--slow wants a device of 0 to {count - 1} and how many times slower it is, up to 1000, as 1=4, "
                            f"not \"{word}\"")
        factors[int(device)] = int(factor)
    return factors


def processors():
    """That this process may use."""
    return len(os.sched_getaffinity(0))


def text_settings(options):
    """Where contains looks, and for what; or how many documents are made for it."""
    if (options.text is None) != (options.word is None):
        raise PlanError("--text and --word go together: where to look, and for what")
    if options.documents and options.text:
        raise PlanError("--documents is of a text that is made, and --text names one")
    if options.documents:
        return {"text": os.path.join(options.out, f"documents-{options.documents}.txt"), "word": documents.WORD,
                "documents": options.documents}
    return {"text": options.text, "word": options.word, "documents": None}


def make_settings(options, serving):
    """options  of argparse.
    serving  what coop-info says of the devices that can serve; None: it was not asked."""
    if options.split and options.devices:
        raise PlanError("--devices and --split exclude each other")
    devices = split(options.devices) if options.devices else ["0", "1"]
    count = options.split or len(devices)
    if not 2 <= count <= DEVICES_MAX or len(set(devices)) < len(devices):
        raise PlanError(f"--devices wants 2 to {DEVICES_MAX} devices, each once, as 0,1, not \"{options.devices}\"")
    size = SIZES[options.size]
    workloads = chosen("--workloads", options.workloads, list(WORKLOADS)) if options.workloads else \
        [name for name in WORKLOADS if name not in LONG or options.size == "full"]
    sides = chosen("--sides", options.sides, SIDES) if options.sides else list(SIDES)
    starpu = None if options.split else options.starpu
    if options.sides and "starpu" in sides and starpu is None:
        raise PlanError("--sides names starpu, which runs on whole devices; leave --split out" if options.split else
                        "--sides names starpu, and there is no starpu_tasks beside coop-app; install libstarpu-dev, configure and build again")
    sides = [side for side in sides if side != "starpu" or starpu]
    if "alone" not in sides:
        raise PlanError("--sides wants alone among them: all others are measured beside it")
    slow = slow_of(options.slow, count) if options.slow else {}
    if slow and not any(name.startswith("spin:") for name in workloads):
        raise PlanError("--slow is of spin's tasks, and --workloads names none of them")
    return {"plan": options.plan, "size": options.size, "devices": None if options.split else devices, "parts": options.split,
            "count": count, "groups": groups_of(options.groups or "1", count), "local": numbers("--local", options.local or "1", 1, 1024)[0], "turns": options.turns or size["turns"],
            "repeat": size["repeat"], "mean_us": options.mean_us or size["mean_us"], "slow": slow, "workloads": workloads,
            "sides": sides, "starpu": starpu, **text_settings(options), "deadline_s": options.deadline}


def workload_words(name, settings):
    """What coop-app gets for a workload, without its devices."""
    application, _, _ = name.partition(":")
    words = [application] + WORKLOADS[name][settings["size"]]
    if application == "spin":
        words += ["--mean-us", f"{settings['mean_us']:g}", "--rounds-per-us", "500"]
    if application == "contains" and settings["text"]:
        words += ["--text", settings["text"], "--word", settings["word"]]
    return words


def known_answer(name, settings):
    """What every run must have found; None: each is compared with a sequential one."""
    return KNOWN.get(name) if settings["size"] != "tiny" else None


def slow_words(name, factors):
    if not name.startswith("spin:") or not factors:
        return []
    return ["--slow", ",".join(f"{device}={factor}" for device, factor in sorted(factors.items()))]


def alone_words(name, settings, device, groups):
    """One device, as a team of one: what it is beside the others, it is alone."""
    slow = settings["slow"].get(device)
    words = ["--devices", settings["devices"][device] if settings["devices"] else "0", "--groups", str(groups)]
    return words + slow_words(name, {0: slow} if slow else {})


def all_words(name, settings, side, groups):
    words = ["--split", str(settings["parts"])] if settings["parts"] else ["--devices", ",".join(settings["devices"])]
    words += ["--groups", ",".join(map(str, groups))] + slow_words(name, settings["slow"])
    if side in VICTIMS:
        return words + ["--victims", side, "--first", "demand"]
    if side == "domains":
        return words + ["--domains", "separate"]
    return words + ["--first", "equal", "--victims", "none"]  # and, for shares, the speeds: devices_run.py


def sides_of(name, settings, groups):
    """[(side, words)]; a device alone is alone:0, …"""
    sides = []
    for side in settings["sides"]:
        if side == "alone":
            # Parts of a device are alike, unless one is made slow.
            alone = range(settings["count"]) if settings["devices"] or settings["slow"] else (0,)
            sides += [(f"alone:{device}", alone_words(name, settings, device, groups[device])) for device in alone]
        elif side == "starpu":
            sides += [(side, [])] if name in OF_STARPU else []
        elif side != "domains" or name.partition(":")[0] not in ONE_DOMAIN:
            sides.append((side, all_words(name, settings, side, groups)))
    return sides


def title_of(groups):
    return "+".join(map(str, groups))


def make(settings):
    """All configurations, in their order."""
    turns = []
    for turn in range(settings["turns"]):
        configurations = []
        for name in settings["workloads"]:
            for groups in settings["groups"]:
                for side, words in sides_of(name, settings, groups):
                    configurations.append({
                        "key": f"{name} {title_of(groups)} {side} {turn}", "workload": name, "groups": groups, "side": side, "turn": turn,
                        "words": workload_words(name, settings) + words + ([] if side == "starpu" else ["--local", str(settings["local"])]),
                        "repeat": settings["repeat"],
                        "wants_speeds": side == "shares", "answer": known_answer(name, settings)})
        turns += configurations if turn % 2 == 0 else configurations[::-1]
    return turns
