#!/usr/bin/env -S python3 -I -S
"""coop-app and coop-info as coop-multitask knows them, without a device: JSON made from the words of the command line.

COOP_FAKE is a JSON object:
  log    a file; a line `begin WORDS` and `end WORDS` for each run of coop-app
  delay  seconds that a run takes
  hang   an expression: runs whose words match it never end
  fail   the same: they fail with a message
  wrong  they compute something wrong
  crash  they end by a signal
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
HELP = "  --verify\n  --plain\n  --multikernel\n  --frame-place\n  --raw\n"


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
    slow = 1 + 0.3 * work / period + 0.02 * chance.random() if has_jobs else 1
    alone = [5 + 0.1 * chance.random() for _ in range(40)] if has_jobs else []
    beside = [5 * slow + 0.2 * chance.random() for _ in range(120)]
    run = max(work * 8 / groups, 0.1)
    jobs, now = [], 0.0
    for _ in range(15 if has_jobs else 0):
        took = run * (1 + 0.1 * chance.random())
        is_late = took > period
        jobs.append((now, now + took, 10 + 90 * chance.random(), took, groups, groups, int(is_late), 1))
        now += max(period, took)
    names = ("launched_ms", "ended_ms", "gather_us", "run_ms", "groups", "wanted_groups", "is_late", "is_beside")
    raw = {"job_" + name: [job[place] for job in jobs] for place, name in enumerate(names)}
    raw["launch_ms"] = alone[:20] + beside + alone[20:]
    raw["launch_is_alone"] = [1] * (len(alone) // 2) + [0] * len(beside) + [1] * (len(alone) // 2)
    return raw, work


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
        print(HELP)
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
