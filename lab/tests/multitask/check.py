"""check.py CLAIM TOOL WORK: coop-multitask (the directory of its sources, TOOL) with programs that answer without a
device (fake_app.py). Exit code 0: the claim holds; 77: what it needs is not there."""

import importlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import types

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
CLAIM, TOOL, WORK = sys.argv[1], sys.argv[2], os.path.join(sys.argv[3], sys.argv[1])
sys.path.insert(0, TOOL)
BIN = os.path.join(WORK, "bin")
OUT = os.path.join(WORK, "out")
LOG = os.path.join(WORK, "log")
PLAN = ["--apps", "bfs:grid,octree", "--classes", "light,heavy", "--amounts", "one,half", "--seconds", "0.1"]


def set_up():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(BIN)
    for name in ("coop-app", "coop-info"):
        shutil.copy(os.path.join(HERE, "fake_app.py"), os.path.join(BIN, name))
        os.chmod(os.path.join(BIN, name), 0o755)


def environment(**fakes):
    return {**os.environ, "COOP_FAKE": json.dumps({"log": LOG, **fakes})}


def words(command, *more):
    return [sys.executable, TOOL, BIN, command, *more, "--out", OUT]


def start(command, *more, limit=None, **fakes):
    def prepare():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    return subprocess.Popen(words(command, *more), env=environment(**fakes), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, preexec_fn=prepare)


def run(command, *more, code=0, says=(), limit=None, **fakes):
    child = start(command, *more, limit=limit, **fakes)
    output, _ = child.communicate(timeout=200)
    assert child.returncode == code, f"{command} {more}: exit code {child.returncode}, wanted {code}\n{output}"
    for text in says:
        assert re.search(text, output), f"{command} {more} does not say \"{text}\":\n{output}"
    return output


def state():
    return importlib.import_module("state").read(os.path.join(OUT, "state"))


def plan_length():
    header, _, _, _ = state()
    return len(header["plan"])


def log_lines():
    if not os.path.exists(LOG):
        return []
    with open(LOG, encoding="utf-8") as file:
        return file.read().splitlines()


def complete():
    """The keys that are done; each is of the plan, each once."""
    header, records, _, damaged = state()
    assert not damaged
    keys = [record["key"] for record in records]
    assert len(set(keys)) == len(keys)
    assert set(keys) == {configuration["key"] for configuration in header["plan"]}
    return header, records


def killed_at_ten_moments():
    """kill -9, then resume: the same plan, nothing twice, nothing lost."""
    seed = int(os.environ.get("COOP_TEST_SEED", time.time_ns() % 1000000))
    print(f"COOP_TEST_SEED={seed} makes it again")
    chance = random.Random(seed)
    plan = PLAN + ["--repetitions", "4"]
    child = start("run", *plan, delay=0.01)
    while not os.path.exists(os.path.join(OUT, "state")):
        assert child.poll() is None, child.communicate()[0]
        time.sleep(0.01)
    first = state()[0]
    kept = []
    for _ in range(10):
        time.sleep(chance.uniform(0, 0.5))
        child.kill()
        child.communicate()
        header, records, _, _ = state()
        assert header == first, "the plan has changed"
        assert records[:len(kept)] == kept, "a record is lost or has changed"
        kept = records
        child = start("resume", delay=0.01)
    output, _ = child.communicate(timeout=200)
    assert child.returncode == 0, output
    header, records = complete()
    assert header == first and records[:len(kept)] == kept
    ended = [line for line in log_lines() if line.startswith("end ")]
    print(f"{len(records)} configurations, {len(ended)} runs that ended")
    # A run that has ended without its record is one that was killed between both: at most one a kill.
    assert len(records) <= len(ended) <= len(records) + 10


def torn_line_runs_again():
    """The file ends anywhere in its last line, or the last line is damaged: all before it is kept."""
    run("run", *PLAN)
    path = os.path.join(OUT, "state")
    whole = open(path, "rb").read()
    module = importlib.import_module("state")
    last = whole.rindex(b"\n", 0, -1) + 1
    count = whole.count(b"\n")
    cuts = {last + step for step in (1, 5, 9, 10, 40)} | {len(whole) - 1, len(whole) - 2}
    for cut in sorted(cuts):
        open(path, "wb").write(whole[:cut])
        _, records, size, damaged = module.read(path)
        assert len(records) == count - 2 and size == last and damaged == whole[last:cut], cut
    run("resume", says=["last line was cut off or damaged"])
    complete()
    damage = bytearray(whole)
    damage[last + 20] ^= 1
    open(path, "wb").write(damage)
    run("resume", says=["last line was cut off or damaged"])
    complete()
    assert os.path.getsize(path + ".damaged") > 0


