#!/usr/bin/env python3
"""Weakens every memory order of the device runtime, of work stealing and of the host, one place at a time, and
runs the programs of tests/weak that have that code: each must be missed, or be in orders.kept with the reason
why it is not.

    orders.py --source DIR try --build DIR --library libcoop_weak.a … [--compiler cc] [--only TEXT]
              [--which all|kept|others] [--every N] [--jobs N]
    orders.py --source DIR page             docs/memory-model.md has the list of the orders as they are
    orders.py --source DIR page --write     writes that list
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
STRONGER = r"memory_order_(seq_cst|acq_rel|acquire|release)"
# A run without end is one thread that spins; how long others take the processor from it says nothing.
PROCESSOR_S = 300
SHORT = {"memory_order_" + name: name for name in ("seq_cst", "acq_rel", "acquire", "release", "relaxed")}
ATOMICS = "cl/atomics.clh"
PLAIN = "include/coop/device/plain.clh"
SVM = "host/transport/svm.c"
KEPT = "tests/weak/orders.kept"
PAGE = "docs/memory-model.md"
HEADING = "## Every order\n"

# What tries the orders of which files: the programs of tests/weak, the quickest first.
TRIED_BY = [("cl/", ["runtime", "polling"]), (SVM, ["runtime", "polling"]), ("include/coop/device/block", ["flow"]),
            ("include/coop/device/closure", ["flow"]), ("include/coop/device/flow", ["flow"]), ("include/coop/device/serve", ["domains"]),
            ("include/coop/device/ring", ["flow", "message"]), ("include/coop/device/message", ["message"]),
            ("include/coop/device/delivery", ["message"]),
            ("include/coop/device/team", ["domains"]), ("include/coop/device/", ["queue", "team"]),
            ("host/", ["host"])]
# What plans flow graphs without a device, as coop_test_plans_flow_graphs has it.
FLOW_PLAN = ("channel_layout.c", "closure_layout.c", "flow_options.c")
# Most are missed soon; the others get more runs.
RUNS = {"runtime": (100, 1500), "polling": (50, 300), "queue": (1000, 20000), "team": (1000, 3000), "domains": (1000, 10000), "flow": (150, 2000), "message": (200, 3000), "host": (200, 3000)}


def read(source, path):
    with open(os.path.join(source, path)) as text:
        return text.read()


# ---- The orders that there are ----


def kind_of(text):
    if "atomic_load" in text:
        return "load"
    return "store" if "atomic_store" in text else "update"


def functions(text):
    """Name -> body of each accessor in C11's form."""
    found = re.finditer(r"static inline [\w ]+? (coop_\w+)\([^{]*\)\n\{\n.*?\n\}\n", text, re.S)
    return {match.group(1): match.group(0) for match in found if "memory_order_" in match.group(0)}


def accessors(text):
    """Name -> (whole definition, kind, order) of each accessor that is stronger than relaxed."""
    found = {}
    for name, body in functions(text).items():
        order = re.search(STRONGER, body)
        if order:
            found[name] = (body, kind_of(body), order.group(0))
    return found


def enclosing(lines, index):
    """The function around a line, by the house's layout: its head begins in column 0."""
    while index > 0 and not (lines[index] == "{" or lines[index].startswith("{")):
        index -= 1
    while index > 0 and not re.match(r"\w.*\w+\(", lines[index]):
        index -= 1
    names = [name for name in re.findall(r"(\w+)\(", lines[index]) if name != "__attribute__" and name != "noinline"]
    return names[0] if names else "?"


class Site:
    """An order at its place, and what it is weakened to."""

    def __init__(self, path, function, word, order, weak, files):
        self.path, self.function, self.word = path, function, word
        self.order, self.weak = SHORT[order], SHORT[weak]
        self.files = files  # path -> text with the weaker order
        self.number = 1     # of several alike

    def key(self):
        key = f"{self.path} {self.function} {self.word} {self.order}->{self.weak}"
        return key if self.number == 1 else f"{key} #{self.number}"


def device_files(source):
    for room in ("cl", "include/coop/device"):
        for name in sorted(os.listdir(os.path.join(source, room))):
            path = f"{room}/{name}"
            if re.search(r"\.(cl|clh)$", name) and path not in (ATOMICS, PLAIN):
                yield path


