#!/usr/bin/env python3
"""nulls.py HEADERS TABLE ...: a TABLE (tests/device/arguments.c, tests/graph/tensor.c, reduce.c beside it, tests/net/loop.c, tests/translate_runtime/module.c) calls each public function that takes pointers with
NULL in each of their places, unless the header says `options`, `stats` or `outstanding` may be NULL."""
import glob
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from declarations import without_noise

OPTIONAL = {"options", "stats", "outstanding"}


def declarations(path):
    """(function, names of its parameters, those of its pointers) of each public function."""
    with open(path, encoding="utf-8") as file:
        text = without_noise(file.read())
    for name, parameters in re.findall(r"COOP_API\b[^;(]*?(\w+)\s*\(([^;]*)\)\s*;", text):
        parts = [part.strip() for part in parameters.split(",") if part.strip() != "void"]
        names = [re.search(r"(\w+)$", part).group(1) for part in parts]
        yield name, names, {names[i] for i, part in enumerate(parts) if "*" in part}


def arguments(text, at):
    """The arguments of the call whose bracket is open at `at`."""
    depth, begin, found = 0, at + 1, []
    for i in range(at, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0 or (depth == 1 and text[i] == ","):
            found.append(text[begin:i].strip())
            begin = i + 1
        if depth == 0:
            return found
    return found


def main():
    headers, *tables = sys.argv[1:]
    text = ""
    for table in tables:
        with open(table, encoding="utf-8") as file:
            text += without_noise(file.read())
    problems, places = [], 0
    for path in sorted(glob.glob(os.path.join(headers, "*.h"))):
        for name, names, pointers in declarations(path):
            calls = [arguments(text, match.end() - 1) for match in re.finditer(rf"\b{name}\s*\(", text)]
            for pointer in sorted(pointers - OPTIONAL):
                places += 1
                place = names.index(pointer)
                if not any(len(call) == len(names) and call[place] == "NULL" for call in calls):
                    problems.append(f"{' and '.join(map(os.path.basename, tables))} have no call of {name} with NULL as `{pointer}`")
    for problem in problems:
        print(problem)
    print(f"{places} places")
    return 1 if problems or places < 40 else 0


sys.exit(main())