def damaged_line_is_refused():
    """A line in the middle that does not fit its checksum, that is there twice, or of another plan."""
    run("run", *PLAN)
    path = os.path.join(OUT, "state")
    whole = open(path, "rb").read()
    module = importlib.import_module("state")
    lines = whole.splitlines(keepends=True)
    damage = bytearray(lines[3])
    damage[30] ^= 4
    variants = {
        "line 4: the checksum does not fit": lines[:3] + [bytes(damage)] + lines[4:],
        "line 1: the checksum does not fit": [b"x" + lines[0]] + lines[1:],
        "line 6: .* is there twice": lines[:5] + [lines[4]] + lines[5:],
        "line 3: .* is not of the plan": lines[:2] + [module.encode({"key": "other", "status": "done"})] + lines[2:],
        "line 1: this is no state": [module.encode({"format": "x"})],
        "line 1: a state of version 99": [module.encode({"format": "coop-multitask", "version": 99})],
        "has no whole first line": [lines[0][:-5]],
    }
    for text, content in variants.items():
        open(path, "wb").write(b"".join(content))
        for command in ("resume", "report"):
            output = run(command, code=1, says=[text])
            assert "Traceback" not in output
        assert open(path, "rb").read() == b"".join(content), "a refused file has changed"


def full_disk_loses_nothing():
    """No room for a line: a message, the lines before are whole, and resume goes on with room."""
    run("run", *PLAN)
    limit = os.path.getsize(os.path.join(OUT, "state")) // 2
    shutil.rmtree(OUT)
    run("run", *PLAN, code=1, says=["state cannot be written: (File too large|No space left on device); what was measured before is kept"], limit=limit)
    _, records, _, damaged = state()
    assert records and not damaged
    run("resume", code=1, says=["cannot be written"], limit=limit)
    assert state()[1] == records
    run("resume")
    assert complete()[1][:len(records)] == records
    shutil.rmtree(OUT)
    run("run", *PLAN, code=1, says=["cannot be written"], limit=100)
    assert not os.path.exists(os.path.join(OUT, "state"))
    run("run", *PLAN)


def missing_device_is_said():
    """No device at first, in the middle, at the resumption: a message, exit code 77, nothing lost."""
    gone = os.path.join(WORK, "gone")
    open(gone, "w", encoding="utf-8").close()
    run("run", *PLAN, code=77, says=["no OpenCL device can serve"], gone=gone)
    assert not os.path.exists(os.path.join(OUT, "state"))
    os.unlink(gone)
    child = start("run", *PLAN, gone=gone, delay=0.05)
    while len(log_lines()) < 8:
        time.sleep(0.01)
    open(gone, "w", encoding="utf-8").close()
    output, _ = child.communicate(timeout=100)
    assert child.returncode == 77 and "what was measured before is kept" in output, output
    _, records, _, _ = state()
    assert len(records) >= 3 and all(record["status"] == "done" for record in records)
    run("resume", code=77, gone=gone)
    os.unlink(gone)
    run("resume", gone=gone)
    assert complete()[1][:len(records)] == records


def failures_are_recorded():
    """A run that hangs, as beside a kernel that never offers, one that crashes, fails, or is wrong: each with its reason,
    and the rest go on."""
    output = run("run", *PLAN, "--deadline", "15", code=1, hang="octree .*--frames 70,3 .*--frame-groups half",
                 crash="bfs .*--frames 40,10 --frame-groups one --resizing query",
                 fail="bfs .*--plain.*process", wrong="octree .*--verify")
    _, records = complete()
    reasons = {record["key"]: record["reason"] for record in records if record["status"] == "failed"}
    wanted = {"octree/points/cooperative/light/half/query/r0": "no end after 15 s; killed",
              "bfs/grid/cooperative/heavy/one/query/r0": "ended by SIGSEGV",
              "bfs/grid/plain+process/heavy/driver/none/r0": "coop-app: memory is exhausted; take a smaller graph",
              "octree/points/verify/r0": "a result is wrong"}
    assert reasons == wanted, (reasons, output)
    page = open(os.path.join(OUT, "report.html"), encoding="utf-8").read()
    assert all(key in page and reason in page for key, reason in wanted.items())
    run("resume", code=1)  # they stay failed
    run("resume", "--retry-failed")
    assert all(record["status"] == "done" for record in {r["key"]: r for r in state()[1]}.values())


def children_end_with_it():
    """A killed coop-multitask leaves no measurement behind that would disturb the next one's."""
    child = start("run", *PLAN, hang="bfs .*--raw")
    while not any("--raw" in line for line in log_lines()):
        time.sleep(0.01)
    children = open(f"/proc/{child.pid}/task/{child.pid}/children", encoding="ascii").read().split()
    assert len(children) == 1, children
    child.kill()
    child.communicate()
    deadline = time.monotonic() + 20
    while os.path.exists(f"/proc/{children[0]}") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{children[0]}")


