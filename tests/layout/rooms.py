#!/usr/bin/env python3
"""rooms.py ROOT NM KNOWN OBJECTS: the files of host/, coopc/, apps/, tools/ and lab/ are in layers.

A unit is a noun of a folder: noun.c, noun.h, or both. One unit uses another when it includes its header, or
when its object wants a symbol that the other one's defines. The check fails when
  - units, or folders, use each other in a circle;
  - a folder uses one of a higher layer: what programs share (tools/NOUN) is below the applications
    (apps/NAME), which are below the programs, and these below the lab (lab/); applications do not use each other;
  - a file of the core names a part of coop that a module may do without (PARTS), or a part another one;
  - coop/coop.h includes a header that not every program needs (CORE_HEADERS), or does not name another;
and in host/ and coopc/ when
  - a header declares a function that the .c of its noun does not define;
  - a function that other files can call is declared nowhere.

OBJECTS has the paths of the objects, a line each. KNOWN has what is still wrong, a line each, as printed here.
It may only shrink: a line for what is right by now fails, too.
"""
import glob
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from declarations import declared_functions

ROOMS = ("host", "coopc", "apps", "tools", "lab")
STRICT = ("host/", "coopc/")
OF_THE_C_LIBRARY = {"open", "open64"}  # coopc/parse/opening.c defines them for LLVM alone
PROGRAMS = ("app", "coop_graph", "info", "net", "trace")

# The rooms of host/ that are parts, with those that they may use, and why; and the seam, which knows core and parts.
# Traces are a room of their own beside both: their format has the events of all.
PARTS = {"host/channel": {}, "host/graph": {}, "host/message": {}, "host/net": {}, "host/workqueue": {},
         "host/team": {"host/workqueue": "a team's memory holds a queue for each device"}}
BESIDE = ("host/parts", "host/trace")
# What names parts in cl/, and the files that are theirs, or the seam.
OF_PARTS = re.compile(r"\b(?:coop|COOP)_(?:OP_)?(?:work|flow|messages?|serve|meet|team|workqueue|WORK|FLOW|MESSAGES?|TEAM)(?:_\w*)?\b")
IN_CORE = {"platform.clh: COOP_WORK_TEAM"}  # what device scope means, before anything else
PART_FILES = re.compile(r"(?:parts|work|flow|message|serve|meet)(?:_begin|_end)?\.cl$")

# What coop/coop.h includes, itself or by these; the other public headers are listed in its comment.
CORE_HEADERS = {"api", "buffer", "context", "device", "error", "launch", "module", "run", "status", "version"}


def unit_of(path):
    return os.path.splitext(path)[0]


def layer_of(folder):
    """Where a folder of apps/, tools/ or lab/ is; the library and the translator are below."""
    parts = folder.split("/")
    if parts[0] == "lab":
        return 4
    if parts[0] == "apps":
        return 2
    if parts[0] == "tools":
        return 3 if parts[1] in PROGRAMS else 1
    return 0


def is_upward(user, used):
    """Whether a folder may not use another because of their layers."""
    if layer_of(user) == layer_of(used) == 2:
        return True
    return layer_of(used) > layer_of(user)


def sources(root):
    """Paths of all sources of the rooms, relative to the root."""
    found = []
    for room in ROOMS:
        for ending in ("c", "h"):
            found += glob.glob(os.path.join(root, room, "**", "*." + ending), recursive=True)
    return sorted(os.path.relpath(path, root) for path in found)


def includes(root, path):
    """The sources of the rooms that a file includes, by the path from the root or from its own folder."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        names = re.findall(r'^\s*#\s*include\s+"([^"]+)"', file.read(), flags=re.M)
    for name in names:
        for candidate in (name, os.path.normpath(os.path.join(os.path.dirname(path), name)),
                          os.path.join(path.split("/")[0], name)):
            if candidate.startswith(ROOMS) and os.path.exists(os.path.join(root, candidate)):
                yield candidate
                break


def source_of(object_path, known_sources):
    """The source of an object, by the path that CMake gives it: .../host/CMakeFiles/coop.dir/run/wait.c.o, where __ is .. of
    the source's path."""
    rooms = "|".join(ROOMS)
    found = re.match(rf".*/((?:{rooms})(?:/[^/]+)*)/CMakeFiles/[^/]+\.dir/(.*\.c)\.o(bj)?$", object_path)
    path = os.path.normpath(f"{found.group(1)}/{found.group(2).replace('__/', '../')}") if found else ""
    return path if path in known_sources else None


