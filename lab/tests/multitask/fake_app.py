#!/usr/bin/env -S python3 -I -S
"""coop-app and coop-info as coop-multitask knows them, without a device: JSON made from the words of the command line.

COOP_FAKE is a JSON object:
  log    a file; a line `begin WORDS` and `end WORDS` for each run of coop-app
  delay  seconds that a run takes
  hang   an expression: runs whose words match it never end
  fail   the same: they fail with a message
  wrong  they compute something wrong
  crash  they end by a signal
  policies  coop-app has policies; jobs of period-aware are never late, and cost half
  leases  coop-app has jobs by leases
  slow   they are slow, beside jobs
  full   their jobs take all work-groups, one after the other
  idle   of coop-app elastic: its kernels begin nothing in time
  gone   a file; while it is there no device can serve
"""

import json
import os
import re
import signal
import sys
import time
import zlib



class Chance:
    """Numbers from 0 to 1 that follow from a text."""

    def __init__(self, text):
        self.state = zlib.crc32(text.encode())

    def random(self):
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return self.state / 2**32


# Help has the options that coop-multitask looks for.
HELP = "  --split\n  --verify\n  --plain\n  --multikernel\n  --frame-place\n  --raw\n"
POLICIES = "  --policy\n"
LEASES = "  --frames-by\n"


FAKE = json.loads(os.environ.get("COOP_FAKE", "{}"))


def matches(name, words):
    return name in FAKE and re.search(FAKE[name], words) is not None


def log(text):
    if "log" in FAKE:
        with open(FAKE["log"], "a", encoding="utf-8") as file:
            file.write(text + "\n")


def value(words, option, default):
    return words[words.index(option) + 1] if option in words else default


def is_gone():
    return os.path.exists(FAKE.get("gone", "/nonexistent"))


def info():
    devices = [] if is_gone() else [{"device": "fake", "platform": "fake 1.0", "driver": "1", "compute_units": 9,
                                     "transport": "svm", "worker_groups_max": 8, "can_serve": True, "reason": ""}]
    print(json.dumps({"devices": devices}))


