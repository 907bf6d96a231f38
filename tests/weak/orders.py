#!/usr/bin/env python3
"""Weakens every memory order of the device runtime and of the svm transport, one place at a time, and runs the megakernel
under the memory model: each must be missed, or are in orders.kept with the reason why it is not.

    orders.py --source DIR --build DIR --library libcoop_weak.a [--compiler cc] [--runs N] [--only TEXT] [--jobs N]
"""
import argparse
import concurrent.futures
import os
import re
import signal
import subprocess
import sys
import tempfile

WEAKER = {
    "memory_order_seq_cst": {"load": ["memory_order_acquire"], "store": ["memory_order_release"],
                             "update": ["memory_order_acq_rel"]},
    "memory_order_acq_rel": {"update": ["memory_order_acquire", "memory_order_release"]},
    "memory_order_acquire": {"load": ["memory_order_relaxed"], "update": ["memory_order_relaxed"]},
    "memory_order_release": {"store": ["memory_order_relaxed"], "update": ["memory_order_relaxed"]},
}
# A run without end is one thread that spins; how long others take the processor from it says nothing.
PROCESSOR_S = 300
SHORT = {"memory_order_" + name: name for name in ("seq_cst", "acq_rel", "acquire", "release", "relaxed")}


def kind_of(text):
    if "atomic_load" in text:
        return "load"
    return "store" if "atomic_store" in text else "update"


def accessors(text):
    """Name -> (whole definition, kind, order) of each function of atomics.clh that is stronger than relaxed."""
    found = {}
    for match in re.finditer(r"static inline [\w ]+? (coop_\w+)\([^{]*\)\n\{\n.*?\n\}\n", text, re.S):
        body = match.group(0)
        order = re.search(r"memory_order_(seq_cst|acq_rel|acquire|release)", body)
        if order:
            found[match.group(1)] = (body, kind_of(body), order.group(0))
    return found


def enclosing(lines, index):
    """The function around a line, by the house's layout: its head begins in column 0."""
    while index > 0 and not (lines[index] == "{" or lines[index].startswith("{")):
        index -= 1
    while index > 0 and not re.match(r"\w.*\w+\(", lines[index]):
        index -= 1
    names = [name for name in re.findall(r"(\w+)\(", lines[index]) if name != "__attribute__" and name != "noinline"]
    return names[0] if names else "?"


def device_sites(source):
    """One mutant for each call of an accessor: the call goes to a twin with a weaker order."""
    atomics = open(os.path.join(source, "cl/atomics.clh")).read()
    known = accessors(atomics)
    for name in sorted(os.listdir(os.path.join(source, "cl"))):
        path = "cl/" + name
        if not re.search(r"\.(cl|clh)$", name) or name == "atomics.clh":
            continue
        text = open(os.path.join(source, path)).read()
        lines = text.split("\n")
        seen = {}
        for number, line in enumerate(lines):
            for accessor, (body, kind, order) in known.items():
                for call in re.finditer(r"\b" + accessor + r"\(([^,)]*)", line):
                    where = enclosing(lines, number)
                    word = re.sub(r".*(->|\.)", "", call.group(1)).strip()
                    for weak in WEAKER[order][kind]:
                        twin = body.replace(accessor + "(", accessor + "_weak(").replace(order, weak, 1)
                        changed = list(lines)
                        changed[number] = line[:call.start()] + accessor + "_weak(" + line[call.start() + len(accessor) + 1:]
                        key = f"{path} {where} {word} {SHORT[order]}->{SHORT[weak]}"
                        seen[key] = seen.get(key, 0) + 1
                        if seen[key] > 1:
                            key += f" #{seen[key]}"
                        yield key, {"cl/atomics.clh": atomics + "\n" + twin, path: "\n".join(changed)}


def host_sites(source):
    """One mutant for each order in the svm transport."""
    path = "host/transport/svm.c"
    text = open(os.path.join(source, path)).read()
    lines = text.split("\n")
    for number, line in enumerate(lines):
        statement = line if ";" in line or "{" in line else line + "".join(lines[number + 1:number + 2])
        for order in re.finditer(r"memory_order_(seq_cst|acq_rel|acquire|release)", line):
            previous = lines[number - 1] if not re.search(r"atomic_\w+\(", line) else ""
            for weak in WEAKER[order.group(0)][kind_of(previous + statement)]:
                changed = list(lines)
                changed[number] = line[:order.start()] + weak + line[order.end():]
                word = re.search(r"atomic_\w+\(&?(\w+(->\w+)*)", previous + statement)
                key = f"{path} {enclosing(lines, number)} {word.group(1).split('>')[-1] if word else '?'} " \
                      f"{SHORT[order.group(0)]}->{SHORT[weak]}"
                yield key, {path: "\n".join(changed)}


