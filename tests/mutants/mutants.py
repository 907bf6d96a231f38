#!/usr/bin/env python3
"""Mutants: applies the substitutions of mutants.txt to copies of the sources, one at a time, and looks which net catches each.

    mutants.py RECIPE list                 names and traps
    mutants.py RECIPE check                does every substitution apply to the sources as they are?
    mutants.py RECIPE named                a table of the tests that kill them, for docs/testing.md; runs nothing
    mutants.py RECIPE kill [NAME ...]      runs the test that each mutant names; it must fail
    mutants.py RECIPE table [NAME ...] [nets=unit,turns]   runs every net, or those named, against each and prints a table

RECIPE is build/tests/mutants/recipe.json, which CMake writes. Nets: `unit` (pure functions and the counts simulator), `turns`
(tests/threads/turns.c: whole runs with a chosen order of steps), `trace` (the trace check of these runs), `tsan` (the same
under ThreadSanitizer), `device` (the installed OpenCL device). Exit status: 0 all is as expected, 1 it is not.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
RUNS = {"turns": 200, "tsan": 25}
# What a run that does not end is known by: seconds of processor time for each thread that can run at once, and
# seconds in all, for threads that sleep, on a machine that may have other work.
LIMIT_S = {"unit": 60, "turns": 90, "tsan": 90, "device": 150}
PATIENCE = 6
NETS = ["unit", "turns", "trace", "tsan", "device"]
SHAPES = [[], ["local=2", "workers=2"], ["workers=6"]]
SEED = "1"
WARNINGS = ["-w"]
WRAPPED = [f"-Wl,--wrap=coop_{name}" for name in ("run_start", "run_stop", "run_destroy", "context_destroy")]


class Mutant:
    def __init__(self, name):
        self.name = name
        self.file = self.trap = self.by = self.model = ""
        self.hunks = []  # pairs of old lines and new lines

    def survives(self):
        return self.by.startswith("none")

    def apply(self, text):
        """The text with the substitutions made; None unless the old lines of each stand there exactly once."""
        for old, new in self.hunks:
            if text.count("\n".join(old)) != 1:
                return None
            text = text.replace("\n".join(old), "\n".join(new))
        return text if self.hunks else None


def read_mutants():
    mutants = []
    for line in open(os.path.join(HERE, "mutants.txt")):
        line = line.rstrip("\n")
        key = line.split(" ", 1)[0]
        if key == "mutant":
            mutants.append(Mutant(line.split()[1]))
        elif key in ("file", "trap", "by", "model"):
            setattr(mutants[-1], key, line[len(key):].strip())
        elif line.startswith("-"):
            if not mutants[-1].hunks or mutants[-1].hunks[-1][1]:
                mutants[-1].hunks.append(([], []))
            mutants[-1].hunks[-1][0].append(line[1:])
        elif line.startswith("+"):
            mutants[-1].hunks[-1][1].append(line[1:])
    return mutants


class Copy:
    """A copy of the sources with one mutant in it, and what is built from it."""

    def __init__(self, recipe, mutant):
        self.recipe = recipe
        self.root = recipe["root"]
        self.mutant = mutant
        self.work = tempfile.mkdtemp(prefix="mutant-")
        for room in ("cl", "include", "host"):
            shutil.copytree(os.path.join(self.root, room), os.path.join(self.work, room))
        path = os.path.join(self.work, mutant.file)
        text = mutant.apply(open(path).read())
        if text is None:
            raise SystemExit(f"{mutant.name}: its old lines are not in {mutant.file} exactly once")
        open(path, "w").write(text)

    def close(self):
        shutil.rmtree(self.work, ignore_errors=True)

    def includes(self):
        return [f"-I{self.work}", f"-I{self.work}/include", f"-I{self.root}", f"-I{self.root}/include",
                f"-I{self.root}/tests/support"]

    def execute(self, command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.work)
        if done.returncode != 0:
            raise SystemExit(f"{self.mutant.name}: {' '.join(command)}\n{done.stdout[-4000:]}")

    def compile(self, source, output, options):
        self.execute([self.recipe["cc"], "-std=gnu11", "-O1", "-g", "-D_GNU_SOURCE", "-DCL_TARGET_OPENCL_VERSION=300"] +
                     WARNINGS + options + self.includes() + ["-c", source, "-o", output])
        return output

    def host_objects(self, prefix, options):
        """The mutated host file, if it is one; it stands before the library and so takes the place of its member."""
        if not self.mutant.file.startswith("host/"):
            return []
        output = os.path.join(self.work, f"{prefix}_host.o")
        return [self.compile(os.path.join(self.work, self.mutant.file), output, options)]

    def build_threads(self, net):
        recipe = self.recipe
        sanitize = [option for option in recipe[f"{net}.options"] if option]
        module = recipe[f"{net}.module"][0]
        kernel = os.path.join(self.work, f"{net}_kernels.o")
        if self.mutant.file.startswith("host/"):
            kernel = os.path.join(module, "kernels_threads.o")
        else:
            self.execute([recipe["clang"], "-x", "cl", "-cl-std=CL3.0", "-O1", "-g", "-fno-omit-frame-pointer", "-fPIC", "-w",
                          "-DCOOP_HOST_SYSTEM_CALLS=1", "-DCOOP_WORK=1", "-Dcoop_megakernel=coop_megakernel_kernels"] +
                         sanitize +
                         self.includes() + ["-c", os.path.join(module, "kernels_threads.cl"), "-o", kernel])
            self.execute([recipe["objcopy"], "-G", "coop_megakernel_kernels", "-G", "coop_local_bytes_kernels", kernel])
        points = ["-include", os.path.join(self.root, "tests/threads/points.h")]
        program = os.path.join(self.work, net)
        self.execute([recipe["cc"]] + sanitize + WRAPPED + recipe[f"{net}.objects"] + self.host_objects(net, sanitize + points) +
                     [kernel] + recipe[f"{net}.library"] + ["-lpthread", "-o", program])
        return program

    def build_unit(self, unit):
        sources = [os.path.join(self.root, "tests/unit", source) for source in self.recipe[f"unit.{unit}"]]
        program = os.path.join(self.work, f"unit_{unit}")
        self.execute([self.recipe["cc"], "-std=gnu11", "-O1", "-D_GNU_SOURCE"] + WARNINGS + self.includes() + sources +
                     self.recipe["support"] + ["-lpthread", "-o", program])
        return program

    def device_text(self, name, files, above):
        text = os.path.join(self.work, f"{name}.cl")
        source = os.path.join(self.work, f"device_text_{name}.c")
        scripts = os.path.join(self.root, "cmake/scripts")
        self.execute([self.recipe["cmake"], f"-DROOT={self.work}", f"-DFILES={';'.join(files)}", f"-DABOVE={';'.join(above)}",
                      f"-DOUTPUT={text}", "-P", f"{scripts}/join_device_text.cmake"])
        self.execute([self.recipe["cmake"], f"-DINPUT={text}", f"-DOUTPUT={source}", f"-DSYMBOL=coop_device_text_{name}",
                      "-DINCLUDE=host/module/device_text.h", "-P", f"{scripts}/embed_text.cmake"])
        return self.compile(source, source.replace(".c", ".o"), [])

    def build_device(self):
        before, after = self.recipe["device_before"], self.recipe["device_after"]
        objects = self.host_objects("device", [])
        if not objects:
            objects = [self.device_text("before", before, []), self.device_text("after", after, before)]
        programs = []
        for unit in self.recipe["device_units"]:
            program = os.path.join(self.work, f"device_{unit}")
            self.execute([self.recipe["cc"]] + WRAPPED + self.recipe[f"device.{unit}"] + objects + self.recipe["support"] +
                         self.recipe["device_library"] + ["-lpthread", "-o", program])
            programs.append((unit, program))
        return programs


def run(command, limit_s, environment=None):
    """(did it fail?, output). A run that does not end has failed. It leaves its files beside the program."""
    limited = ["sh", "-c", f'ulimit -S -t {limit_s * (os.cpu_count() or 1)} && exec "$0" "$@"'] + command
    try:
        done = subprocess.run(limited, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit_s * PATIENCE,
                              cwd=os.path.dirname(command[0]), env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired as late:
        return True, (late.stdout or b"").decode(errors="replace") + "\nit does not end"
    return done.returncode not in (0, 77), done.stdout.decode(errors="replace")


def claims_of(program):
    return [claim for claim in subprocess.run([program, "--list"], stdout=subprocess.PIPE, text=True).stdout.split()]


def run_turns(net, program, arguments):
    environment = {"TSAN_OPTIONS": "halt_on_error=1:history_size=4"}
    return run([program] + arguments + [f"seed={SEED}", f"runs={RUNS[net]}"], LIMIT_S[net], environment)


def caught_by_unit(copy):
    for unit in copy.recipe["units"]:
        failed, _ = run([copy.build_unit(unit), f"seed={SEED}"], LIMIT_S["unit"])
        if failed:
            return f"unit.{unit}"
    return ""


def caught_by_turns(copy, net):
    """(the first claim that fails, whether the trace check of any run did)"""
    program = copy.build_threads(net)
    first, trace = "", ""
    for shape in SHAPES:
        for claim in claims_of(program):
            failed, output = run_turns(net, program, [claim] + shape)
            if failed and not first:
                first = " ".join([claim] + shape)
            if failed and "the trace violates" in output:
                trace = " ".join([claim] + shape)
            if first and (trace or net == "tsan"):
                return first, trace
        if first:
            break
    return first, trace


def caught_by_device(copy):
    environment = {"POCL_CACHE_DIR": os.path.join(copy.work, "pocl-cache")}
    os.mkdir(environment["POCL_CACHE_DIR"])
    for unit, program in copy.build_device():
        failed, _ = run([program, "workers=4", "local=1", "transitions=100", f"seed={SEED}"], LIMIT_S["device"], environment)
        if failed:
            return f"device.{unit}"
    return ""


def kill(recipe, mutant):
    """Runs the test that the mutant names; what went wrong, or ''."""
    copy = Copy(recipe, mutant)
    try:
        if mutant.survives():
            return ""
        net, claim, *options = mutant.by.split()
        if net not in recipe["nets"]:
            return ""
        if net == "unit":
            failed, _ = run([copy.build_unit(claim), f"seed={SEED}"], LIMIT_S[net])
        else:
            failed, _ = run_turns(net, copy.build_threads(net), [claim] + options)
        return "" if failed else f"{mutant.name} survives {mutant.by}"
    finally:
        copy.close()


def table_row(recipe, mutant):
    copy = Copy(recipe, mutant)
    marks = dict.fromkeys(NETS, "")
    try:
        if "unit" in recipe["nets"] and mutant.file.startswith("include/"):
            marks["unit"] = caught_by_unit(copy)
        if "turns" in recipe["nets"]:
            marks["turns"], marks["trace"] = caught_by_turns(copy, "turns")
        if "tsan" in recipe["nets"]:
            marks["tsan"] = caught_by_turns(copy, "tsan")[0]
        if "device" in recipe["nets"]:
            marks["device"] = caught_by_device(copy)
        return marks
    finally:
        copy.close()


def print_table(recipe, mutants):
    print("| mutant | trap | model | " + " | ".join(NETS) + " |")
    print("|---|---|" + "---|" * (len(NETS) + 1))
    for mutant in mutants:
        marks = table_row(recipe, mutant)
        cells = [marks[net].replace("unit.", "").replace("device.", "").replace("_", " ") for net in NETS]
        print(f"| {mutant.name.replace('_', ' ')} | {mutant.trap} | {mutant.model} | " + " | ".join(cells) + " |", flush=True)


def print_named(mutants):
    """The same as `kill` checks, and the model in which the same trap stands."""
    nets = {"unit": "unit.", "turns": "threads.turns.", "tsan": "threads.tsan.turns."}
    print("| what is weakened | model | killed by |\n|---|---|---|")
    for mutant in mutants:
        net, _, rest = mutant.by.partition(" ")
        by = "survives: " + rest if mutant.survives() else f"`{nets[net]}{rest}`"
        model = f"`model.trap.{mutant.model}`" if mutant.model else ""
        print(f"| {mutant.trap} | {model} | {by} |")


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in ("list", "check", "named", "kill", "table"):
        raise SystemExit(__doc__)
    recipe = json.load(open(sys.argv[1]))
    mutants = read_mutants()
    names = [word for word in sys.argv[3:] if not word.startswith("nets=")]
    for word in set(sys.argv[3:]) - set(names):
        recipe["nets"] = word[len("nets="):].split(",")
    unknown = set(names) - {mutant.name for mutant in mutants}
    if unknown:
        raise SystemExit(f"no such mutant: {' '.join(sorted(unknown))}")
    chosen = [mutant for mutant in mutants if not names or mutant.name in names]
    if sys.argv[2] == "list":
        for mutant in chosen:
            print(f"{mutant.name}: {mutant.trap}")
    elif sys.argv[2] == "named":
        print_named(chosen)
    elif sys.argv[2] == "table":
        print_table(recipe, chosen)
    else:
        wrong = []
        for mutant in chosen:
            text = open(os.path.join(recipe["root"], mutant.file)).read()
            if mutant.apply(text) is None:
                wrong.append(f"{mutant.name}: its old lines are not in {mutant.file} exactly once")
            elif sys.argv[2] == "kill":
                why = kill(recipe, mutant)
                outcome = "expected to survive" if mutant.survives() else f"killed by {mutant.by}"
                print(f"{mutant.name}: {why or outcome}", flush=True)
                wrong += [why] if why else []
        if wrong:
            raise SystemExit("\n".join(wrong))
        print(f"{len(chosen)} mutants")


if __name__ == "__main__":
    main()
