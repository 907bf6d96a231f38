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
    run("report", code=1, says=["there is no .*state; coop-multitask run makes one"])
    run("resume", code=1, says=["there is no .*state; coop-multitask run makes one"])


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
    """An independent script computes the page's numbers from the CSV; and notices when one is another."""
    run("run", *PLAN, "--repetitions", "2")
    script = [sys.executable, os.path.join(HERE, "recompute.py"), OUT]
    assert len(open(script[1], encoding="utf-8").readlines()) <= 60
    said = subprocess.run(script, capture_output=True, text=True, timeout=60)
    assert said.returncode == 0, said.stdout + said.stderr
    path = os.path.join(OUT, "report.html")
    page = open(path, encoding="utf-8").read()
    changed = re.sub(r'(data-of="slowdown:heavy:half">)\d', r"\g<1>7", page)
    assert changed != page
    open(path, "w", encoding="utf-8").write(changed)
    assert subprocess.run(script, capture_output=True, timeout=60).returncode == 1
    before = page
    run("report")
    assert open(path, encoding="utf-8").read() == before, "the same state makes another page"


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
    beside = [record for record in records if "/cooperative/" in record["key"]]
    assert len(beside) == 4 and all(len(record["result"]["raw"]["job_run_ms"]) >= 3 for record in beside)
    subprocess.run([sys.executable, os.path.join(HERE, "recompute.py"), OUT], check=True, timeout=60)
    again = subprocess.run([sys.argv[4], "resume", "--out", OUT], capture_output=True, text=True, timeout=100)
    assert again.returncode == 0 and state()[1] == records, again.stdout + again.stderr


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
