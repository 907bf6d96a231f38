#!/usr/bin/env python3
"""exports.py NM HEADERS VERSION LIBRARIES [WITHOUT ...]: what the shared libraries (paths with commas between
them) show is exactly the functions that the public headers declare, each once, but for the headers WITHOUT, of a
library that was not built. Their symbols have the version VERSION, whose first number is in the libraries' names, too;
but for a library that was made for this test alone."""
import glob
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from declarations import declared_functions


def shown_by(nm, library):
    """The names and versions of what a library shows. The names of the linker and of sanitizers begin with an
    underscore."""
    lines = subprocess.run([nm, "-D", "--defined-only", library], check=True, stdout=subprocess.PIPE, text=True).stdout
    symbols = [line.split()[-2:] for line in lines.splitlines()]
    return [name.partition("@@")[::2] for kind, name in symbols if kind != "A" and not name.startswith("_")]


def soname(library):
    lines = subprocess.run(["readelf", "-d", library], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = re.search(r"\(SONAME\).*\[(.*)\]", lines)
    return found.group(1) if found else None


def main():
    nm, headers, version, libraries, *without = sys.argv[1:]
    declared = set()
    for path in glob.glob(os.path.join(headers, "*.h")):
        if os.path.basename(path) not in without:
            declared |= declared_functions(path)
    faults = []
    shown = {}
    for library in libraries.split(","):
        is_versioned = "test_layout" not in library
        for name, node in shown_by(nm, library):
            if name in shown:
                faults.append(f"{name} is shown by {library} and {shown[name]}")
            if is_versioned and node != version:
                faults.append(f"{name} of {library} has the version '{node}', not {version}")
            shown[name] = library
        if is_versioned:
            wanted = os.path.basename(library).partition(".so")[0] + ".so." + version.split("_")[1].split(".")[0]
            if soname(library) != wanted:
                faults.append(f"{library} calls itself {soname(library)}, not {wanted}")
    faults += [f"{name} is shown, and no public header declares it" for name in sorted(shown.keys() - declared)]
    faults += [f"{name} is declared, and no library shows it: its declaration lacks COOP_API, or nothing defines it"
               for name in sorted(declared - shown.keys())]
    for fault in faults:
        print(fault)
    print(f"{len(shown)} functions")
    return 1 if faults or len(shown) < 20 else 0


sys.exit(main())
