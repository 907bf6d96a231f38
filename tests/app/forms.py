"""forms.py TOOL PROGRAM [FILE]: each command of a tool that prints numbers prints them as CSV and as JSON.

The JSON is one object. CSV is tables with an empty line between: each has a line of names and as many cells in
every row. Tables have the same names in both forms; a single record has a line `name,value` for each of the
JSON's members."""

import csv
import json
import os
import subprocess
import sys

tool, program = sys.argv[1:3]
commands = {
    "coop-app": [
        "list",
        "bfs --grid 20x20 --local 8 --verify --repeat 2",
        "bfs --grid 20x20 --local 8 --plain",
        "components --grid 20x20 --local 8",
        "fib 15 --local 8 --verify",
        "bfs --grid 60x60 --local 8 --frames light --min-seconds 0.2",
        "bfs --grid 60x60 --local 8 --frames 15,2 --frame-groups automatic --resizing single --min-seconds 0.2",
    ],
    "coop-bench": [
        "apps --app bfs --grid 20x20 --rmat 5 --pairs 1 --groups 2 --local 8",
        "barrier --groups-list 1,2 --local 8 --pairs 1 --searches 1 --rounds 50",
        "overhead --grid 20x20 --pairs 1 --searches 1 --groups 2 --local 8",
        "gather --groups 2 --local 8 --samples 1 --seconds 2",
        "mailbox --groups 1 --local 8 --samples 1 --seconds 0.05",
        "messages --only sizes --pairs 1 --tasks 2000 --groups 1 --local 8",
        "idle --seconds 0.1",
        "storm --runs 3 --seed 1",
        "storm --runs 3 --seed 1 --check",
        "stealing --pairs 1 --searches 1 --tasks 500 --queens 5 --tree 4,4,19",
        "stealing --only operations --pairs 1 --local 8",
        "channels --only tree --pairs 1 --tasks 500 --local 8",
        "tasks --pairs 1 --tasks 500 --local 8",
    ],
    "coop-info": ["--quick", "", "--progress --groups 4 --deadline 1", "--occupancy --groups 2"],
    "coop-graph": ["info --grid 20x20", "info --rmat 6 --weights 9 --source 3"],
    "coop-trace": ["check FILE", "stat FILE"] + ["stat FILE --table " + t for t in ("kernels", "instances", "slots", "time")],
}[tool]


def run(words, form):
    # A plain kernel is built anew in each run, since the address of its state is one of its definitions.
    quick = {"POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable"} if "--plain" in words else {}
    result = subprocess.run([program] + words + [form], capture_output=True, text=True, timeout=1200, env={**os.environ, **quick})
    said = result.stdout + result.stderr
    if "COOP_NO_DEVICE" in said or "COOP_DEVICE_UNFIT" in said or 'no OpenCL device matches ""' in said:
        print(said)
        sys.exit(77)
    assert result.returncode == 0, f"{words} {form}: exit code {result.returncode}\n{said}"
    return result.stdout


def tables_of(text):
    """The tables of a CSV text: lists of rows, the first of names."""
    tables = []
    for part in text.split("\n\n"):
        rows = list(csv.reader(part.strip("\n").split("\n")))
        assert len(rows) >= 2, f"a table without rows: {rows}"
        assert all(len(row) == len(rows[0]) for row in rows), f"rows of different lengths: {rows}"
        assert len(set(rows[0])) == len(rows[0]), f"a name stands twice: {rows[0]}"
        tables.append(rows)
    return tables


def leaves(value, path=""):
    """The members of an object, with their paths."""
    if isinstance(value, (dict, list)):
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, f"{path}.{name}" if path else str(name))
    else:
        yield path


for command in commands:
    words = [sys.argv[3] if word == "FILE" else word for word in command.split()]
    tree = json.loads(run(words, "--json"))
    assert isinstance(tree, dict) and tree, tree
    tables = tables_of(run(words, "--csv"))
    if tables[0][0] == ["name", "value"]:
        assert len(tables) == 1
        assert {row[0] for row in tables[0][1:]} == set(leaves(tree)), f"{command}: {tables[0]} and {tree}"
        print(f"{command}: {len(tables[0]) - 1} members")
        continue
    arrays = [list(rows[0]) for rows in tree.values() if isinstance(rows, list) and rows]
    for table in tables:
        assert table[0] in arrays, f"{command}: {table[0]} is in CSV, and JSON has {arrays}"
    print(f"{command}: {len(tables)} tables, {sum(len(t) - 1 for t in tables)} rows")
    both = subprocess.run([program] + words + ["--csv", "--json"], capture_output=True, text=True, timeout=1200)
    assert both.returncode in (2, 3) and "--csv and --json exclude each other" in both.stderr, both