def device_sites(source):
    """One for each call of an accessor: the call goes to a twin with a weaker order."""
    atomics = read(source, ATOMICS)
    known = accessors(atomics)
    for path in device_files(source):
        lines = read(source, path).split("\n")
        for number, line in enumerate(lines):
            for accessor, (body, kind, order) in known.items():
                for call in re.finditer(r"\b" + accessor + r"\(([^,)]*)", line):
                    word = re.sub(r".*(->|\.)", "", call.group(1)).strip()
                    for weak in WEAKER[order][kind]:
                        twin = body.replace(accessor + "(", accessor + "_weak(").replace(order, weak, 1)
                        changed = list(lines)
                        changed[number] = line[:call.start()] + accessor + "_weak(" + line[call.start() + len(accessor) + 1:]
                        yield Site(path, enclosing(lines, number), word, order, weak,
                                   {ATOMICS: atomics + "\n" + twin, path: "\n".join(changed)})


def host_files(source):
    for room, _, names in os.walk(os.path.join(source, "host")):
        for name in names:
            if name.endswith((".c", ".h")):
                yield os.path.relpath(os.path.join(room, name), source)


def host_sites(source):
    """One for each order that host/ names."""
    for path in sorted(host_files(source)):
        lines = read(source, path).split("\n")
        for number, line in enumerate(lines):
            before = lines[number - 1] if not re.search(r"atomic_\w+\(", line) else ""
            statement = before + (line if ";" in line or "{" in line else line + "".join(lines[number + 1:number + 2]))
            for order in re.finditer(STRONGER, line):
                word = re.search(r"atomic_\w+\(&?(\w+(->\w+)*)", statement)
                for weak in WEAKER[order.group(0)][kind_of(statement)]:
                    changed = list(lines)
                    changed[number] = line[:order.start()] + weak + line[order.end():]
                    yield Site(path, enclosing(lines, number), word.group(1).split(">")[-1] if word else "?",
                               order.group(0), weak, {path: "\n".join(changed)})


def all_sites(source):
    sites = [*device_sites(source), *host_sites(source)]
    seen = {}
    for site in sites:
        seen[site.key()] = site.number = seen.get(site.key(), 0) + 1
    return sites


def wrong_forms(source):
    """Accessors whose name does not say their order, in one of the three forms that they have."""
    orders = {"relaxed": "relaxed", "acquire": "acquire", "release": "release", "acquire_release": "acq_rel",
              "ordered": "seq_cst"}
    for path in (ATOMICS, PLAIN):
        for name, body in functions(read(source, path)).items():
            says = re.search(r"_(acquire_release|relaxed|acquire|release|ordered)$", name)
            has = re.findall(r"memory_order_(\w+)", body)
            wanted = orders[says.group(1)] if says else "relaxed"  # in local memory
            if has[0] != wanted or set(has[1:]) - {"relaxed"}:
                yield f"{path} {name}: {', '.join(has)}"
    for name, before, order in re.findall(r"^COOP_PTX_\w+\(coop_(?:ptx_)?(\w+), \d+(?:, (COOP_PTX_ORDERED|\"\"))?, \"\.(\w+)\"",
                                          read(source, ATOMICS), re.M):
        wanted = orders[re.search(r"_(acquire_release|relaxed|acquire|release|ordered)$", name).group(1)]
        if (wanted == "seq_cst") != (before == "COOP_PTX_ORDERED") or (wanted != "seq_cst" and order != wanted):
            yield f"{ATOMICS}, PTX, {name}: {before} {order}"


def unnamed_orders(source):
    """Accesses of the host that leave their order to the compiler, which takes the strongest."""
    texts = {path: read(source, path) for path in sorted(host_files(source))}
    declared = {}  # folder -> atomic variables and fields; nobody outside uses one without a function
    for path, text in texts.items():
        declared.setdefault(os.path.dirname(path), set()).update(
            re.findall(r"(?:_Atomic(?: \w+)?|_Atomic\([^;]*\)|\batomic_\w+) (\w+);", text))
    for path, text in texts.items():
        words = declared[os.path.dirname(path)]
        for word in re.findall(r"^static (?:_Atomic(?: \w+)?|_Atomic\([^;]*\)|atomic_\w+) (\w+);", text, re.M):
            for number, line in enumerate(text.split("\n")):
                code = re.sub(r"/\*.*|//.*|^ \*.*", "", line)
                if re.search(r"(?<!&)\b" + word + r"\b(?!\()", code) and "tomic" not in code:
                    yield f"{path}:{number + 1}: {line.strip()}"
        for number, line in enumerate(text.split("\n")):
            if re.search(r"\batomic_(load|store|exchange|fetch_\w+?|compare_exchange_\w+?)\((?!.*_explicit)", line) and \
                    "_explicit" not in line:
                yield f"{path}:{number + 1}: {line.strip()}"
            for word in words:
                if re.search(r"(->|\.|^\s*)" + word + r"( [-+|&]?= |\+\+|--|;| [!=<>])", line) and "tomic" not in line:
                    yield f"{path}:{number + 1}: {line.strip()}"


