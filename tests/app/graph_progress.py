"""graph_progress.py COOP_GRAPH DIRECTORY: on a terminal, reading that takes a second says how much of the file is read; elsewhere
nothing is said.

The reader is stopped for a while in the middle of its file, so that the file need not be one that takes seconds."""

import os
import pty
import signal
import subprocess
import sys
import time

import terminal_text

program, work = sys.argv[1:3]
os.makedirs(work, exist_ok=True)
path = os.path.join(work, "circuit.gr")
subprocess.run([program, "write", "--circuit", "500000", "--output", path], check=True)
command = [program, "info", "--graph", path, "--csv"]

quiet = subprocess.run(command, capture_output=True, check=True)
assert quiet.stderr == b"", quiet.stderr

for attempt in range(20):
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs) as reader:
        os.close(theirs)
        # Later and later: a busy machine may not have begun to read yet.
        time.sleep(0.02 + 0.02 * attempt)
        reader.send_signal(signal.SIGSTOP)
        time.sleep(1.3)
        reader.send_signal(signal.SIGCONT)
        text = terminal_text.read_all(ours)
    assert reader.returncode == 0, text
    if b"reading the graph, " in text and b" %: " in text:
        assert text.endswith(b"\r\033[K"), text
        print(text)
        sys.exit(0)
print(f"no share is shown: {text!r}")
sys.exit(1)
