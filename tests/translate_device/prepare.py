#!/usr/bin/env python3
"""Makes modules of the kernels in tests/translate/runs, and what each must leave in memory.

usage: prepare.py coopc include-dir runs-dir work-dir     Exit status 77: no clang.

All cases of a module are in one program, so names that two of them define are changed in the later one, until coopc
finds none. work-dir then holds for each module K:
  module_K.cl          what coopc wrote
  module_K.txt         case NAME ITEMS... / kernel INDEX KIND (in the order in which the case runs them) /
                       point KERNEL OPERATION STATE LINE (a primitive that kills or forks, and where its joining work-groups begin)
  NAME.ITEMS.expected  the words of data and out after the untranslated kernels have run, work-items as fibers on the host
"""
import os
import re
import shutil
import subprocess
import sys

KERNELS_PER_MODULE = 40
SHAPES = {"regular2": 8, "regular3": 12}  # work-items of a work-group of the kinds that fix them
SIZES = [1, 4, 8, 64]


def fail(*words):
    print(*words, file=sys.stderr)
    sys.exit(1)


def header(text, word):
    found = re.search(rf"^// {word}: (.*)$", text, re.M)
    return found.group(1).split() if found else []


def operations(include):
    """Keyword -> number of each primitive at which work-groups may begin or end, by shared/op.h."""
    text = open(os.path.join(include, "coop", "shared", "op.h")).read()
    rows = re.findall(r'X\(\w+, (\d+), "(\w+)", "[^"]*", ([01]), ([01]), [01]\)', text)
    return {keyword: int(number) for number, keyword, forks, kills in rows if "1" in forks + kills}


class Case:
    def __init__(self, path):
        self.name = os.path.basename(path)[: -len(".cl")]
        text = open(path).read()
        self.kinds = header(text, "run")
        self.files = [self.name + ".cl"] + header(text, "files")
        self.items = [int(i) for i in header(text, "items")]
        text += "".join(open(os.path.join(os.path.dirname(path), name)).read() for name in self.files[1:])
        count = 1 + max((int(n) for n in re.findall(r"\bvoid test(\d)\(", text)), default=0)
        self.kinds += [self.kinds[-1]] * (count - len(self.kinds))
        self.kernels = [self.name + (f"_{i}" if i else "") for i in range(count)]
        self.renames = {"test" + (str(i) if i else ""): name for i, name in enumerate(self.kernels)}

    def sizes(self):
        least = max((SHAPES.get(kind, 1) for kind in self.kinds))
        wanted = self.items if self.items else [size for size in SIZES if size != 4]
        return [size for size in wanted if size in SIZES and size >= least]

    def write(self, runs, into):
        for name in self.files:
            text = open(os.path.join(runs, name)).read()
            pattern = r"\b(" + "|".join(map(re.escape, self.renames)) + r")\b"
            text = re.sub(pattern, lambda m: self.renames[m.group(1)], text)
            open(os.path.join(into, name), "w").write(text)