def read_kept(source):
    kept = {}
    for line in read(source, KEPT).split("\n"):
        if line and not line.startswith("#"):
            key, _, reason = line.partition(": ")
            kept[key] = reason
    return kept


# ---- Trying them ----


class Programs:
    """The programs of tests/weak, compiled with files in the place of the tree's."""

    def __init__(self, options):
        self.options = options
        source, build, weak = options.source, options.build, options.source + "/tests/weak/"
        self.flags = ["-DCL_TARGET_OPENCL_VERSION=300", "-D_GNU_SOURCE", "-O1", "-fsanitize=thread", "-std=c11", "-w"]
        self.include = ["-I" + d for d in (build, build + "/test_weak_runtime.coop", source + "/tests/weak",
                                           source + "/tests/support", source, source + "/include")]
        polls = ["-DWEAK_POLLS"]
        layout, tasks = [source + "/host/workqueue/workqueue_layout.c"], ["-DCOOP_WORK_LOCAL_TASKS=2"]
        # Name -> what is compiled anew each time, what once, with which flags.
        self.parts = {
            "runtime": ([build + "/megakernel.c", SVM], [weak + "runtime.c", weak + "machine.c"], []),
            "polling": ([build + "/megakernel.c", SVM], [weak + "runtime.c", weak + "machine.c"], polls),
            "queue": ([weak + "queue.c"], layout, tasks),
            "team": ([weak + "queue.c"], layout, [*tasks, "-DCOOP_WORK_TEAM=1"]),
            "domains": ([weak + "domains.c"],
                        layout + [source + f"/host/team/{name}.c" for name in ("broker", "domain_layout", "share")],
                        [*tasks, "-DCOOP_WORK_TEAM=1"]),
            "flow": ([weak + "flow.c"], [source + "/host/channel/" + name for name in FLOW_PLAN], []),
            "message": ([weak + "message.c"], [], []),
            "host": ([weak + "host.c", "host/base/object.c"], [], []),
        }
        self.shared = tempfile.mkdtemp(prefix="coop-orders-")
        self.fixed = {name: [self.compile(path, f"{self.shared}/{name}", flags) for path in once]
                      for name, (_, once, flags) in self.parts.items()}

    def compile(self, path, into, flags):
        os.makedirs(into, exist_ok=True)
        out = os.path.join(into, os.path.basename(path) + ".o")
        words = ["syscall=weak_syscall", "memcpy=weak_memcpy", "coop_clock_sleep_ns=weak_nap"]
        extra = ["-D" + word for word in words] if path.endswith(SVM) else []
        subprocess.run([self.options.compiler, *self.flags, *extra, *flags, *self.include, "-c", path, "-o", out],
                       check=True)
        return out

    def run(self, name, files):
        """None when nothing was missed, else the first thing that was."""
        anew, _, flags = self.parts[name]
        with tempfile.TemporaryDirectory(prefix="coop-order-") as into:
            for path, text in files.items():
                os.makedirs(os.path.dirname(os.path.join(into, path)), exist_ok=True)
                with open(os.path.join(into, path), "w") as out:
                    out.write(text)
            flags = [*flags, "-I" + into, f"-I{into}/include"]
            paths = [os.path.join(into if path in files else self.options.source, path) for path in anew]
            objects = [self.compile(path, into, flags) for path in paths]
            program = os.path.join(into, "run")
            subprocess.run([self.options.compiler, "-o", program, *objects, *self.fixed[name], *self.options.library,
                            "-lOpenCL", "-lpthread"], check=True)
            limited = ["sh", "-c", f'ulimit -S -t {PROCESSOR_S} && exec "$0" "$@"', program]
            for runs in RUNS[name]:
                done = subprocess.run(limited + ["seed=1", f"runs={runs}"], capture_output=True, text=True)
                if done.returncode == -signal.SIGXCPU:
                    return "no end"
                if done.returncode != 0:
                    found = re.search(r"runs=1: (.*)", done.stdout + done.stderr)
                    return found.group(1) if found else f"exit code {done.returncode}"
        return None

    def verdict(self, site):
        programs = next(names for prefix, names in TRIED_BY if site.path.startswith(prefix))
        for name in programs:
            missed = self.run(name, site.files)
            if missed is not None:
                return f"weak.{name}: {missed}"
        return None