def symbols(nm, objects, known_sources):
    """Of each source with an object: the symbols that it defines, with their kinds, and those that it wants."""
    defined, wanted = {}, {}
    source_by_object = {path: source for path in objects if (source := source_of(path, known_sources))}
    if not source_by_object:
        return defined, wanted
    lines = subprocess.run([nm, "-A", "-g", *source_by_object], check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in lines.splitlines():
        path, kind, name = re.match(r"^(.*\.o(?:bj)?):\s*(?:[0-9a-f]+)?\s+(\S)\s+(\S+)", line).groups()
        source = source_by_object[path]
        defined.setdefault(source, {})
        wanted.setdefault(source, set())
        if name in OF_THE_C_LIBRARY:
            continue
        if kind == "U":
            wanted[source].add(name)
        else:
            defined[source][name] = kind
    return defined, wanted


def circles(graph):
    """The edges that lie in circles: both ends in one strongly connected component (Tarjan)."""
    index, low, stack, component = {}, {}, [], {}

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other not in component:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            while True:
                member = stack.pop()
                component[member] = node
                if member == node:
                    break

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return {(a, b): why for a in graph for b, why in graph[a].items() if component[a] == component.get(b)}


def public_includes(root, name, found):
    """Adds to `found` what the public header coop/NAME.h includes of these headers, itself or by others."""
    with open(os.path.join(root, "include", "coop", name + ".h"), encoding="utf-8") as file:
        for used in re.findall(r'^\s*#\s*include\s+[<"]coop/([\w/]+)\.h[>"]', file.read(), flags=re.M):
            if used not in found:
                found.add(used)
                public_includes(root, used, found)
    return found


def core_header_faults(root):
    """What is wrong with coop/coop.h."""
    core = public_includes(root, "coop", set())
    faults = {f"coop/coop.h includes coop/{name}.h": "a program includes it where it needs it"
              for name in core - CORE_HEADERS}
    faults.update({f"coop/coop.h does not include coop/{name}.h": "every program needs it"
                   for name in CORE_HEADERS - core})
    with open(os.path.join(root, "include", "coop", "coop.h"), encoding="utf-8") as file:
        named = set(re.findall(r"\b(\w+)\.h\b", file.read()))
    for path in glob.glob(os.path.join(root, "include", "coop", "*.h")):
        name = os.path.basename(path)[:-2]
        if name not in core | named | {"coop"}:
            faults[f"coop/coop.h does not name coop/{name}.h"] = "its comment lists the headers that it does not include"
    return faults


def main():
    root, nm, known_path, objects_path = sys.argv[1:]
    paths = sources(root)
    with open(objects_path, encoding="utf-8") as file:
        objects = file.read().split()
    defined, wanted = symbols(nm, objects, set(paths))
    definer = {name: source for source, names in defined.items() for name in names}

    units, folders = {}, {}

    def add(user, used, why):
        if unit_of(user) != unit_of(used):
            units.setdefault(unit_of(user), {}).setdefault(unit_of(used), why)
        if os.path.dirname(user) != os.path.dirname(used):
            folders.setdefault(os.path.dirname(user), {}).setdefault(os.path.dirname(used), f"{user} {why}")

    for path in paths:
        units.setdefault(unit_of(path), {})
        folders.setdefault(os.path.dirname(path), {})
        for header in includes(root, path):
            add(path, header, f"includes {header}")
    for source, names in wanted.items():
        for name in sorted(names & definer.keys()):
            add(source, definer[name], f"uses {name} of {definer[name]}")

    faults = core_header_faults(root)
    for kind, graph in (("circle of folders", folders), ("circle of files", units)):
        for (a, b), why in circles(graph).items():
            faults[f"{kind}: {a} -> {b}"] = why

    for folder, uses in folders.items():
        for used, why in uses.items():
            if is_upward(folder, used):
                faults[f"upward: {folder} -> {used}"] = why

    for path in paths:
        folder = os.path.dirname(path)
        if folder.startswith("host/") and folder not in BESIDE:
            for header in includes(root, path):
                used = os.path.dirname(header)
                if used in PARTS and used != folder and used not in PARTS.get(folder, {}):
                    faults[f"{path} names a part: {header}"] = "host/parts is the seam"
    for folder in PARTS:
        if not os.path.isdir(os.path.join(root, folder)):
            faults[f"{folder} is gone"] = "PARTS has it"
    cl_checked = 0
    for path in sorted(glob.glob(os.path.join(root, "cl", "*.cl")) + glob.glob(os.path.join(root, "cl", "*.clh"))):
        if not PART_FILES.match(os.path.basename(path)):
            cl_checked += 1
            with open(path, encoding="utf-8") as file:
                text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
            for name in sorted(set(OF_PARTS.findall(text))):
                if f"{os.path.basename(path)}: {name}" not in IN_CORE:
                    faults[f"cl/{os.path.basename(path)} names a part: {name}"] = "cl/parts….cl is the seam"

    strict = [path for path in paths if path.startswith(STRICT)]
    declared = {path: declared_functions(os.path.join(root, path)) for path in strict if path.endswith(".h")}
    anywhere = set().union(*declared.values())
    for path in glob.glob(os.path.join(root, "include", "coop", "*.h")):
        anywhere |= declared_functions(path)
    checked = 0
    for path, names in declared.items():
        for name in sorted(names):
            checked += 1
            if name not in defined.get(unit_of(path) + ".c", {}):
                faults[f"{path} declares {name}"] = f"{definer.get(name, 'nothing')} defines it"
    for path, names in defined.items():
        if not path.startswith(STRICT):
            continue
        for name in sorted(names.keys() - anywhere - {"main"}):
            if names[name] == "T":
                faults[f"{path} defines {name}"] = "no header declares it"

    with open(known_path, encoding="utf-8") as file:
        known = {line.strip() for line in file if line.strip() and not line.startswith("#")}
    for fault in sorted(faults.keys() - known):
        print(f"{fault} ({faults[fault]})")
    for fault in sorted(known - faults.keys()):
        print(f"{fault}: that is right by now; take the line out of {os.path.relpath(known_path, root)}")
    print(f"{len(units)} nouns in {len(folders)} folders, {len(defined)} objects, {checked} declarations, "
          f"{len(known)} known faults")
    if cl_checked < 20 or len(defined) < 40 or 2 * len(defined) < len(objects) or checked < 100:
        print("that is too few: the objects or the headers are not found")
        return 1
    return 1 if faults.keys() != known else 0


sys.exit(main())
