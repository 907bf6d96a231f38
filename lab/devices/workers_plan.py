"""The plan `workers` of coop-bench devices: a GPU and the machine's processor as its CPU workers. Each alone and both, in turns:
how much of the sum of their speeds is there, and is anything slower than the better one alone?"""

import devices_plan
from devices_plan import PlanError

WORKLOADS = ("uts:T1L", "contains", "memset")
MORE = ("uts:T3L", "uts:T1", "uts:T3", "fib")
SIDES = ("alone", "both", "both-shares")
REPEATS = {"uts:T1L": 3, "uts:T3L": 3}
REPEATS_ELSE = 9

# The host's threads, the scheduler of the processor's megakernel, and the broker want processors, too.
SPARE_PROCESSORS = 4
GPU_LOCAL = 64
DOCUMENTS = 100000


def first_of(devices, kind):
    for device in devices:
        if device.get("kind") == kind:
            return device
    raise PlanError(f"there is no {'GPU' if kind == 'gpu' else 'processor'} among the devices that can serve; --devices A,B names "
                    "two others, as coop-info numbers them")


def chosen_devices(options, serving):
    """The GPU, then the processor, unless --devices says which."""
    if not options.devices:
        return [first_of(serving, "gpu"), first_of(serving, "cpu")]
    names = devices_plan.split(options.devices)
    if len(names) != 2 or names[0] == names[1]:
        raise PlanError(f"--plan workers wants two devices, as 1,0, not \"{options.devices}\"")
    found = [device for name in names for device in serving if name == str(device["index"])]
    if len(found) != 2:
        raise PlanError(f"--devices wants numbers of devices that can serve ({', '.join(str(device['index']) for device in serving)}), "
                        f"as coop-info has them, not \"{options.devices}\"")
    return found


def all_groups(device):
    """As many work-groups as there is room for, with a scheduler."""
    if device.get("kind") == "gpu":
        return device["worker_groups_max"] or max(1, device["compute_units"] - 1)
    return max(1, devices_plan.processors() - SPARE_PROCESSORS)


def make_settings(options, serving):
    """serving  what coop-info says of the devices that can serve."""
    if options.split:
        raise PlanError("--plan workers wants two devices, and no --split")
    if options.slow:
        raise PlanError("--plan workers has no spin, whose tasks --slow is of")
    devices = chosen_devices(options, serving)
    size = devices_plan.SIZES[options.size]
    known = WORKLOADS + MORE
    workloads = devices_plan.chosen("--workloads", options.workloads, known) if options.workloads else list(WORKLOADS)
    sides = devices_plan.chosen("--sides", options.sides, SIDES) if options.sides else list(SIDES)
    if "alone" not in sides:
        raise PlanError("--sides wants alone among them: all others are measured beside it")
    if not options.text and options.size != "tiny":
        options.documents = options.documents or DOCUMENTS
    text = ",".join(str(all_groups(device)) for device in devices)
    local = [GPU_LOCAL if device.get("kind") == "gpu" else 1 for device in devices]
    return {"plan": options.plan, "size": options.size, "devices": [str(device["index"]) for device in devices], "parts": None, "count": 2,
            "kinds": [device.get("kind") for device in devices], "names": [device["device"] for device in devices],
            "groups": devices_plan.groups_of(options.groups or text, 2),
            "local": devices_plan.numbers("--local", options.local, 2, 1024) if options.local else local,
            "turns": options.turns or size["turns"], "repeat": size["repeat"], "mean_us": size["mean_us"], "slow": {},
            "workloads": workloads, "sides": sides, **devices_plan.text_settings(options), "deadline_s": options.deadline}


def sides_of(settings, groups):
    """[(side, words)]"""
    found = []
    devices, local = settings["devices"], settings["local"]
    both = ["--devices", ",".join(devices), "--groups", ",".join(map(str, groups)), "--local", ",".join(map(str, local)),
            "--domains", "separate"]
    for side in settings["sides"]:
        if side == "alone":
            found += [(f"alone:{i}", ["--devices", devices[i], "--groups", str(groups[i]), "--local", str(local[i])]) for i in (0, 1)]
        else:
            found.append((side, both + (["--first", "equal"] if side == "both-shares" else [])))
    return found


def make(settings):
    """All configurations, in their order: a turn has all sides of all workloads, every other one backwards."""
    turns = []
    for turn in range(settings["turns"]):
        configurations = []
        for name in settings["workloads"]:
            repeat = 1 if settings["size"] == "tiny" else REPEATS.get(name, REPEATS_ELSE)
            for groups in settings["groups"]:
                for side, words in sides_of(settings, groups):
                    configurations.append({
                        "key": f"{name} {devices_plan.title_of(groups)} {side} {turn}", "workload": name, "groups": groups, "side": side,
                        "turn": turn, "words": devices_plan.workload_words(name, settings) + words, "repeat": repeat,
                        "wants_speeds": side == "both-shares", "answer": devices_plan.known_answer(name, settings)})
        turns += configurations if turn % 2 == 0 else configurations[::-1]
    return turns