def try_all(options):
    programs = Programs(options)
    kept = read_kept(options.source)
    sites = [site for site in all_sites(options.source)
             if options.only in site.key() and (options.which == "all" or (site.key() in kept) == (options.which == "kept"))]
    sites = sites[::options.every]
    wrong = 0

    for name in programs.parts:
        missed = programs.run(name, {})
        if missed is not None:
            print(f"weak.{name} does not hold for the code as it is: {missed}")
            return 1
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for site, verdict in zip(sites, pool.map(programs.verdict, sites)):
            key = site.key()
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
    print(f"{len(sites)} orders weakened, {wrong} not as expected")
    return 1 if wrong or not sites else 0


# ---- The page ----


def table(sites, kept):
    """A row for each order, with what came of weakening it."""
    rows = {}
    for site in sites:
        rows.setdefault((site.path, site.function, site.word, site.order, site.number), []).append(site)
    yield "| place | word | order | weakened to |"
    yield "|---|---|---|---|"
    for (path, function, word, order, _), alike in rows.items():
        outcomes = [f"{site.weak}: " + (kept.get(site.key()) or "missed") for site in alike]
        yield f"| `{path}`, `{function}` | `{word}` | {order} | {'; '.join(outcomes)} |"


def check_page(options):
    sites = all_sites(options.source)
    kept = read_kept(options.source)
    page = read(options.source, PAGE)
    head, _, rest = page.partition(HEADING)
    begin = rest.index("| place |")
    end = begin + rest[begin:].index("\n\n") + 1
    list_now = "\n".join(table(sites, kept)) + "\n"
    keys = {site.key() for site in sites}
    wrong = []

    if options.write:
        with open(os.path.join(options.source, PAGE), "w") as out:
            out.write(head + HEADING + rest[:begin] + list_now + rest[end:])
        return 0
    if rest[begin:end] != list_now:
        wrong.append(f"{PAGE}, {HEADING.strip()}: not the orders as they are; tests/weak/orders.py --source . page --write")
    argued = head + rest[end:]
    for function, path in sorted({(site.function, site.path) for site in sites}):
        if f"`{function}`" not in argued:
            wrong.append(f"{PAGE}: no argument names {function} of {path}, which has an order")
    wrong += [f"{KEPT}: no such place: {key}" for key in kept if key not in keys]
    wrong += [f"{KEPT}: no reason: {key}" for key, reason in kept.items() if len(reason) < 20]
    wrong += [f"its name does not say its order: {form}" for form in wrong_forms(options.source)]
    wrong += [f"names no order: {access}" for access in unnamed_orders(options.source)]
    print("\n".join(wrong) or f"{len(sites)} weakenings of the orders are listed, {len(kept)} of them with a reason")
    return 1 if wrong or not sites else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    commands = parser.add_subparsers(required=True)
    tries = commands.add_parser("try")
    tries.add_argument("--build", required=True)
    tries.add_argument("--library", required=True, nargs="+")
    tries.add_argument("--compiler", default="cc")
    tries.add_argument("--only", default="")
    tries.add_argument("--which", choices=["all", "kept", "others"], default="all",
                       help="of those that orders.kept lists, or of the others")
    tries.add_argument("--every", type=int, default=1, help="one of so many, from the first on")
    tries.add_argument("--jobs", type=int, default=2)
    tries.set_defaults(command=try_all)
    page = commands.add_parser("page")
    page.add_argument("--write", action="store_true")
    page.set_defaults(command=check_page)
    options = parser.parse_args()
    return options.command(options)


if __name__ == "__main__":
    sys.exit(main())
