"""team_runs.py APP SEED COMMANDS REPEAT: so many commands, drawn from the seed, of workloads on several devices, each of
REPEAT runs: every run equals the sequential count, and no task is left.

Drawn are the workload with its size, the devices and their domains, the transport, the local size, the work-groups, whom
they steal from, who gets the first tasks, owners of a queue, and how slow a device is. Command i depends on SEED + i alone:
`team_runs.py APP <SEED + i> 1 REPEAT` repeats it."""

import os
import random
import subprocess
import sys

app = sys.argv[1]
seed, commands, repeat = (int(number) for number in sys.argv[2:5])
GUARD_S = 900  # against hangs: a command takes a second


def draw_workload(rng):
    """A workload, and whether its tasks may go from one domain to another."""
    name = rng.choice(["uts", "uts", "contains", "memset", "queens", "fib", "tree", "spin", "spin", "octree", "game"])
    words = {
        "uts": lambda: rng.choice([
            ["--binomial", f"{rng.randint(1, 300)},{rng.choice(['0.1', '0.12', '0.2'])},4,{rng.randint(0, 9999)}"],
            ["--geometric", f"{rng.randint(2, 4)},{rng.randint(2, 6)},{rng.randint(0, 9999)}"],
        ]),
        "contains": lambda: ["--word", rng.choice(["the", "of", "kernel"])],
        "memset": lambda: ["--tasks", str(rng.choice([1, 2, 100, 5000]))],
        "queens": lambda: [str(rng.randint(1, 9))],
        "fib": lambda: [str(rng.randint(0, 20)), "--cutoff", str(rng.randint(4, 10))],
        "tree": lambda: [],
        "spin": lambda: ["--tasks", str(rng.randint(1, 300)), "--time", rng.choice(["uniform", "pareto"]), "--mean-us", "5",
                         "--rounds-per-us", "100", "--spin-seed", str(rng.randint(0, 9999))]
        + rng.choice([[], ["--spawn", "2,2"]]),
        "octree": lambda: ["--points", str(rng.randint(1, 3000))],
        "game": lambda: ["--depth", str(rng.randint(1, 4))],
    }[name]()
    return name, words, name not in ("octree", "game")


def draw(rng):
    """Words of a command, and what it wants of the environment."""
    name, words, may_part = draw_workload(rng)
    parts = rng.choice([2, 2, 3])
    environment = {"COOP_TRANSPORT": rng.choice(["svm", "copy"])}
    words = [name] + words + ["--split", str(parts), "--local", str(rng.choice([1, 1, 8, 64])), "--groups",
                              ",".join(str(rng.randint(1, 2)) for _ in range(parts))]
    domains = rng.choice(["0", "separate", "separate" if parts == 2 else "0,0,1"]) if may_part else "0"
    if domains != "separate":
        environment["COOP_TRANSPORT"] = "svm"  # parts of one domain share memory
    if domains != "0":
        words += ["--domains", domains]
    if rng.random() < 0.7:
        words += ["--victims", rng.choice(["near-first", "near", "random", "local", "none"])]
    if rng.random() < 0.5:
        words += ["--first", rng.choice(["demand", "equal"])]
    if rng.random() < 0.3:
        speeds = [1] * parts
        speeds[rng.randrange(parts)] = 16
        words += ["--speeds", rng.choice(["alike", ",".join(str(speed) for speed in speeds)])]
    if name == "spin" and rng.random() < 0.7:
        words += ["--slow", f"{rng.randrange(parts)}={rng.choice([2, 16])}"]
    return words + ["--verify", "--repeat", str(repeat)], environment


def run(number):
    """Whether it was right; leaves with 77 where no device can serve."""
    words, environment = draw(random.Random(number))
    what = " ".join([f"{name}={value}" for name, value in environment.items()] + ["coop-app"] + words)
    try:
        result = subprocess.run([app] + words, env={**os.environ, **environment}, capture_output=True, text=True,
                                timeout=GUARD_S, check=False)
    except subprocess.TimeoutExpired as expired:
        print(f"{number}: {what}\nhas not ended in {GUARD_S} s: {expired.stdout}")
        return False
    said = result.stdout + result.stderr
    if any(word in said for word in ("COOP_NO_DEVICE", "COOP_DEVICE_UNFIT", 'no OpenCL device matches ""')):
        print(said)
        sys.exit(1 if os.environ.get("COOP_REQUIRE_DEVICE") else 77)
    if result.returncode == 0 and "\nVerified  every run equals" in said:
        return True
    print(f"{number}: {what}\nexit code {result.returncode}\n{said}")
    return False


wrong = [number for number in range(seed, seed + commands) if not run(number)]
print(f"{commands} commands of {repeat} runs from seed {seed} on: {len(wrong)} wrong {wrong}")
sys.exit(bool(wrong))