def interrupt_keeps_what_was_measured():
    """Ctrl-C loses the configuration under way and no other."""
    child = start("run", *PLAN, delay=0.05)
    while sum(line.startswith("end") for line in log_lines()) < 6:
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    output, _ = child.communicate(timeout=60)
    assert child.returncode == 130 and "resume --out" in output, output
    ended = sum(line.startswith("end") for line in log_lines())
    _, records, _, damaged = state()
    assert not damaged and len(records) >= ended - 1
    run("resume")
    assert complete()[1][:len(records)] == records


def second_writer_is_refused_by_name():
    """Two at once on one state file."""
    child = start("run", *PLAN, delay=0.2)
    while not os.path.exists(os.path.join(OUT, "state")):
        time.sleep(0.01)
    for command in (["run", *PLAN], ["resume"]):
        run(*command, code=1, says=[f"is being written by coop-multitask, process {child.pid} on .*, since "])
    child.kill()
    child.communicate()
    run("run", *PLAN, code=1, says=["is there already, with .* to go; go on with coop-multitask resume"])
    run("resume")
    complete()


def nonsense_is_refused():
    for more, text in ((["--classes", "huge"], "--classes wants light"), (["--classes", "5/6"], "--classes wants light"),
                       (["--amounts", "0"], "--amounts wants one"), (["--amounts", "9"], "--amounts wants one"),
                       (["--apps", "bfs:nowhere"], 'bfs has no input "nowhere"'), (["--resizing", "x"], "--resizing wants query"),
                       (["--apps", "fly"], "nothing is left to run: fly on grid: coop-app has no fly"),
                       (["--groups", "0"], "wants a number above 0"), (["--seconds", "nan"], "wants a number above 0"),
                       (["--kernel", "k"], "--kernel and --arg want --module"), (["--module", "x.cl"], "--module wants --kernel"),
                       (["--module", "x.cl", "--kernel", "k"], "there is no file x.cl"), (["--quick", "--full"], "not allowed")):
        for command in ("run", "plan"):
            output = run(command, *more, code=2, says=[re.escape(text)])
            assert "Traceback" not in output
    run("run", *PLAN, "--groups", "2046", code=2, says=["wants a number above 0 and up to 2045"])
    run("report", code=1, says=["there is no .*state; coop-multitask run makes one"])
    run("resume", code=1, says=["there is no .*state; coop-multitask run makes one"])
    shutil.rmtree(OUT, ignore_errors=True)
    open(OUT, "w", encoding="utf-8").close()  # no directory can be there
    output = run("run", *PLAN, code=1, says=["coop-multitask run: .*/out: File exists"])
    assert "Traceback" not in output


def plan_is_what_run_does():
    listed = run("plan", *PLAN, "--repetitions", "2", says=["Plan .* configurations, about"])
    keys = re.findall(r"^(\S+/r\d+)  ", listed, flags=re.M)
    run("run", *PLAN, "--repetitions", "2")
    header, records = complete()
    assert keys == [configuration["key"] for configuration in header["plan"]] == [record["key"] for record in records]
    assert len(keys) == len(set(keys))
    middle = [key for key in keys if "verify" not in key]
    first = [key[:-3] for key in middle if key.endswith("r0")]
    second = [key[:-3] for key in middle if key.endswith("r1")]
    assert second == first[::-1], "the order does not alternate"


def full_plan_is_the_papers():
    """As many configurations as the paper has, where all of its applications are there."""
    planner = importlib.import_module("plan")
    paper = importlib.import_module("paper")

    class Everything:
        def applications(self):
            return {application for application, _ in planner.PAPER_PAIRS}

        def has_resizing_barriers(self, application):
            return application not in ("octree", "game")

        def knows(self, application, option):
            return False

        def offers_rival(self, *_):
            return False

    options = {"pairs": planner.PAPER_PAIRS, "classes": {name: paper.CLASSES[name] for name in paper.PAPER_CLASSES},
               "amounts": ["one", "quarter", "half", "most"], "resizing": ["query", "single"], "groups": 48, "local": None,
               "seconds": 1, "alone_seconds": 1, "repetitions": 10, "is_quick": False, "data": None, "rivals": [],
               "rival_classes": [], "single_classes": list(paper.PAPER_CLASSES), "automatic_classes": []}
    plan, left_out = planner.make(options, Everything())
    beside = {configuration["key"].rsplit("/", 1)[0] for configuration in plan if "class" in configuration}
    assert len(beside) == 240 and not left_out, len(beside)
    assert sum("class" in configuration for configuration in plan) == 2400


