#!/usr/bin/env python3
"""exports.py NM HEADERS LIBRARY [WITHOUT ...]: what a shared library of coop, coop_graph, coop_net, coop_trace and coop_translate shows is exactly
the functions that the public headers declare, but for the headers WITHOUT, of a library that was not built."""
import glob
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from declarations import declared_functions


def main():
    nm, headers, library, *without = sys.argv[1:]
    declared = set()
    for path in glob.glob(os.path.join(headers, "*.h")):
        if os.path.basename(path) not in without:
            declared |= declared_functions(path)
    lines = subprocess.run([nm, "-D", "--defined-only", library], check=True, stdout=subprocess.PIPE, text=True).stdout
    # The names of the linker and of sanitizers begin with an underscore.
    shown = {line.split()[-1].split("@")[0] for line in lines.splitlines()}
    shown = {name for name in shown if not name.startswith("_")}
    for name in sorted(shown - declared):
        print(f"{name} is shown, and no public header declares it")
    for name in sorted(declared - shown):
        print(f"{name} is declared, and the library does not show it: its declaration lacks COOP_API, "
              "or nothing defines it")
    print(f"{len(shown)} functions")
    return 1 if shown != declared or len(shown) < 20 else 0


sys.exit(main())