def translate(coopc, include, sources, cases, module):
    """Changes names until the cases can be in one module. Returns the text of the model."""
    files = ["hold.cl"] + [name for case in cases for name in case.files]
    owner = {name: case for case in cases for name in case.files}
    for _ in range(20):
        for case in cases:
            case.write(sys.argv[3], sources)
        done = subprocess.run([coopc, "-w", "-I", include, *os.environ.get("COOPC_FLAGS", "").split(), *files, "--dump-model", "-o", module],
                              cwd=sources, capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout
        clashes = re.findall(r"^([\w.]+):\d+:\d+: error: '(\w+)' is also defined in", done.stderr, re.M)
        if not clashes:
            fail("coopc refuses the module:\n" + done.stderr)
        for path, name in clashes:
            if path not in owner:
                fail(f"{name} of {path} clashes, and is in no case's own file")
            owner[path].renames[name] = f"{name}_of_{owner[path].name}"
    fail("names clash after 20 rounds")


def describe(model, cases, numbers, path):
    index = {}
    points = {}
    for line in model.splitlines():
        found = re.match(r"kernel (\d+) (\w+), ", line)
        if found:
            kernel = int(found.group(1))
            index[found.group(2)] = kernel
            points[kernel] = []
        found = re.match(r"  state \d+.*: (\w+) in line (\d+), then (\d+)", line)
        if found and found.group(1) in numbers:
            points[kernel].append((numbers[found.group(1)], int(found.group(3)), int(found.group(2))))
    with open(path, "w") as out:
        for case in cases:
            print("case", case.name, *case.sizes(), file=out)
            for name, kind in zip(case.kernels, case.kinds):
                print("kernel", index[name], kind, file=out)
                if kind == "cooperative":
                    for point in points[index[name]]:
                        print("point", index[name], *point, file=out)


def linker(clang):
    """cc, where there is one: it starts in a tenth of the time in which clang does."""
    return shutil.which("cc") or clang


def compile_references(cases, runs, shim, include, clang, here):
    """The untranslated kernels as objects. The front end takes all files in one process, which takes longer to start than to
    compile one, and puts each object beside its source."""
    shutil.copytree(runs, here)
    resources = subprocess.run([clang, "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    files = [name for case in cases for name in case.files]
    subprocess.run([clang, "-cc1", "-emit-obj", "-mrelocation-model", "pic", "-pic-level", "2", "-pic-is-pie", "-x", "cl", "-cl-std=CL3.0",
                    "-O1", "-w", "-finclude-default-header", "-fdeclare-opencl-builtins", "-disable-llvm-verifier",
                    "-discard-value-names", "-internal-isystem", resources + "/include",
                    "-I" + shim, "-I.", "-include", shim + "/plain_prelude.cl", "-I" + include, *files], cwd=here, check=True)
    for name in files:
        os.rename(os.path.join(here, name[: -len("cl")] + "o"), os.path.join(here, name + ".o"))
    for name in ("world", "plain", "reference"):
        subprocess.run([linker(clang), "-std=gnu11", "-O1", "-I" + shim, "-c", f"{shim}/{name}.c", "-o", f"{here}/{name}.o"], check=True)


def make_references(case, clang, work):
    here = os.path.join(work, "reference")
    program = os.path.join(here, case.name)
    objects = [os.path.join(here, name + ".o") for name in (*case.files, "world", "plain", "reference")]
    subprocess.run([linker(clang), *objects, "-o", program], check=True)
    for size in case.sizes():
        subprocess.run([program, os.path.join(work, f"{case.name}.{size}.expected"), str(size), *case.kinds], check=True)


def main():
    coopc, include, runs, work = map(os.path.abspath, sys.argv[1:5])
    clang = shutil.which("clang") or shutil.which("clang-14") or shutil.which("clang-15")
    if clang is None:
        print("there is no clang", file=sys.stderr)
        sys.exit(77)
    shim = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "translate", "shim")
    sources = os.path.join(work, "sources")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(os.path.join(runs, "include"), os.path.join(sources, "include"))
    cases = [Case(os.path.join(runs, name)) for name in sorted(os.listdir(runs))
             if name.endswith(".cl") and not name.endswith(".second.cl")]
    cases = [case for case in cases if case.sizes()]
    # Those with sizes of their own stand together, so that few modules are built for their sake.
    groups = [[]]
    for case in sorted(cases, key=lambda c: (not c.items, c.name)):
        starts = groups[-1] and (bool(groups[-1][-1].items) != bool(case.items) or
                                 sum(len(c.kernels) for c in groups[-1]) >= KERNELS_PER_MODULE)
        if starts:
            groups.append([])
        groups[-1].append(case)
    shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "hold.cl"), sources)
    for number, group in enumerate(groups):
        model = translate(coopc, include, sources, group, os.path.join(work, f"module_{number}.cl"))
        describe(model, group, operations(include), os.path.join(work, f"module_{number}.txt"))
    compile_references(cases, runs, shim, include, clang, os.path.join(work, "reference"))
    for case in cases:
        make_references(case, clang, work)
    print(f"{len(cases)} cases in {len(groups)} modules")


main()
