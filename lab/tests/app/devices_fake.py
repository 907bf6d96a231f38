#!/usr/bin/env -S python3 -I -S
"""coop-app and coop-info as coop-bench devices knows them, without a device.

COOP_FAKE is a JSON object:
  log    a file; a line with the words of each run that ends
  delay  seconds that a run takes
  fail   an expression: runs whose words match it fail with a message
  wrong  they compute something wrong
  gone   1: no device can serve
  slow   an expression: the first run whose words match it takes 100 times as long, by what it says
  kinds  of the devices that there are: ["gpu", "cpu"]
"""

import json
import os
import re
import sys
import time
import zlib

FAKE = json.loads(os.environ.get("COOP_FAKE", "{}"))


def matches(name, words):
    return name in FAKE and re.search(FAKE[name], words) is not None


def value(words, option, default):
    return words[words.index(option) + 1] if option in words else default


def run(words):
    text = " ".join(words)
    time.sleep(FAKE.get("delay", 0))
    if matches("fail", text):
        print("coop-app: it was told to fail", file=sys.stderr)
        sys.exit(1)
    devices = len(value(words, "--devices", "0").split(",")) if "--split" not in words else int(value(words, "--split", "2"))
    ms = 10 + zlib.crc32(text.encode()) % 1000 / 100
    if "slow" in FAKE and not os.path.exists(FAKE["log"] + ".slow") and matches("slow", text):
        open(FAKE["log"] + ".slow", "w", encoding="utf-8").close()
        ms *= 100
    counts = {"worker_groups": 1, "executed": 100, "dealt": 50, "remote_stolen": 7, "speed": 1}
    answer = {"nodes": 1 if matches("wrong", text) else 102181082, "leaves": 81746377, "depth": 13}
    print(json.dumps({"problem": words[0], "result": answer, "verified": not matches("wrong", text), "run_ms": {"count": 1, "median": ms},
                      "queues": {"executed": 100 * devices}, "devices": {str(i): counts for i in range(devices)}}))
    if "log" in FAKE:
        with open(FAKE["log"], "a", encoding="utf-8") as file:
            file.write(text + "\n")


def main():
    if os.path.basename(sys.argv[0]) == "coop-info":
        kinds = [] if FAKE.get("gone") else FAKE.get("kinds", ["cpu"])
        devices = [{"index": index, "device": "fake", "platform": "fake 1.0", "driver": "1", "compute_units": 9, "transport": "svm",
                    "worker_groups_max": 0 if kind == "gpu" else 8, "can_serve": True, "kind": kind} for index, kind in enumerate(kinds)]
        print(json.dumps({"devices": devices}))
    elif sys.argv[1:] == ["--version"]:
        print("coop-app 0.0.1")
    else:
        run(sys.argv[1:])


main()