def numbers_are_those_of_the_csv():
    """Independent scripts compute the page's numbers from the CSV; and notice when one is another."""
    run("run", *PLAN, "--repetitions", "2", "--frames-by", "run,lease", leases=True)
    path = os.path.join(OUT, "report.html")
    page = open(path, encoding="utf-8").read()
    for name, number in (("recompute", "slowdown:heavy:half"), ("recompute", "lease-slowdown:heavy:half"), ("recompute_ideal", "ideal:heavy:half"),
                         ("recompute_ideal", "near:heavy:half")):
        script = [sys.executable, os.path.join(HERE, name + ".py"), OUT]
        assert len(open(script[1], encoding="utf-8").readlines()) <= 60
        said = subprocess.run(script, capture_output=True, text=True, timeout=60)
        assert said.returncode == 0, said.stdout + said.stderr
        changed = re.sub(rf'(data-of="{number}">)\d', r"\g<1>7", page)
        assert changed != page
        open(path, "w", encoding="utf-8").write(changed)
        assert subprocess.run(script, capture_output=True, timeout=60).returncode == 1
        open(path, "w", encoding="utf-8").write(page)
    run("report")
    assert open(path, encoding="utf-8").read() == page, "the same state makes another page"


def verdict_rows(page):
    """{what: (found, holds)} of the first table."""
    table = page.split("<h2>What was wanted, and what was found</h2>")[1].split("</table>")[0]
    cells = [re.findall(r"<td[^>]*>([^<]*)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", table, flags=re.S)]
    return {row[0]: (row[2], row[3]) for row in cells if row}


def verdict_can_be_yes_and_no():
    """What is wanted is compared with what was found; a configuration that is too slow is named."""
    plan = ["--apps", "bfs:grid,octree", "--classes", "light,heavy,60hz", "--amounts", "quarter,half,automatic", "--seconds", "0.1"]
    path = os.path.join(OUT, "report.html")
    run("run", *plan)
    rows = verdict_rows(open(path, encoding="utf-8").read())
    assert rows["light jobs meet their period on N/4"] == ("2 of 2", "yes"), rows
    assert rows["slowdown by heavy jobs on N/2, divided by its ideal, median"][1] == "yes", rows
    far = next(what for what in rows if what.startswith("configurations slower than"))
    assert rows[far][0].startswith("0 of ") and rows[far][1] == "yes", rows
    shutil.rmtree(OUT)
    run("run", *plan, slow="bfs .*(--frames 40,10 .*--frame-groups half|--frames 70,3 .*--frame-groups quarter)")
    rows = verdict_rows(open(path, encoding="utf-8").read())
    assert rows[far][1] == "no" and "· bfs grid heavy N/2 query" in rows and "· octree points heavy N/2 query" not in rows, rows
    assert rows["slowdown by light jobs on N/4, divided by its ideal, median"][1] == "no", rows
    verdict = importlib.import_module("verdict")
    assert [verdict.answer(1.2, interval, 1.1) for interval in ((1.05, 1.3), (1.15, 1.3), None)] == ["unclear", "no", "no"]


def noise_and_a_users_kernel_are_not_judged_by_the_paper():
    """A kernel that is faster beside jobs than alone shows noise, which meets nothing; and the paper's numbers stand beside its applications."""
    results, verdict, pictures = (importlib.import_module(name) for name in ("results", "verdict", "pictures"))
    raw = {"launch_is_alone": [1] + [0] * 8, "job_launched_ms": [0, 40, 80], "job_run_ms": [10.0] * 3, "job_gather_us": [9] * 3,
           "job_groups": [4] * 3, "job_is_late": [0] * 3, "job_is_beside": [1] * 3}
    configuration = {"class": "heavy", "period_ms": 40, "work_ms": 10}

    def rows_of(alone_ms):
        record = {"result": {"raw": dict(raw, launch_ms=[alone_ms] + [5.0] * 8), "groups": 8, "frames": {}}}
        group = results.Group([results.Run(configuration, record)])
        assert group.ratio() < 1, group.ratio()
        beside = types.SimpleNamespace(beside=lambda **wanted: [group] if wanted["class"] == "heavy" else [])
        return [(row[2].text, row[3]) for row in verdict.slowdowns(beside, False)]
    quiet, noisy = rows_of(5.0), rows_of(8.0)
    assert quiet[0][1] == "yes" and "noisy" not in quiet[0][0], quiet
    assert noisy[0][1] == "unclear" and noisy[0][0].endswith(", 1 noisy"), noisy

    run("run", "--apps", "bfs:grid", "--classes", "heavy", "--amounts", "half", "--seconds", "0.1", "--policy", "none", "--mixes", "none")
    whole = results.Results(OUT)
    assert "of the paper" in pictures.figure_6_period(whole)
    whole.pairs = lambda: [("kernel", "mine")]
    assert "of the paper" not in pictures.figure_6_period(whole)