class Nets:
    def __init__(self, options):
        self.options = options
        build = options.build
        self.flags = ["-DCL_TARGET_OPENCL_VERSION=300", "-D_GNU_SOURCE", "-O1", "-fsanitize=thread", "-std=c11", "-w"]
        self.include = ["-I" + d for d in (build, build + "/test_weak_runtime.coop", options.source + "/tests/weak",
                                           options.source + "/tests/support", options.source,
                                           options.source + "/include")]
        self.shared = tempfile.mkdtemp(prefix="coop-orders-")
        self.fixed = [self.compile(options.source + f"/tests/weak/{name}.c", self.shared, [])
                      for name in ("runtime", "machine")]

    def compile(self, path, into, first):
        out = os.path.join(into, os.path.basename(path) + ".o")
        extra = ["-Dsyscall=weak_syscall", "-Dmemcpy=weak_memcpy"] if path.endswith("transport/svm.c") else []
        subprocess.run([self.options.compiler, *self.flags, *extra, *first, *self.include, "-c", path, "-o", out],
                       check=True)
        return out

    def verdict(self, files):
        """None when nothing was missed, else the first thing that was."""
        with tempfile.TemporaryDirectory(prefix="coop-order-") as into:
            for path, text in files.items():
                os.makedirs(os.path.dirname(os.path.join(into, path)), exist_ok=True)
                with open(os.path.join(into, path), "w") as out:
                    out.write(text)
            host = "host/transport/svm.c"
            objects = [self.compile(self.options.build + "/megakernel.c", into, ["-I" + into]),
                       self.compile(os.path.join(into if host in files else self.options.source, host), into, [])]
            program = os.path.join(into, "run")
            subprocess.run([self.options.compiler, "-o", program, *objects, *self.fixed, *self.options.library,
                            "-lpthread"], check=True)
            limited = ["sh", "-c", f'ulimit -S -t {PROCESSOR_S} && exec "$0" "$@"', program]
            done = subprocess.run(limited + ["seed=1", f"runs={self.options.runs}"], capture_output=True, text=True)
            if done.returncode == 0:
                return None
            if done.returncode == -signal.SIGXCPU:
                return "no end"
            found = re.search(r"runs=1: (.*)", done.stdout + done.stderr)
            return found.group(1) if found else f"exit code {done.returncode}"


def read_kept(path):
    kept = {}
    for line in open(path):
        line = line.strip()
        if line and not line.startswith("#"):
            key, _, reason = line.partition(": ")
            kept[key] = reason
    return kept


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--library", required=True, nargs="+")
    parser.add_argument("--compiler", default="cc")
    parser.add_argument("--runs", type=int, default=1500)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    nets = Nets(options)
    kept = read_kept(options.source + "/tests/weak/orders.kept")
    sites = [(key, files) for key, files in [*device_sites(options.source), *host_sites(options.source)]
             if options.only in key]
    wrong = 0

    if nets.verdict({}) is not None:
        print("the code as it is does not hold")
        return 1
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as counts:
        for (key, _), verdict in zip(sites, counts.map(lambda site: nets.verdict(site[1]), sites)):
            if verdict is None and key in kept:
                print(f"kept    {key}: {kept[key]}")
            elif verdict is None:
                print(f"UNSEEN  {key}")
                wrong += 1
            elif key in kept:
                print(f"STALE   {key}: orders.kept says it is not missed, but: {verdict}")
                wrong += 1
            else:
                print(f"missed  {key}: {verdict[:110]}")
            sys.stdout.flush()
    for key in kept.keys() - {key for key, _ in sites} if not options.only else ():
        print(f"STALE   {key}: orders.kept names a place that is not there")
        wrong += 1
    print(f"{len(sites)} orders weakened, {wrong} not as expected")
    return 1 if wrong or not sites else 0


if __name__ == "__main__":
    sys.exit(main())
