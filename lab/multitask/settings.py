"""The options of a run: words of the command line as a dictionary that a state file keeps."""

import os

import elastic_plan
import paper
import plan
import policies

QUICK = {"seconds": 0.8, "alone_seconds": 0.8, "repetitions": 1, "pairs": plan.QUICK_PAIRS,
         "classes": ("light", "medium", "heavy", "60hz"), "single_classes": ("heavy",),
         "automatic_classes": ("medium", "heavy", "60hz"), "frames_by": ("run",), "policies": ("first-come", "period-aware", "automatic"),
         "policy_classes": ("heavy",)}
FULL = {"seconds": 2.0, "alone_seconds": 2.0, "repetitions": 10, "pairs": plan.PAPER_PAIRS,
        "classes": paper.PAPER_CLASSES + ("60hz", "144hz"), "single_classes": paper.PAPER_CLASSES,
        "automatic_classes": tuple(paper.CLASSES), "frames_by": tuple(plan.WAYS), "policies": policies.ALL, "policy_classes": tuple(paper.CLASSES)}

GROUPS_MAX = 2045  # what coop-app takes


def split(text):
    return [word for word in text.split(",") if word]


def pairs_of(words):
    """APP:INPUT words; an application alone takes its first input."""
    pairs = []
    for word in words:
        application, _, name = word.partition(":")
        if not name:
            tasks = plan.TASK_INPUTS.get(application)
            name = next(iter(tasks)) if tasks else "grid"
        pairs.append((application, name))
    return pairs


def classes_of(words):
    """Names, and P,E in ms as P/E."""
    classes = {}
    for word in words:
        if word in paper.CLASSES:
            classes[word] = paper.CLASSES[word]
            continue
        try:
            period_ms, work_ms = (float(part) for part in word.split("/"))
            if not 0 < work_ms < period_ms <= 60000:
                raise ValueError
        except ValueError:
            raise plan.PlanError(f"--classes wants {', '.join(paper.CLASSES)} or P/E in ms with 0 < E < P, not "
                                 f"\"{word}\"") from None
        classes[word.replace("/", "-")] = (period_ms, work_ms)
    return classes


def amounts_of(words, groups):
    for word in words:
        if word not in paper.AMOUNTS and not (word.isdigit() and 1 <= int(word) <= groups):
            raise plan.PlanError(f"--amounts wants {', '.join(paper.AMOUNTS)} or numbers from 1 to {groups}, not \"{word}\"")
    return [int(word) if word.isdigit() else word for word in words]


def one_of(option, words, choices):
    for word in words:
        if word not in choices:
            raise plan.PlanError(f"{option} wants {', '.join(choices)}, not \"{word}\"")
    return list(words)


def is_pocl(device):
    return "PoCL" in (device.get("platform") or "") or (device.get("device") or "").startswith("pthread")


def default_groups(device):
    """On a GPU as many as it has compute units, but for the scheduler's; on a processor, where work-groups are threads,
    enough that a quarter and a half differ."""
    if is_pocl(device):
        return max(8, os.cpu_count() or 1)
    return max((device.get("compute_units") or 9) - 1, 8)


def elastic_of(options, device):
    """The settings of the elastic experiment (elastic_plan.py)."""
    is_elastic = options.command == "elastic"
    is_processor = is_pocl(device)
    mixes = (elastic_plan.MIXES if options.full else elastic_plan.QUICK_MIXES) if is_elastic else elastic_plan.STANDARD_MIXES
    if not is_elastic and (options.apps or options.module):
        mixes = ()  # the user has named what is run
    if options.mixes:
        mixes = [] if options.mixes == "none" else elastic_plan.mixes_of(split(options.mixes))
    if is_elastic and not mixes:
        raise plan.PlanError(f"--mixes names none; it wants some of {', '.join(elastic_plan.MIXES)}")
    return {"mixes": list(mixes), "has_splits": is_elastic,
            "elastic_parts": (options.parts if is_elastic else None) or (elastic_plan.FULL_PARTS if options.full else elastic_plan.QUICK_PARTS),
            "elastic_seconds": options.seconds or (2.0 if options.full else 1.0),
            "elastic_size": "small" if is_processor else "large", "elastic_local": 64 if is_processor else 256}


def kernel_words(options):
    """The command line of coop-app kernel for --module."""
    if not options.module:
        if options.kernel or options.arg:
            raise plan.PlanError("--kernel and --arg want --module FILE.cl")
        return None
    if not options.kernel:
        raise plan.PlanError("--module wants --kernel NAME: the cooperative kernel of the file that is to run")
    if not os.path.isfile(options.module):
        raise plan.PlanError(f"--module: there is no file {options.module}")
    words = ["--module", os.path.abspath(options.module), "--kernel", options.kernel]
    for argument in options.arg:
        words += ["--arg", argument]
    return words


def policies_of(text, default):
    if text == policies.NONE:
        return []
    return one_of("--policy", split(text), policies.ALL) if text else list(default["policies"])


def make(options, device):
    """options  of argparse. Raises PlanError."""
    default = FULL if options.full else QUICK
    groups = options.groups or default_groups(device)
    words = kernel_words(options)
    pairs = pairs_of(split(options.apps)) if options.apps else ([] if words else list(default["pairs"]))
    if words:
        pairs = [("kernel", options.kernel)] + pairs
    classes = classes_of(split(options.classes) if options.classes else default["classes"])
    is_narrow = not options.full and not options.classes
    return {
        "is_quick": not options.full,
        "pairs": pairs,
        "kernel_arguments": words,
        "classes": classes,
        "single_classes": list(default["single_classes"]) if is_narrow else list(classes),
        "automatic_classes": list(default["automatic_classes"]) if is_narrow else list(classes),
        "policies": policies_of(options.policy, default),
        "policy_classes": [name for name in default["policy_classes"] if name in classes] if is_narrow else list(classes),
        "rival_classes": [name for name in ("heavy",) if name in classes] or list(classes)[:1],
        "amounts": amounts_of(split(options.amounts), groups),
        "resizing": one_of("--resizing", split(options.resizing), ("query", "single")),
        "frames_by": one_of("--frames-by", split(options.frames_by), plan.WAYS) or list(default["frames_by"]),
        "rivals": one_of("--rivals", split(options.rivals), ("queue", "process")),
        "repetitions": options.repetitions or default["repetitions"],
        "seconds": options.seconds or default["seconds"],
        "alone_seconds": options.seconds or default["alone_seconds"],
        "groups": groups,
        "local": options.local,
        "device": options.device,
        "data": os.path.abspath(options.data) if options.data else None,
        "deadline_s": options.deadline,
        **elastic_of(options, device),
    }


def make_elastic(options, device):
    """The settings of `coop-multitask elastic`: those of a run without applications."""
    for name, value in {"apps": "", "classes": "", "amounts": ",".join(paper.AMOUNTS), "resizing": "query", "frames_by": "", "policy": "",
                        "rivals": "", "data": None, "module": None, "kernel": None, "arg": []}.items():
        setattr(options, name, value)
    return dict(make(options, device), pairs=[], classes={})