def builds_are_in_the_estimate():
    """The first run of each program builds its kernels: a megakernel for all cooperative ways, and the other ways' ordinary kernels."""
    plan, settings = importlib.import_module("plan"), importlib.import_module("settings")
    whole = [{"key": way, "way": way, "application": "bfs", "seconds": 1.0} for way in ("cooperative", "policy", "plain", "plain+queue")]
    assert plan.builds(whole, []) == 2 and plan.builds(whole, [{"key": "policy"}]) == 1
    assert plan.estimate_s(whole, []) == 4 * (1 + plan.OVERHEAD_S) + 2 * plan.BUILD_S
    assert settings.policies_of("none", {}) == [] and settings.policies_of("", {"policies": ("automatic",)}) == ["automatic"]


def without_an_ideal_is_never_yes():
    """Jobs that take all of the time leave no ideal: such configurations are counted, and what would hold without them is unclear."""
    path = os.path.join(OUT, "report.html")
    what = "slowdown by heavy jobs on N/2, divided by its ideal, median"
    recompute = [sys.executable, os.path.join(HERE, "recompute_ideal.py"), OUT]
    for full, found in (("bfs ", r"0\.\d{3}, 1 without an ideal"), ("", "2 without an ideal")):
        run("run", *PLAN, "--repetitions", "2", full=full + ".*--frames 40,10 .*--frame-groups half")
        rows = verdict_rows(open(path, encoding="utf-8").read())
        assert re.fullmatch(found, rows[what][0]) and rows[what][1] == "unclear", rows
        far = next(name for name in rows if name.startswith("configurations slower than"))
        assert re.fullmatch(r"0 of \d+, 0 of them noisy, \d without an ideal", rows[far][0]) and rows[far][1] == "unclear", rows
        said = subprocess.run(recompute, capture_output=True, text=True, timeout=60)
        assert said.returncode == 0, said.stdout + said.stderr
        shutil.rmtree(OUT)
    results = importlib.import_module("results")
    raw = {"launch_ms": [5.0] * 9, "launch_is_alone": [1] + [0] * 8, "job_launched_ms": [0, 40, 80], "job_run_ms": [10.0] * 3,
           "job_gather_us": [9] * 3, "job_groups": [8] * 3, "job_is_late": [0] * 3, "job_is_beside": [1] * 3}
    configuration = {"class": "heavy", "period_ms": 40, "work_ms": 10}
    free, full = (results.Run(configuration, {"result": {"raw": dict(raw, job_run_ms=[ms] * 3), "groups": 8, "frames": {}}})
                  for ms in (10.0, 40.0))
    assert results.Group([free, free]).ratio() and results.Group([free, full]).ratio() is None, "one run of two has no ideal"


def crowded_work_groups_cost_their_work():
    """A job on a part of work-groups that share fewer processors: its ideal is that of its work, not of its part."""
    results = importlib.import_module("results")
    raw = {"launch_ms": [5.0] * 9, "launch_is_alone": [1] + [0] * 8, "job_launched_ms": [0, 40, 80], "job_run_ms": [12.0] * 3,
           "job_gather_us": [9] * 3, "job_groups": [2] * 3, "job_is_late": [0] * 3, "job_is_beside": [1] * 3}
    record = {"result": {"raw": raw, "groups": 8, "frames": {"measured_work_ms": 10}}}
    configuration = {"class": "heavy", "period_ms": 40, "work_ms": 10}
    free, crowded = (results.Run(configuration, record, is_crowded).share_ideal() for is_crowded in (False, True))
    assert abs(free - 40 / 37) < 1e-9 and abs(crowded - 40 / 30) < 1e-9, (free, crowded)
    header = {"device": {"platform": "OpenCL 3.0 PoCL 3.1"}, "machine": {"processors": 2}, "options": {"groups": 8}}
    assert results.is_crowded(header)
    assert not results.is_crowded(dict(header, machine={"processors": 8}))
    assert not results.is_crowded(dict(header, device={"platform": "OpenCL 3.0 CUDA"}))


def runs_are_compared():
    run("run", *PLAN)
    first = os.path.join(WORK, "first")
    shutil.copytree(OUT, first)
    compare = [sys.executable, TOOL, BIN, "compare", first, OUT]
    said = subprocess.run(compare, capture_output=True, text=True, timeout=60)
    assert said.returncode == 0 and "20 configurations with jobs in both; 0 in one only" in said.stdout, said.stdout
    assert all(" 1.000 " in line for line in said.stdout.splitlines() if "/cooperative/" in line), said.stdout
    lines = subprocess.run(compare + ["--csv"], capture_output=True, text=True, timeout=60).stdout.splitlines()
    assert len(lines) == 21 and len({line.count(",") for line in lines}) == 1


