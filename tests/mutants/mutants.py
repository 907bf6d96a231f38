#!/usr/bin/env python3
"""Mutants: applies the substitutions of LISTS to copies of the sources, one at a time, and looks which net catches each.

    mutants.py RECIPE list                 names and traps
    mutants.py RECIPE check                does every substitution apply to the sources as they are, and is every test there?
    mutants.py RECIPE named [nets=unit]    a table of the tests that kill them, and which of these nets
                                           see them by the last table; runs nothing
    mutants.py RECIPE kill [NAME ...]      runs the test that each mutant names; it must fail
    mutants.py RECIPE table [NAME ...] [nets=unit,turns] [fresh=1] [jobs=2]
                                           runs every net, or those named, against each and prints a table
    mutants.py RECIPE summary [nets=unit]  of a table: for each net, how many of which room it has caught

RECIPE is build/tests/mutants/recipe.json, which CMake writes. list=FILE: other mutants than those of LISTS; limit=N: seconds
that a test may take of each core. The nets are those of nets.py. Each run tries a mutant that
changes nothing, too: a test that fails on that shows nothing of the others. A test that does not end has not failed, and
one that cannot run here has not run. `table` keeps what it finds beside the recipe, and asks again only for what has
changed since, so that it can be interrupted. Exit status: 0 all is as expected, 1 it is not, 77 something could not be run.
"""
import hashlib
import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
LISTS = ["mutants.txt", "graph.txt", "net.txt"]
COLUMNS = {"turns": ["turns", "trace"]}


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


class Control(Mutant):
    """Changes nothing: a comment more."""

    FILES = {"cl": "cl/slot.cl", "include": "include/coop/shared/groups.h", "host": "host/base/clock.c",
             "svm": "host/transport/svm.c", "copy": "host/transport/copy.c", "device": "include/coop/device/queue.clh",
             "flow": "include/coop/device/block.clh", "message": "include/coop/device/message.clh", "graph": "host/graph/cut.c", "net": "host/net/relay.c",
             "coopc": "coopc/task/cut.c"}

    def __init__(self, kind):
        super().__init__(f"nothing_is_changed_in_{kind}")
        self.file = self.FILES[kind]
        self.trap = "control: a comment is added"
        self.by = "none: nothing is changed"

    @staticmethod
    def kind_of(file):
        """The control of the file: it is built in the same way, and runs the same tests."""
        if file.startswith("host/graph/"):
            return "graph"
        if file.startswith("host/net/"):
            return "net"
        if file.startswith("host/"):
            return "svm" if file.endswith("svm.c") else "copy" if "/transport/" in file else "host"
        if nets.is_of_flows(file):
            return "flow"
        if nets.is_of_messages(file):
            return "message"
        return "device" if file.startswith("include/coop/device/") else file.split("/")[0]

    def apply(self, text):
        return text + "/* Nothing is changed. */\n"


def read_mutants(path):
    mutants = []
    for line in open(path):
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


# --- kill ---

class Controls:
    """The sources with nothing changed; each test is run on them once."""

    def __init__(self, recipe):
        self.recipe = recipe
        self.copies = {}
        self.outcomes = {}

    def outcome(self, mutant):
        kind = Control.kind_of(mutant.file)
        if (kind, mutant.by) not in self.outcomes:
            if kind not in self.copies:
                self.copies[kind] = nets.Copy(self.recipe, Control(kind))
            self.outcomes[kind, mutant.by] = nets.run_test(self.copies[kind], mutant.by.split())[0]
        return self.outcomes[kind, mutant.by]

    def close(self):
        for copy in self.copies.values():
            copy.close()


def kill(recipe, mutant, controls):
    """Runs the test that the mutant names: ("killed", "survives" or "not run", what is to be said)."""
    if mutant.by.split()[0] not in recipe["nets"]:
        return "not run", f"not run: {mutant.by.split()[0]} is not built here"
    copy = nets.Copy(recipe, mutant)
    try:
        outcome, _ = nets.run_test(copy, mutant.by.split())
    finally:
        copy.close()
    if outcome == nets.SKIPPED:
        return "not run", f"not run: {mutant.by} is skipped here"
    if outcome != nets.FAILS:
        return "survives", f"survives {mutant.by}" + (", which does not end" if outcome == nets.LATE else "")
    control = controls.outcome(mutant)
    if control != nets.HOLDS:
        return "survives", f"is not told from the code as it is, on which {mutant.by} {control}, too"
    return "killed", f"killed by {mutant.by}"


