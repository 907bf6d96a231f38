"""The elastic experiment's plan: which cooperative kernels are beside each other, how the device is shared, and in which
order this is run.

A mix is some kernels of `coop-app elastic` and the phases of their launches. Each mix is run with its kernels alone,
shared out by coop, split before it begins in every way that cuts the device into as many parts as settings say, and as
ordinary kernels in processes of their own, among which the driver shares the device out."""

import itertools

from plan import PlanError, key_of

# Whose demand changes: an answer that is made token by token beside a wide stage, a search beside a solver, and all four.
MIXES = {
    "model-narrow": ("decode,wide", "narrow"), "model-even": ("decode,wide", "even"), "model-wide": ("decode,wide", "wide"),
    "search-narrow": ("bfs,multigrid", "narrow"), "search-even": ("bfs,multigrid", "even"),
    "search-wide": ("bfs,multigrid", "wide"),
    "four-even": ("decode,wide,bfs,multigrid", "even"),
}
QUICK_MIXES = ("model-even", "search-even", "four-even")
STANDARD_MIXES = ("model-even", "four-even")  # of coop-multitask run: two and four kernels beside a 60 Hz job
PERIOD_MS, WORK_MS = 16.7, 5.0  # the job of every mix: 60hz
AMOUNTS = ("half", "most")  # work-groups of a job where coop shares the device out; the first is what is judged
QUICK_PARTS, FULL_PARTS = 5, 8
PARTS_MAX = 16  # the splits of five users are 1365 then
WAYS = ("elastic-alone", "elastic-coop", "elastic-split", "elastic-driver")
AREA_SECONDS = 0.4
AREA_PERIODS = 5


def is_elastic(configuration):
    return configuration["way"].startswith("elastic-")


def mixes_of(words):
    for word in words:
        if word not in MIXES:
            raise PlanError(f"--mixes wants some of {', '.join(MIXES)}, not \"{word}\"")
    return list(dict.fromkeys(words))


def splits(groups, shares, parts):
    """All ways to give `shares` users at least one of `parts` equal parts of the work-groups each, as numbers of
    work-groups. Parts that leave no choice become one more."""
    parts = min(max(parts, shares + 1), groups)
    bounds = [groups * part // parts for part in range(parts + 1)]
    for cuts in itertools.combinations(range(1, parts), shares - 1):
        ends = [0, *cuts, parts]
        yield [bounds[end] - bounds[begin] for begin, end in zip(ends, ends[1:])]


def base_of(mix, settings):
    kernels, phases = MIXES[mix]
    return {"application": "elastic", "input": mix, "kernels": kernels.split(","), "phases": phases,
            "arguments": ["--phases", phases, "--size", settings["elastic_size"]], "groups": settings["groups"],
            "local": settings["local"] or settings["elastic_local"], "seconds": settings["elastic_seconds"]}


def with_jobs(base, **more):
    return dict(base, period_ms=PERIOD_MS, work_ms=WORK_MS, **more)


def of_mix(mix, settings, has_splits):
    base = base_of(mix, settings)
    for kernel in base["kernels"]:
        yield dict(base, way="elastic-alone", detail=kernel)
    for amount in AMOUNTS if has_splits else AMOUNTS[:1]:
        yield with_jobs(base, way="elastic-coop", detail=amount)
    if not has_splits:
        return
    for split in splits(settings["groups"], len(base["kernels"]) + 1, settings["elastic_parts"]):
        yield with_jobs(base, way="elastic-split", detail="-".join(map(str, split)), split=split)
    yield with_jobs(base, way="elastic-driver", detail="processes")


def equal_split(mix, settings):
    """The split of which a picture is made: as equal as can be."""
    shares = len(MIXES[mix][0].split(",")) + 1
    return min(splits(settings["groups"], shares, settings["elastic_parts"]), key=lambda split: max(split) - min(split))


def areas(mix, settings):
    """Short runs with a trace, of which pictures are made; timed runs do without."""
    base = dict(base_of(mix, settings), seconds=AREA_SECONDS, repetition=0)
    yield with_jobs(base, way="elastic-area", detail="coop")
    if not settings["has_splits"]:
        return
    split = equal_split(mix, settings)
    yield with_jobs(base, way="elastic-area", detail="split-" + "-".join(map(str, split)), split=split)


def key(configuration):
    # plan.key_of has no part for the detail, which stands behind the way.
    named = dict(configuration, way=f"{configuration['way']}/{configuration['detail']}")
    return key_of(named)


def make(settings, tools):
    """(configurations in their order, what was left out and why)"""
    if not settings["mixes"]:
        return [], []
    if not tools.knows("elastic", "--split"):
        return [], ["elastic: coop-app has no elastic"]
    measured, drawn, left_out = [], [], []
    for mix in settings["mixes"]:
        shares = len(MIXES[mix][0].split(",")) + 1
        if settings["groups"] < shares:
            left_out.append(f"elastic {mix}: {shares} users and {settings['groups']} work-groups")
            continue
        measured += of_mix(mix, settings, settings["has_splits"])
        drawn += areas(mix, settings)
    made = list(drawn)
    for repetition in range(settings["repetitions"]):
        turn = [dict(configuration, repetition=repetition) for configuration in measured]
        made += reversed(turn) if repetition % 2 else turn
    for configuration in made:
        configuration["key"] = key(configuration)
    return made, left_out


def arguments_of(configuration, app, device, timeout_s, trace=None):
    """The command line of a configuration's child."""
    kernels = [configuration["detail"]] if configuration["way"] == "elastic-alone" else configuration["kernels"]
    words = [app, "elastic", "--kernels", ",".join(kernels)] + configuration["arguments"]
    words += ["--groups", str(configuration["groups"]), "--local", str(configuration["local"]),
              "--min-seconds", f"{configuration['seconds']:g}", "--timeout", f"{timeout_s:g}", "--json"]
    if device:
        words += ["--device", device]
    if "period_ms" in configuration:
        words += ["--frames", f"{configuration['period_ms']:g},{configuration['work_ms']:g}"]
    if "split" in configuration:
        words += ["--split", ",".join(map(str, configuration["split"]))]
    elif "period_ms" in configuration and configuration["way"] != "elastic-driver":
        words += ["--frame-groups", configuration["detail"] if configuration["detail"] in AMOUNTS else AMOUNTS[0]]
    if configuration["way"] == "elastic-driver":
        words.append("--plain")
    if trace:
        words += ["--trace", trace]
    return words