def elastic_splits_are_all():
    """Every way to give all work-groups to the users, each once; in parts where there are too many."""
    planner = importlib.import_module("elastic_plan")
    found = [tuple(split) for split in planner.splits(8, 3, 8)]
    wanted = {(a, b, 8 - a - b) for a in range(1, 7) for b in range(1, 8 - a)}
    assert len(found) == len(set(found)) == 21 and set(found) == wanted, found
    coarse = [tuple(split) for split in planner.splits(131, 3, 6)]
    assert len(set(coarse)) == 10 and all(sum(split) == 131 and min(split) >= 21 for split in coarse), coarse
    assert len(list(planner.splits(131, 5, 5))) == 5, "no choice is left"
    assert [tuple(split) for split in planner.splits(3, 3, 8)] == [(1, 1, 1)]


def elastic_is_resumed():
    """kill -9, resume: the same plan, every configuration once; a trace that a killed run has left disturbs nobody."""
    child = start("elastic", "--mixes", "model-even", "--parts", "4", delay=0.05)
    while not os.path.exists(os.path.join(OUT, "state")) or len(log_lines()) < 8:
        assert child.poll() is None, child.communicate()[0]
        time.sleep(0.01)
    child.kill()
    child.communicate()
    header, records, _, _ = state()
    assert 2 <= len(records) < len(header["plan"])
    run("resume")
    after, done = complete()
    assert after == header and done[:len(records)] == records
    ways = [configuration["way"] for configuration in header["plan"]]
    assert {way: ways.count(way) for way in ways} == {"elastic-area": 2, "elastic-alone": 2, "elastic-coop": 2,
                                                       "elastic-split": 3, "elastic-driver": 1}
    assert not os.path.exists(os.path.join(OUT, "elastic-trace.json"))


def elastic_report():
    with open(os.path.join(OUT, "elastic.json"), encoding="utf-8") as file:
        return json.load(file), open(os.path.join(OUT, "report.html"), encoding="utf-8").read()


def elastic_numbers_are_those_of_the_csv():
    """An independent script computes throughputs, tails and verdicts from the CSV; and notices when one is another."""
    run("elastic", "--mixes", "model-even,four-even", "--repetitions", "2", "--seconds", "0.5")
    script = [sys.executable, os.path.join(HERE, "recompute_elastic.py"), OUT]
    assert len(open(script[1], encoding="utf-8").readlines()) <= 60
    said = subprocess.run(script, capture_output=True, text=True, timeout=60)
    assert said.returncode == 0, said.stdout + said.stderr
    report, page = elastic_report()
    assert set(report) == {"model-even", "four-even"} and page.count("work-groups</text>") >= 4
    for name in ("elastic-area-model-even.svg", "elastic-ways-four-even.svg"):
        picture = open(os.path.join(OUT, name), encoding="utf-8").read()
        assert "time (ms" in picture and ">job</text>" in picture or "splits</text>" in picture, name
    changed = re.sub(r'(data-of="elastic:model-even:best">)\d', r"\g<1>7", page)
    assert changed != page
    open(os.path.join(OUT, "report.html"), "w", encoding="utf-8").write(changed)
    assert subprocess.run(script, capture_output=True, timeout=60).returncode == 1


def elastic_verdict_can_be_no():
    """A split that is better is found, and said to be; one that is better but cannot bring the job in time is not compared with."""
    run("elastic", "--mixes", "model-even", "--parts", "4", slow="--frame-groups")
    report, page = elastic_report()
    verdict = report["model-even"]["verdict"]
    assert not verdict["holds"] and verdict["throughput"] < 1, verdict
    assert "<td class=\"t\">no</td>" in page or "<td>no</td>" in page
    ways = report["model-even"]["ways"]
    best = {kept: max(way["throughput"] for way in ways if way["way"] == "elastic-split" and way["keeps_period"] == kept)
            for kept in (False, True)}
    coop = next(way["throughput"] for way in ways if way["way"] == "elastic-coop" and way["detail"] == "half")
    assert best[False] > best[True] and abs(verdict["throughput"] - coop / best[True]) < 1e-9, (best, coop, verdict)
    shutil.rmtree(OUT)
    run("elastic", "--mixes", "model-even", "--parts", "4")
    verdict = elastic_report()[0]["model-even"]["verdict"]
    assert verdict["holds"] and verdict["throughput"] >= 1 and verdict["tail"] <= 1.1, verdict