def kill_all(recipe, mutants):
    controls = Controls(recipe)
    counts = {"killed": 0, "survives": 0, "not run": 0, "expected": 0}
    try:
        for mutant in mutants:
            verdict, words = ("expected", "expected to survive") if mutant.survives() else kill(recipe, mutant, controls)
            counts[verdict] += 1
            print(f"{mutant.name}: {words}", flush=True)
    finally:
        controls.close()
    print(f"{len(mutants)} mutants: {counts['killed']} killed, {counts['survives']} survive, "
          f"{counts['expected']} are expected to, {counts['not run']} not run")
    return 1 if counts["survives"] else 77 if counts["not run"] else 0


# --- table ---

class Table:
    """What was found, kept in a file beside the recipe."""

    def __init__(self, recipe, path):
        self.recipe = recipe
        self.path = path
        self.lock = threading.Lock()
        self.found = json.load(open(path)) if os.path.exists(path) else {}

    def key(self, mutant):
        """Changes with the mutated file, and with what is run."""
        text = open(os.path.join(self.recipe["root"], mutant.file)).read()
        rest = json.dumps([mutant.hunks, nets.TABLE_RUNS, nets.SHAPES, nets.SIZES])
        return hashlib.sha256((text + rest).encode()).hexdigest()

    def keep(self, mutant, row):
        with self.lock:
            self.found[mutant.name] = row
            with open(self.path + ".new", "w") as file:
                json.dump(self.found, file, indent=1)
            os.replace(self.path + ".new", self.path)

    def row(self, mutant, chosen, fresh):
        row = dict(self.found.get(mutant.name, {}))
        if row.get("key") != self.key(mutant) or fresh:
            row = {"key": self.key(mutant)}
        copy = None
        for net in chosen:
            if net in row and row[net] != "not run":
                continue
            if net not in self.recipe["nets"]:
                row[net] = "not run"
            else:
                copy = copy or nets.Copy(self.recipe, mutant)
                row[net], sees = nets.catch(copy, net)
                if net == "turns":
                    row["trace"] = row[net] if sees else ""
            self.keep(mutant, row)
        if copy:
            copy.close()
        return row


def columns_of(chosen):
    return [column for net in chosen for column in COLUMNS.get(net, [net])]


def cell(text):
    return text.replace("_", " ")


def print_rows(table, mutants, chosen, fresh, jobs):
    columns = columns_of(chosen)
    rows = []
    with ThreadPoolExecutor(jobs) as pool:
        for mutant, row in zip(mutants, pool.map(lambda mutant: table.row(mutant, chosen, fresh), mutants)):
            rows.append(row)
            print(f"| {cell(mutant.name)} | {mutant.trap} | {mutant.model} | " +
                  " | ".join(cell(row.get(column, "")) for column in columns) + " |", flush=True)
    return rows


def print_table(recipe, path, mutants, chosen, fresh, jobs):
    """Controls first: a net that catches one is not to be believed, and the table ends there."""
    table = Table(recipe, path)
    controls = [Control(kind) for kind in sorted({Control.kind_of(mutant.file) for mutant in mutants})]
    columns = columns_of(chosen)
    print("| mutant | trap | model | " + " | ".join(columns) + " |")
    print("|---|---|" + "---|" * (len(columns) + 1))
    wrong = [f"{net} does not pass the code as it is ({control.name}): {row[net]}"
             for control, row in zip(controls, print_rows(table, controls, chosen, fresh, jobs))
             for net in chosen if row[net] not in ("", "–", "not run")]
    if wrong:
        raise SystemExit("\n".join(wrong))
    rows = print_rows(table, mutants, chosen, fresh, jobs)
    return 77 if any(row[net] == "not run" for row in rows for net in chosen) else 0


def is_caught(mark):
    return mark not in ("", "–", "not run") and not mark.startswith("no end")


def room_of(mutant):
    folder = os.path.dirname(mutant.file)
    return folder if folder != "cl" else mutant.file


def print_summary(recipe, path, mutants, chosen):
    """For each file or folder, how many mutants there are, and how many of them each net has caught."""
    table = Table(recipe, path)
    columns = columns_of(chosen)
    rows = {}
    missing = []
    for mutant in mutants:
        row = table.found.get(mutant.name, {})
        if row.get("key") != table.key(mutant) or any(column not in row for column in columns):
            missing.append(mutant.name)
            continue
        for room in (room_of(mutant), "all"):
            counts = rows.setdefault(room, dict.fromkeys(["mutants", "any"] + columns, 0))
            counts["mutants"] += 1
            counts["any"] += any(is_caught(row[column]) for column in columns)
            for column in columns:
                counts[column] += is_caught(row[column])
    print("| mutants of | number | any net | " + " | ".join(columns) + " |")
    print("|---|" + "---|" * (len(columns) + 2))
    for room in sorted(rows, key=lambda room: (room == "all", room)):
        print(f"| {room} | " + " | ".join(str(count) for count in rows[room].values()) + " |")
    if missing:
        raise SystemExit(f"not in the table, or changed since: {' '.join(missing)}")
    return 0


