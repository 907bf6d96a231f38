"""devices_check.py CLAIM WORK PROGRAM...: coop-bench devices (the command line PROGRAM) with programs that answer without a device
(devices_fake.py), or, for the claims `true_…`, with its own. Exit code 0: the claim holds; 77: there is no device."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import xml.dom.minidom

HERE = os.path.dirname(os.path.abspath(__file__))
CLAIM, WORK, PROGRAM = sys.argv[1], os.path.join(sys.argv[2], sys.argv[1]), sys.argv[3:]
BIN, OUT, LOG = (os.path.join(WORK, name) for name in ("bin", "out", "log"))
SMALL = ["--size", "tiny", "--workloads", "memset,fib,octree", "--turns", "2"]


def set_up():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(BIN)
    for name in ("coop-app", "coop-info"):
        shutil.copy(os.path.join(HERE, "devices_fake.py"), os.path.join(BIN, name))
        os.chmod(os.path.join(BIN, name), 0o755)


def start(*words, bin_too=True, **fakes):
    whole = PROGRAM + list(words) + ["--out", OUT] + (["--bin", BIN] if bin_too else [])
    return subprocess.Popen(whole, env={**os.environ, "COOP_FAKE": json.dumps({"log": LOG, **fakes})}, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def run(*words, code=0, says=(), bin_too=True, **fakes):
    child = start(*words, bin_too=bin_too, **fakes)
    output, errors = child.communicate(timeout=280)
    assert child.returncode == code, f"{words}: exit code {child.returncode}, wanted {code}\n{output}{errors}"
    for text in says:
        assert text in output + errors, f"{words} does not say \"{text}\":\n{output}{errors}"
    return output


def logged():
    if not os.path.exists(LOG):
        return []
    with open(LOG, encoding="utf-8") as file:
        return file.read().splitlines()


def rows_of(name):
    with open(os.path.join(OUT, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def median(values):
    values = sorted(values)
    half = len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def check_output():
    """CSV, JSON and pictures are whole, and the table is what the runs say."""
    runs, table = rows_of("runs.csv"), rows_of("table.csv")
    with open(os.path.join(OUT, "results.json"), encoding="utf-8") as file:
        results = json.load(file)
    assert len(results["table"]) == len(table) > 0, (len(results["table"]), len(table))
    for name in ("victims.svg", "shares.svg"):
        xml.dom.minidom.parse(os.path.join(OUT, name))
    times = {(run["workload"], run["groups"], run["side"], run["turn"]): float(run["ms"]) for run in runs if run["status"] == "done"}
    for row in table:
        point = (row["workload"], row["groups"])
        mine = {key[3]: ms for key, ms in times.items() if key[:3] == (*point, row["side"])}
        alone = {turn: min(ms for key, ms in times.items() if key[:2] == point and key[2].startswith("alone:") and key[3] == turn)
                 for turn in mine}
        wanted = median([mine[turn] / alone[turn] for turn in mine])
        assert abs(float(row["over_best_alone"]) / wanted - 1) < 2e-3, (row, wanted)
        assert row["mgws"] and row["differs"], row
    return runs, table


def nonsense_is_refused():
    for words, said in ((["--plan", "mine"], "mgws"), (["--size", "huge"], "tiny"), (["--workloads", "sudoku"], "--workloads wants"),
                        (["--sides", "random"], "--sides wants alone"), (["--sides", "some"], "--sides wants some of"),
                        (["--devices", "0"], "--devices wants"), (["--devices", "0,0"], "--devices wants"),
                        (["--devices", "0,1", "--split", "2"], "exclude"), (["--split", "1"], "--devices wants"),
                        (["--groups", "1,2,3"], "--groups wants"), (["--groups", "0"], "--groups wants"), (["--groups", "1;1,1"], "twice"),
                        (["--turns", "0"], "above 0"), (["--slow", "2=4"], "--slow wants"), (["--slow", "1"], "--slow wants"),
                        (["--slow", "1=4", "--workloads", "fib"], "--slow is of spin"), (["--text", "a"], "go together"),
                        (["--retry-failed"], "--resume"), (["--csv", "--json"], "not allowed"), (["--within", "0"], "above 0"), (["--local", "1025"], "--local wants"),
                        (["--documents", "9", "--text", "a", "--word", "b"], "--documents is"), (["--frobnicate"], "--frobnicate")):
        run(*words, code=2, says=(said,))
    assert not logged() and not os.path.exists(OUT)
    run("--resume", code=1, says=("there is no",))


def nonsense_of_workers_is_refused():
    for words, said in ((["--devices", "0"], "two devices"), (["--devices", "0,0"], "two devices"), (["--devices", "0,7"], "that can serve"),
                        (["--split", "2"], "no --split"), (["--slow", "1=4"], "no spin"), (["--workloads", "queens"], "--workloads wants"),
                        (["--sides", "both"], "--sides wants alone"), (["--sides", "near"], "--sides wants some of"),
                        (["--local", "1,2,3"], "--local wants"), (["--groups", "0"], "--groups wants")):
        run("--plan", "workers", *words, code=2, says=(said,), kinds=["cpu", "gpu"])
    run("--plan", "workers", code=2, says=("no GPU",), kinds=["cpu", "cpu"])
    run("--plan", "workers", code=2, says=("no processor",), kinds=["gpu", "gpu"])
    run("--plan", "workers", code=77, says=("no OpenCL device",), gone=1)
    assert not logged() and not os.path.exists(OUT)


def workers_are_beside_the_gpu():
    lines = run("--plan", "workers", "--list", kinds=["cpu", "gpu", "gpu"]).splitlines()
    assert {line.split(" ")[2] for line in lines} == {"alone:0", "alone:1", "both", "both-shares"}, lines
    processors = max(1, len(os.sched_getaffinity(0)) - 4)
    wanted = {"alone:0": "--devices 1 --groups 8 --local 64", "alone:1": f"--devices 0 --groups {processors} --local 1",
              "both": f"--devices 1,0 --groups 8,{processors} --local 64,1 --domains separate --repeat",
              "both-shares": f"--devices 1,0 --groups 8,{processors} --local 64,1 --domains separate --first equal"}
    for line in lines:
        assert wanted[line.split(" ")[2]] in line, line
        assert ("--verify" in line) == (not line.startswith("uts:T1L")), line
    run("--plan", "workers", "--documents", "50", kinds=["gpu", "cpu"], says=("of the sum of speeds",))
    assert len([line for line in logged() if "--speeds" in line]) == 3 * 3, logged()
    with open(os.path.join(OUT, "documents-50.txt"), encoding="ascii") as file:
        texts = file.read().splitlines()
    assert len(texts) == 50 and 5 < sum("needle" in text.split() for text in texts) < 45, texts
    times = {(run["workload"], run["side"], run["turn"]): float(run["ms"]) for run in rows_of("runs.csv")}
    assert len(times) == 3 * 3 * 4, len(times)
    table = [line.split(" | ") for line in open(os.path.join(OUT, "tables.md"), encoding="utf-8") if " | both" in line]
    assert len(table) == 3 * 2, table
    for name, _, side, turns, _, whole, best, _ in table:
        name = name.removeprefix("| ")
        alone = [[times[name, f"alone:{device}", str(turn)] for device in (0, 1)] for turn in range(3)]
        ms = [times[name, side, str(turn)] for turn in range(3)]
        of_sum = median([1 / own / sum(1 / other for other in others) for own, others in zip(ms, alone)])
        of_best = median([min(others) / own for own, others in zip(ms, alone)])
        assert turns == "3" and abs(float(whole.split(" ")[0]) - of_sum) < 6e-4 and abs(float(best.split(" ")[0]) - of_best) < 6e-4, (name, side)


def long_runs_are_listed():
    run("--size", "tiny", "--workloads", "memset,fib", "--turns", "5", slow="memset .*--victims near-first")
    with open(os.path.join(OUT, "tables.md"), encoding="utf-8") as file:
        listed = [line for line in file if " times the median of 5; the load average was " in line]
    assert len(listed) == 1 and listed[0].startswith("- memset 1+1 near-first 0: "), listed
    assert " 100.0 times " in listed[0], listed


def known_trees_are_compared():
    words = ["--plan", "workers", "--workloads", "uts:T1L", "--turns", "1"]
    run(*words, code=1, says=("Failed    1 of 4",), kinds=["gpu", "cpu"], wrong="--first equal")
    assert [(row["side"], row["reason"]) for row in rows_of("runs.csv") if row["status"] == "failed"] == [("both-shares", "a result is wrong")]


def time_that_is_up_leaves_the_rest():
    began = time.monotonic()
    run(*SMALL, "--within", "8", delay=0.4, says=("for which there was no time",))
    kept = len(logged())
    assert 0 < kept < 58 and time.monotonic() - began < 100, kept
    assert len(rows_of("runs.csv")) <= kept
    run("--resume")
    assert len(check_output()[0]) == 58
    shutil.rmtree(OUT)
    run(*SMALL, "--within", "3", delay=60, says=("Left      58 of 58",))


def all_sides_are_listed():
    lines = run("--list", "--groups", "1;2").splitlines()
    sides = {line.split(": ")[0].split(" ")[2] for line in lines}
    assert sides == {"alone:0", "alone:1", "random", "near", "near-first", "local", "none", "equal", "shares", "domains"}, sides
    assert not any(" domains " in line for line in lines if line.startswith("octree"))
    assert len({line.split(": ")[0] for line in lines}) == len(lines)
    assert {line.split(" ")[1] for line in lines} == {"1+1", "2+2"}
    assert not logged()
    lines = run("--list", "--slow", "1=16", "--workloads", "spin:pareto,fib").splitlines()
    for line in lines:
        wanted = "" if not line.startswith("spin") or " alone:0 " in line else "--slow 0=16" if " alone:1 " in line else "--slow 1=16"
        assert ("--slow" not in line) if not wanted else wanted in line, line


def starpu_is_a_side_where_it_was_built():
    run("--list", "--sides", "alone,starpu", code=2, says=("--sides names starpu, and there is no starpu_tasks",))
    shutil.copy(os.path.join(BIN, "coop-app"), os.path.join(BIN, "starpu_tasks"))
    lines = [line for line in run("--list", "--turns", "1").splitlines() if " starpu " in line]
    assert [line.split(" ")[0] for line in lines] == ["memset", "contains"], lines
    assert all(": starpu_tasks " in line and "--devices" not in line and "--local" not in line for line in lines), lines
    run("--list", "--sides", "alone,starpu", "--split", "2", code=2, says=("which runs on whole devices",))
    run("--size", "tiny", "--workloads", "memset,fib", "--sides", "alone,starpu", "--turns", "2")
    assert len([row for row in rows_of("runs.csv") if row["side"] == "starpu" and row["status"] == "done"]) == 2


def results_are_those_of_the_runs():
    assert json.loads(run(*SMALL, "--json"))["table"]
    runs, table = check_output()
    assert len(runs) == 2 * (10 + 10 + 9) == len(logged()), len(runs)
    assert len(table) == 29
    assert list(csv.DictReader(run("--report", "--csv").splitlines())) == table
    speeds = [line for line in logged() if "--speeds" in line]
    assert len(speeds) == 6, speeds  # what was measured alone
    run(*SMALL, code=1, says=("is there already",))


def interrupted_runs_go_on():
    child = start(*SMALL, delay=0.5)
    deadline = time.monotonic() + 100
    while len(logged()) < 5 and time.monotonic() < deadline:
        time.sleep(0.02)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=100)
    assert child.returncode == 130 and "--resume" in errors, (child.returncode, errors)
    kept = len(logged())
    assert 5 <= kept < 58, kept
    run("--resume")
    runs, _ = check_output()
    assert len(runs) == 58 and {row["status"] for row in runs} == {"done"}
    assert 58 <= len(logged()) <= 59, len(logged())  # of one, what it said was not recorded
    run("--resume")
    assert len(logged()) <= 59, "what is done was run again"


def failures_are_recorded():
    run(*SMALL, code=1, says=("Failed    4 of 58",), fail="fib .*--victims near ", wrong="memset .*--victims local")
    runs, table = check_output()
    failed = {row["key"]: row["reason"] for row in runs if row["status"] == "failed"}
    assert set(failed) == {"fib 1+1 near 0", "fib 1+1 near 1", "memset 1+1 local 0", "memset 1+1 local 1"}, failed
    assert failed["fib 1+1 near 0"] == "coop-app: it was told to fail" and failed["memset 1+1 local 0"] == "a result is wrong"
    assert len(table) == 27
    run("--resume", code=1)
    run("--resume", "--retry-failed")
    assert len(check_output()[1]) == 29
    shutil.rmtree(OUT)
    run(*SMALL, code=77, says=("no OpenCL device",), gone=1)


def true_plan_is_interrupted_and_resumed():
    words = ["--size", "tiny", "--workloads", "memset,spin:pareto", "--split", "2", "--slow", "1=4"]
    child = start(*words, bin_too=False)
    deadline = time.monotonic() + 200
    lines = []
    while len(lines) < 4 and time.monotonic() < deadline and child.poll() is None:
        lines = open(os.path.join(OUT, "state"), "rb").readlines() if os.path.exists(os.path.join(OUT, "state")) else []
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    output, errors = child.communicate(timeout=100)
    if child.returncode == 77:
        print(errors)
        sys.exit(77)
    assert child.returncode in (0, 130), (child.returncode, output, errors)
    run("--resume", bin_too=False)
    runs, table = check_output()
    assert {row["status"] for row in runs} == {"done"}, runs
    assert len(table) == 20, len(table)


set_up()
globals()[CLAIM]()