def elastic_failures_are_recorded():
    """A wrong result and a driver that cannot run two processes: said, and the rest is reported."""
    run("elastic", "--mixes", "model-even", "--parts", "4", code=1, wrong="--split 2,4,2|half --trace", fail="--plain")
    _, records = complete()
    reasons = {record["key"]: record["reason"] for record in records if record["status"] == "failed"}
    assert reasons == {"elastic/model-even/elastic-area/coop/r0": "a result is wrong",
                       "elastic/model-even/elastic-split/2-4-2/r0": "a result is wrong",
                       "elastic/model-even/elastic-driver/processes/r0": "coop-app: memory is exhausted; take a smaller graph"}, reasons
    report, page = elastic_report()
    assert report["model-even"]["verdict"] is not None and all(key in page for key in reasons)
    assert not os.path.exists(os.path.join(OUT, "elastic-trace.json")), "the trace of a failed run is left"
    said = subprocess.run([sys.executable, TOOL, BIN, "compare", OUT, OUT], capture_output=True, text=True, timeout=60)
    assert said.returncode == 1 and "what elastic has measured is in the elastic.json" in said.stdout, said.stdout + said.stderr


def elastic_nonsense_is_refused():
    """With a message that says what is wanted; nothing is run."""
    for more, text in ((["--mixes", "none-such"], "--mixes wants some of model-narrow"), (["--parts", "0"], "wants a number above 0"),
                       (["--mixes", "none"], "--mixes names none"), (["--mixes", ",,"], "--mixes names none"),
                       (["--parts", "17"], "above 0 and up to 16, not \"17\""), (["--groups", "2046"], "above 0 and up to 2045")):
        output = run("elastic", *more, code=2, says=[re.escape(text)])
        assert "Traceback" not in output
    assert not log_lines()
    assert len(re.findall("elastic-split", run("elastic", "--list", "--mixes", "four-even", "--parts", "16", "--groups", "16"))) == 1365


def elastic_without_launches_is_reported():
    """Ways in which no kernel has begun anything in time are left out: a split, all of them, and coop."""
    for idle, ways, has_verdict in (("--split 2,4,2", 5, True), ("--split", 3, False), ("--frame-groups", 4, False)):
        run("elastic", "--mixes", "model-even", "--parts", "4", idle=idle)
        report, _ = elastic_report()
        said = subprocess.run([sys.executable, os.path.join(HERE, "recompute_elastic.py"), OUT], capture_output=True, text=True, timeout=60)
        assert said.returncode == 0, (idle, said.stdout + said.stderr)
        assert len(report["model-even"]["ways"]) == ways, (idle, report)
        assert (report["model-even"]["verdict"] is not None) == has_verdict, (idle, report)
        shutil.rmtree(OUT)


def standard_mixes_are_run():
    """Two and four cooperative kernels beside a 60 Hz job are part of coop-multitask run."""
    listed = run("plan")
    for mix in ("model-even", "four-even"):
        assert f"elastic/{mix}/elastic-coop/half/r0" in listed, listed
    assert "elastic-split" not in listed
    assert "elastic/" not in run("plan", "--mixes", "none")


def true_elastic_run_is_reported():
    """With coop-app itself: two kernels, shared out, split and by the driver; all results are right."""
    more = ["--mixes", "model-even", "--parts", "4", "--groups", "4", "--seconds", "0.4"]
    said = subprocess.run([sys.argv[4], "elastic", *more, "--out", OUT], capture_output=True, text=True, timeout=900)
    if said.returncode == 77:
        print("skipped: " + said.stderr)
        sys.exit(77)
    assert said.returncode == 0, said.stdout + said.stderr
    complete()
    subprocess.run([sys.executable, os.path.join(HERE, "recompute_elastic.py"), OUT], check=True, timeout=60)
    page = open(os.path.join(OUT, "report.html"), encoding="utf-8").read()
    assert "model-even: shared out by coop" in page and "model-even: split" in page


def true_run_is_reported():
    """Runs with coop-app itself: verified, resumable, and the page's numbers are the CSV's."""
    more = ["--apps", "bfs:--grid 60x60,octree:points", "--classes", "heavy", "--amounts", "half,automatic", "--groups", "4",
            "--seconds", "0.3", "--resizing", "query"]
    said = subprocess.run([sys.argv[4], "run", *more, "--out", OUT], capture_output=True, text=True, timeout=900)
    if said.returncode == 77:
        print("skipped: " + said.stderr)
        sys.exit(77)
    assert said.returncode == 0, said.stdout + said.stderr
    _, records = complete()
    assert sum("/verify/" in record["key"] for record in records) == 2
    page = open(os.path.join(OUT, "report.html"), encoding="utf-8").read()
    assert "Work-groups over time" in page and page.count("matmul (regular") == 2
    clocks = {"cooperative-alone": 0, "multikernel": 0}
    for record in records:
        way = record["key"].split("/")[2]
        if way in clocks:  # the host's clock holds the device's; many launches have the host's alone
            times = list(zip(record["result"]["raw"]["launch_ms"], record["result"]["raw"]["launch_wall_ms"]))
            assert all(wall == ms if way == "multikernel" else wall > ms for ms, wall in times), (way, times[:5])
            clocks[way] += len(times)
    assert all(clocks.values()), clocks
    beside = [record for record in records if "/cooperative/" in record["key"]]
    assert len(beside) == 4 and all(len(record["result"]["raw"]["job_run_ms"]) >= 3 for record in beside)
    subprocess.run([sys.executable, os.path.join(HERE, "recompute.py"), OUT], check=True, timeout=60)
    again = subprocess.run([sys.argv[4], "resume", "--out", OUT], capture_output=True, text=True, timeout=100)
    assert again.returncode == 0 and state()[1] == records, again.stdout + again.stderr