# --- the rest ---

def seen_by(table, mutant, chosen):
    """The nets that have caught it, by the last table."""
    row = table.found.get(mutant.name, {})
    if row.get("key") != table.key(mutant) or any(net not in row for net in chosen):
        return "not tried"
    return " ".join(column for column in columns_of(chosen) if is_caught(row[column])) or "none"


def print_named(recipe, path, mutants, chosen):
    """What `kill` checks, the model in which the same trap stands, and what the table has found."""
    table = Table(recipe, path)
    print("| what is weakened | model | killed by |" + (" nets that see it |" if chosen else ""))
    print("|---|---|---|" + ("---|" if chosen else ""))
    for mutant in mutants:
        by = "survives: " + mutant.by.partition(" ")[2] if mutant.survives() else "`" + by_name(mutant) + "`"
        model = f"`model.trap.{mutant.model}`" if mutant.model else ""
        print(f"| {mutant.trap} | {model} | {by} |" + (f" {seen_by(table, mutant, chosen)} |" if chosen else ""))
    return 0


def by_name(mutant):
    words = mutant.by.split()
    name = nets.name_of(words)
    return " ".join([name] + [word for word in words[1:] if "=" in word or word not in name.split(".")])


def check(recipe, mutants):
    """Every substitution applies, and every test that is named is one of CTest's."""
    listed = [line.split("\t")[0] for line in open(recipe["tests"][0]) if not line.startswith("#")]
    wrong = []
    for mutant in mutants:
        name = nets.name_of(mutant.by.split())
        if mutant.apply(open(os.path.join(recipe["root"], mutant.file)).read()) is None:
            wrong.append(f"{mutant.name}: its old lines are not in {mutant.file} exactly once")
        if mutant.survives():
            continue
        if mutant.by.split()[0] not in nets.NETS:
            wrong.append(f"{mutant.name}: there is no net {mutant.by.split()[0]}")
        elif mutant.by.split()[0] in recipe["nets"] and not any(test == name or test.startswith(name + ".") for test in listed):
            wrong.append(f"{mutant.name}: there is no test {name}")
    if wrong:
        raise SystemExit("\n".join(wrong))
    print(f"{len(mutants)} mutants")
    return 0


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in ("list", "check", "named", "kill", "table", "summary"):
        raise SystemExit(__doc__)
    options = dict(word.split("=", 1) for word in sys.argv[3:] if "=" in word)
    names = [word for word in sys.argv[3:] if "=" not in word]
    lists = [options["list"]] if "list" in options else [os.path.join(HERE, name) for name in LISTS]
    mutants = [mutant for name in lists for mutant in read_mutants(name)]
    unknown = set(names) - {mutant.name for mutant in mutants} | set(options) - {"nets", "fresh", "jobs", "list", "limit"}
    chosen = options["nets"].split(",") if "nets" in options else nets.NETS
    unknown |= set(chosen) - set(nets.NETS)
    if unknown:
        raise SystemExit(f"no such mutant, option or net: {' '.join(sorted(unknown))}")
    mutants = [mutant for mutant in mutants if not names or mutant.name in names]
    recipe["nets"] = [net for net in recipe["nets"] if net in chosen]
    if "limit" in options:
        nets.LIMIT_S = dict.fromkeys(nets.NETS, int(options["limit"]))
    path = os.path.join(os.path.dirname(os.path.abspath(sys.argv[1])), "table.json")
    if sys.argv[2] == "list":
        for mutant in mutants:
            print(f"{mutant.name}: {mutant.trap}")
        return 0
    if sys.argv[2] == "table":
        return print_table(recipe, path, mutants, chosen, "fresh" in options, int(options.get("jobs", 1)))
    if sys.argv[2] == "summary":
        return print_summary(recipe, path, mutants, chosen)
    if sys.argv[2] == "named":
        return print_named(recipe, path, mutants, chosen if "nets" in options else [])
    return {"check": lambda all: check(recipe, all),
            "kill": lambda all: kill_all(recipe, all)}[sys.argv[2]](mutants)


if __name__ == "__main__":
    if len(sys.argv) > 1 and os.path.exists(sys.argv[1]):
        recipe = json.load(open(sys.argv[1]))
        sys.path.insert(0, os.path.join(recipe["root"], "tests/mutants"))
        import nets
    sys.exit(main())
