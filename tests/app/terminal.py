#!/usr/bin/env python3
"""terminal.py COOP_APP CACHE: while the device's compiler works, coop-app says so on a terminal, and nothing elsewhere.

CACHE is emptied, so that there is something to compile. Exit status 77: no device here, or it compiles in a moment.
"""
import os
import pty
import re
import shutil
import subprocess
import sys
import time

import terminal_text

WORDS = "building for this device, the first time only: "
SLOW_S = 3


def run(app, cache, error):
    """(exit status, seconds) of a search for which everything has to be compiled."""
    shutil.rmtree(cache, ignore_errors=True)
    os.makedirs(cache)
    begun = time.monotonic()
    done = subprocess.run([app, "bfs", "--grid", "5x5", "--verify"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=error, env={**os.environ, "POCL_CACHE_DIR": cache})
    return done.returncode, time.monotonic() - begun


def main():
    app, cache = sys.argv[1:]
    with open(cache + ".error", "w+") as file:
        status, _ = run(app, cache, file)
        file.seek(0)
        text = file.read()
    if status != 0 and re.search("COOP_NO_DEVICE|COOP_DEVICE_UNFIT|no OpenCL device", text):
        print("no device that serves")
        return 77
    if status != 0 or text != "":
        print(f"to a file, exit status {status}: {text}")
        return 1
    ours, theirs = pty.openpty()
    status, seconds = run(app, cache, theirs)
    os.close(theirs)
    text = terminal_text.read_all(ours).decode()
    if seconds < SLOW_S and WORDS not in text:
        print(f"compiled within {seconds:.1f} s")
        return 77
    if status != 0 or WORDS + "1 s" not in text or not text.endswith("\r\033[K"):
        print(f"on a terminal, exit status {status}: {text!r}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