def policies_are_compared():
    """A run for each policy, beside the same jobs as first come, first served: the page says what is gained."""
    policy = ["--policy", "first-come,period-aware,keep-gathered,automatic-aware", "--classes", "heavy", "--amounts", "half"]
    run("run", *PLAN, *policy, policies=True, says=["policy/heavy/half/query/period-aware"])
    with open(LOG, encoding="utf-8") as file:
        said = file.read()
    assert len(re.findall(r"begin .*--policy period-aware .*--frame-groups half", said)) == 2, said
    assert len(re.findall(r"begin .*--policy period-aware .*--frame-groups automatic", said)) == 2, said
    page = open(os.path.join(OUT, "report.html"), encoding="utf-8").read()
    table = page[page.index("<h2>Policies"):].split("</table>")[0]
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in table.split("<tr>")[2:]]
    verdicts = {(row[1], row[3]): row[-1] for row in rows}
    assert len(rows) == 8, rows
    assert verdicts["bfs", "first-come"] == "" and verdicts["bfs", "keep-gathered"] == "as good", verdicts
    assert verdicts["bfs", "period-aware"] == verdicts["octree", "period-aware"] == "less late, less slowdown", verdicts
    shutil.rmtree(OUT)
    run("run", *PLAN, "--policy", "period-aware", code=0)  # an older coop-app, without policies
    assert "<h2>Policies" not in open(os.path.join(OUT, "report.html"), encoding="utf-8").read()
    shutil.rmtree(OUT)
    run("run", *PLAN, "--policy", "best", code=2, says=["--policy wants first-come, period-aware"])


def jobs_by_leases_are_compared():
    """Each job by a lease stands beside the same job in the run; and the paper's table has both ways."""
    run("run", *PLAN, "--policy", "none", "--frames-by", "run,lease", leases=True, says=["lease/heavy/half/query"])
    with open(LOG, encoding="utf-8") as file:
        said = file.read()
    assert len(re.findall(r"begin .*--frame-groups half", said)) == 2 + 2 * len(re.findall(r"begin .*--frames-by lease .*half", said)), said
    page = open(os.path.join(OUT, "report.html"), encoding="utf-8").read()
    assert page.count("the paper&#x27;s Table 3 and Figure 6)") == 2
    table = page[page.index("<h2>Jobs by leases"):].split("</table>")[0]
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in table.split("<tr>")[2:]]
    assert [row[5] for row in rows] == ["run", "lease"] * 12, rows
    assert all(0.9 < float(row[-1]) < 1.2 for row in rows), rows
    shutil.rmtree(OUT)
    run("run", *PLAN, "--frames-by", "lease", code=0, says=["leases of bfs: it has no --frames-by"])  # an older coop-app
    shutil.rmtree(OUT)
    run("run", *PLAN, "--frames-by", "queue", code=2, says=["--frames-by wants run, lease, not"])


def page_opens_in_a_browser():
    """In headless Chromium: no script, nothing from elsewhere, and a picture that is not empty."""
    run("run", *PLAN, "--repetitions", "2")
    path = os.path.join(OUT, "report.html")
    page = open(path, encoding="utf-8").read()
    assert "<script" not in page and not re.search(r'(src|href)\s*=', page) and "@import" not in page
    assert page.count("<svg") >= 6
    browser = next((shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome") if shutil.which(name)), None)
    if browser is None:
        print("skipped: there is no chromium")
        sys.exit(77)
    shot = os.path.join(WORK, "report.png")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={WORK}/profile"]
    subprocess.run(command + ["--window-size=1100,4000", f"--screenshot={shot}", f"file://{path}"], capture_output=True,
                   timeout=120, check=True)
    assert os.path.getsize(shot) > 30000, "an empty picture"
    dump = subprocess.run(command + ["--dump-dom", f"file://{path}"], capture_output=True, text=True, timeout=120, check=True).stdout
    assert dump.count("<svg") == page.count("<svg") and dump.count("<tr>") == page.count("<tr>")
    print(f"screenshot: {shot}")


set_up()
globals()[CLAIM]()
print("holds")
