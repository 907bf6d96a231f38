#!/usr/bin/env python3
"""random_elements.py COOPC INCLUDE SOURCE SEED COUNT [checked]: accessors of random structs against a model in C.

COUNT structs are made from SEED: up to 16 members of all scalar and vector types, arrays, holes. coopc --elements
writes their accessors, which are compiled for this machine (clang reads OpenCL C). For each struct, layout, number of
dimensions, padding and alignment of rows, every cell of a block is written and read by each accessor, and model.c says
where the bytes must be. With `checked` they are built with COOP_CHECK_CELLS, and refuse cells outside. Exit code 77: there is no clang."""
import os
import random
import shutil
import subprocess
import sys
import tempfile

LANES = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half"]
WIDTHS = ["", "", "2", "3", "4", "8", "16"]
LAYOUTS = ["COOP_AOS", "COOP_SOA", "COOP_SOA_BLOCK"]


def make_struct(chance, number):
    members = []
    for i in range(chance.randint(1, 16 if number % 4 else 5)):
        count = chance.choice([0, 0, 0, 1, 2, 3, 7])
        members.append((f"m{i}", chance.choice(LANES) + chance.choice(WIDTHS), count))
    return f"e{number}", members


def header_text(structs):
    lines = []
    for name, members in structs:
        lines.append(f"struct {name} {{")
        lines += [f"    {kind} {member}{f'[{count}]' if count else ''};" for member, kind, count in members]
        lines.append(f"}};\ncoop_elements({name});")
    return "\n".join(lines) + "\n"


def kernel_text(structs):
    """For each struct, dimensions and layout a function: write, read, put, get at one cell."""
    out = ['#include "coop/tensor.clh"', '#include "accessors.clh"']
    for name, members in structs:
        for d in (1, 2, 3):
            zeros = ", ".join(["0"] * d)
            for layout, word in enumerate(LAYOUTS, 1):
                out.append(f"static void body_{name}_{d}_{layout}(coop_tensor_of({name}, {d}, {word}, t), int what, uint member,"
                           " uint item, global uchar *value)\n{")
                out.append(f"    if (what == 0) {{ *(global struct {name} *)value = {name}_get_{d}(t, {zeros}); }}")
                out.append(f"    if (what == 1) {{ {name}_put_{d}(t, {zeros}, *(global struct {name} *)value); }}")
                for i, (member, kind, count) in enumerate(members):
                    index = "item, " if count else ""
                    out.append(f"    if (what == 2 && member == {i}) {{ *(global {kind} *)value = {name}_{member}_{d}(t, {index}{zeros}); }}")
                    out.append(f"    if (what == 3 && member == {i}) {{ {name}_set_{member}_{d}(t, {index}{zeros}, "
                               f"*(global {kind} *)value); }}")
                out.append("}")
                out.append(f"kernel void {name}_{d}_{layout}(global uchar *t, global struct coop_view *view, int what, uint member, "
                           "uint item, global uchar *value)\n{")
                out.append(f"    body_{name}_{d}_{layout}((global struct {name}_tensor_{d}_{layout} *)t, *view, what, member, item, "
                           "value);\n}")
    return "\n".join(out) + "\n"


def driver_text(structs):
    out = ['#include "model.h"', '#include "elements_described.h"', ""]
    for name, _ in structs:
        for d in (1, 2, 3):
            for layout in (1, 2, 3):
                out.append(f"accessor_function {name}_{d}_{layout};")
    for name, members in structs:
        out.append(f"static const struct model_member {name}_members[] = {{")
        for member, kind, count in members:
            out.append(f"    {{offsetof(struct {name}, {member}), sizeof({kind}), _Alignof({kind}), {max(count, 1)}}},")
        out.append("};")
    out.append("const struct model_element model_elements[] = {")
    for name, members in structs:
        functions = ", ".join("{" + ", ".join(f"{name}_{d}_{layout}" for layout in (1, 2, 3)) + "}" for d in (1, 2, 3))
        out.append(f"    {{&coop_element_{name}, {name}_members, {len(members)}, sizeof(struct {name}), {{{functions}}}}},")
    out.append("};\nconst unsigned model_element_count = sizeof model_elements / sizeof *model_elements;")
    return "\n".join(out) + "\n"


def main():
    coopc, include, source, seed, count = sys.argv[1:4] + [int(word) for word in sys.argv[4:6]]
    clang = shutil.which("clang") or shutil.which("clang-14") or shutil.which("clang-15")
    if clang is None:
        return 77
    here = os.path.dirname(os.path.abspath(__file__))
    chance = random.Random(seed)
    structs = [make_struct(chance, number) for number in range(count)]
    with tempfile.TemporaryDirectory() as work:
        def write(name, text):
            with open(os.path.join(work, name), "w", encoding="utf-8") as file:
                file.write(text)

        def run(*command):
            result = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
            if result.returncode != 0:
                print(header_text(structs) if count <= 3 else f"seed {seed}, {count} structs", file=sys.stderr)
                print(" ".join(command), result.stdout[-3000:], result.stderr[-3000:], sep="\n", file=sys.stderr)
                sys.exit(1)

        write("elements.h", header_text(structs))
        write("kernels.cl", kernel_text(structs))
        write("driver.c", driver_text(structs))
        run(coopc, "--elements", "elements.h", "-o", "accessors.clh", "--header", "elements_described.h")
        checked = sys.argv[6:7]
        run(clang, "-x", "cl", "-cl-std=CL3.0", "-O1", "-w", *["-DCOOP_CHECK_CELLS" for _ in checked], "-include", os.path.join(here, "random_prelude.cl"), f"-I{include}",
            "-I.", "-c", "kernels.cl", "-o", "kernels.o")
        run(clang, "-std=gnu11", "-g", "-O1", "-Wall", "-Wextra", f"-I{include}", f"-I{here}", f"-I{source}", "-I.", "driver.c",
            os.path.join(here, "model.c"), os.path.join(source, "host/graph/view.c"), os.path.join(source, "host/graph/convert.c"),
            "kernels.o", "-Wl,--wrap=printf", "-o", "driver")
        run("./driver", str(seed), *checked)
    return 0


sys.exit(main())