def raw_of(words, chance):
    period, work = (float(part) for part in value(words, "--frames", "heavy").replace("heavy", "40,10").split(","))
    has_jobs = "--frames" in words
    amount = value(words, "--frame-groups", "half")
    groups = {"one": 1, "quarter": 2, "half": 4, "most": 7, "automatic": 3}.get(amount, 5)
    is_full = has_jobs and matches("full", " ".join(words))
    groups = 8 if is_full else groups
    is_aware = "period-aware" in words
    slow = 1 + (0.15 if is_aware else 0.3) * work / period + 0.02 * chance.random() if has_jobs else 1
    slow *= 2 if has_jobs and matches("slow", " ".join(words)) else 1
    alone = [5 + 0.1 * chance.random() for _ in range(40)] if has_jobs else []
    beside = [5 * slow + 0.2 * chance.random() for _ in range(120)]
    run = max(work * 8 / groups, 0.1)
    jobs, now = [], 0.0
    for _ in range(15 if has_jobs else 0):
        took = 2 * period if is_full else run * (1 + 0.1 * chance.random())
        is_late = took > period or ("policies" in FAKE and not is_aware and len(jobs) % 2 == 0)
        jobs.append((now, now + took, 10 + 90 * chance.random(), took, groups, groups, int(is_late), 1))
        now += max(period, took)
    names = ("launched_ms", "ended_ms", "gather_us", "run_ms", "groups", "wanted_groups", "is_late", "is_beside")
    raw = {"job_" + name: [job[place] for job in jobs] for place, name in enumerate(names)}
    raw["launch_ms"] = alone[:20] + beside + alone[20:]
    # A launch takes longer by the host's clock than by the device's; many launches have the host's alone.
    raw["launch_wall_ms"] = [ms if "--multikernel" in words else ms + 2 for ms in raw["launch_ms"]]
    raw["launch_is_alone"] = [1] * (len(alone) // 2) + [0] * len(beside) + [1] * (len(alone) // 2)
    return raw, work


def elastic(words, text, chance):
    """coop-app elastic: kernels whose rates follow from their work-groups; with --trace a file of counters."""
    names = value(words, "--kernels", "").split(",")
    split = [int(word) for word in value(words, "--split", "").split(",") if word]
    seconds, groups = float(value(words, "--min-seconds", "1")), int(value(words, "--groups", "8"))
    has_jobs = "--frames" in words
    way = "plain" if "--plain" in words else "split" if split else "cooperative"
    kernels = []
    for place, name in enumerate(names):
        part = split[place] / groups if split else 0.4 if way == "plain" else 0.9 if len(names) > 1 else 1
        part *= 0.1 if matches("slow", text) else 1
        took = 20 / part * (1 + 0.02 * chance.random())
        begins = [] if matches("idle", text) else [took * number for number in range(int(seconds * 1000 / took) + 1)]
        kernels.append({"kernel": name, "groups": groups, "wrong": 0, "begin_ms": begins, "end_ms": [begin + took for begin in begins]})
    result = {"command": "elastic", "mode": way, "groups": groups, "seconds": seconds, "verified": not matches("wrong", text),
              "kernels": kernels}
    if has_jobs:
        period, work = (float(part) for part in value(words, "--frames", "").split(","))
        took = work * groups / split[-1] if split else work * 3 if way == "plain" else work * 1.2
        jobs = [{"launched_ms": number * max(period, took), "latency_ms": took * (1 + 0.1 * chance.random()), "gather_us": 20.0,
                 "run_ms": took, "groups": 4, "is_late": int(took > period)} for number in range(int(seconds * 1000 / max(period, took)) + 1)]
        result |= {"frames": {"measured_work_ms": work}, "jobs": jobs}
    if "--trace" in words:
        lines = ['{"ph":"C","name":"%s","pid":2,"ts":%.3f,"args":{"M":%d}}' % (name, ms * 1000 + place, (ms // 5 + place) % 3 + 1)
                 for ms in range(0, int(seconds * 1000), 5) for place, name in enumerate(names + ["matmul"])]
        with open(value(words, "--trace", ""), "w", encoding="utf-8") as file:
            file.write('{"displayTimeUnit":"ns","traceEvents":[\n' + ",\n".join(lines) + '\n],"coop":{}}\n')
    print(json.dumps(result))


def app(words):
    text = " ".join(words)
    if words == ["list", "--json"]:
        barriers = {"bfs": "resizing_global_barrier", "components": "resizing_global_barrier", "octree": "offer_kill",
                    "kernel": ""}
        print(json.dumps({"applications": [{"name": name, "primitives": said} for name, said in barriers.items()]}))
        return 0
    if words == ["--version"]:
        print("coop-app 0.0.0")
        return 0
    if "--help" in words:
        print(HELP + (POLICIES if "policies" in FAKE else "") + (LEASES if "leases" in FAKE else ""))
        return 0
    log("begin " + text)
    if is_gone():
        print("coop-app: no OpenCL device matches", file=sys.stderr)
        return 1
    time.sleep(FAKE.get("delay", 0))
    if matches("hang", text):
        time.sleep(1000)
    if matches("crash", text):
        os.kill(os.getpid(), signal.SIGSEGV)
    if matches("fail", text):
        print("coop-app: memory is exhausted; take a smaller graph", file=sys.stderr)
        return 1
    chance = Chance(text)
    if words[0] == "elastic":
        elastic(words, text, chance)
        log("end " + text)
        return 0
    raw, work = raw_of(words, chance)
    result = {"command": words[0], "groups": 8, "raw": raw}
    if "--verify" in words:
        result["verified"] = not matches("wrong", text)
    if "--frames" in words:
        result["frames"] = {"measured_work_ms": work * (1 + 0.02 * chance.random()), "wrong": 0}
    print(json.dumps(result))
    log("end " + text)
    return 0


if os.path.basename(sys.argv[0]) == "coop-info":
    info()
    sys.exit(0)
sys.exit(app(sys.argv[1:]))
