#!/usr/bin/env python3
"""format.py ROOT lines|clang_format|finds: the form of the sources under ROOT.

lines         no line of a .c, .h, .cpp, .hpp, .cl or .clh file has more than 110 characters.
clang_format  every .c, .h, .cpp and .hpp file is as clang-format leaves it with .clang-format. The output of
              clang-format differs between its versions, so only the version below counts; without it the
              check is skipped.
finds         both checks find a planted fault.

Inputs of tests are left as they were written: what they try may be their form.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import tree as project  # noqa: E402

COLUMNS = 110
CLANG_FORMAT = 14
SKIPPED = 77


def sources(root, pattern):
    """The paths of all sources that end as `pattern` says, relative to root."""
    return [path for path in project.files(root) if re.search(pattern, path) and not project.INPUTS.match(path)]


def long_lines(root):
    """One message for each line that is too long, and the number of files."""
    faults, count = [], 0
    for path in sources(root, r"\.(c|h|cpp|hpp|cl|clh)$"):
        count += 1
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                length = len(line.rstrip("\n"))
                if length > COLUMNS:
                    faults.append(f"{path}:{number}: {length} characters; {COLUMNS} are allowed")
    return faults, count


def find_clang_format():
    """The command of the right version, or None; and what there is instead."""
    found = []
    for command in (f"clang-format-{CLANG_FORMAT}", "clang-format"):
        try:
            version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            continue
        if re.search(rf"version {CLANG_FORMAT}\.", version):
            return command, found
        found.append(version.strip())
    return None, found


def unformatted(root, command):
    """The paths that clang-format would change, and the number of files."""
    paths = sources(root, r"\.(c|h|cpp|hpp)$")
    faults = []
    for first in range(0, len(paths), 50):
        result = subprocess.run([command, "--dry-run", *paths[first : first + 50]], cwd=root, capture_output=True,
                                text=True, check=False)
        if result.returncode != 0:
            sys.exit(f"{command} fails:\n{result.stderr}")
        faults += re.findall(r"^(\S+:\d+):\d+: warning:", result.stderr, re.MULTILINE)
    return [f"{fault}: is not as {command} leaves it" for fault in dict.fromkeys(faults)], len(paths)


def write(root, path, text):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def finds(root):
    """What the checks must find, and what they must leave alone."""
    with open(os.path.join(root, ".clang-format"), encoding="utf-8") as file:
        style = file.read()
    with tempfile.TemporaryDirectory() as tree:
        write(tree, ".clang-format", style)
        write(tree, "cl/right.cl", "/* " + "é" * (COLUMNS - 3) + "\n */\n")
        write(tree, "tests/translate/runs/input.cl", "x" * (COLUMNS + 1))
        write(tree, "build/generated.c", "x" * (COLUMNS + 1))
        faults, count = long_lines(tree)
        if faults or count != 1:
            sys.exit(f"lines of {COLUMNS} characters, inputs or generated files are found: {faults}")
        write(tree, "cl/long.clh", "x" * (COLUMNS + 1))
        faults, _ = long_lines(tree)
        if len(faults) != 1:
            sys.exit(f"a line of {COLUMNS + 1} characters is not found: {faults}")
        command, _ = find_clang_format()
        if command:
            write(tree, "host/right.c", "int x;\n")
            write(tree, "host/wrong.c", "int  x ;\n")
            write(tree, "include/wrong.hpp", "int  x ;\n")
            faults, _ = unformatted(tree, command)
            if len(faults) != 2 or "host/wrong.c:1" not in faults[0] or "include/wrong.hpp:1" not in faults[1]:
                sys.exit(f"clang-format's faults are not found: {faults}")


def main():
    root, what = os.path.abspath(sys.argv[1]), sys.argv[2]
    if what == "finds":
        finds(root)
        return
    if what == "lines":
        faults, count = long_lines(root)
    else:
        command, others = find_clang_format()
        if not command:
            print(f"clang-format {CLANG_FORMAT} is not there (there is: {', '.join(others) or 'none'}); skipped")
            sys.exit(SKIPPED)
        faults, count = unformatted(root, command)
    print("\n".join(faults))
    print(f"{count} files, {len(faults)} faults")
    if count < 100:
        sys.exit("these cannot be all files")
    sys.exit(1 if faults else 0)


main()
