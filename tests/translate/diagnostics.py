"""Feeds the examples of docs/diagnostics.md to coopc.

usage: diagnostics.py COOPC PROJECT CLAIM

claim names     every name of coopc's has a section of its own, and every section a name; a name whose section
                has no example is seen in the expected messages of tests/translate/rejects
claim examples  each wrong example gets the diagnostic of its section's name and no other, each right one is
                translated without it
"""

import pathlib
import re
import subprocess
import sys
import tempfile

COOPC, PROJECT, CLAIM = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
NO_CASE = {"compiler-crash"}  # nothing short makes the compiler crash on purpose


def listed(file, form):
    text = (PROJECT / "coopc/diag" / file).read_text()
    return re.findall(form, text, re.M)


ERRORS = listed("errors.h", r"^ +X\([A-Z_]+, \"([a-z-]+)\"\)")
WARNINGS = listed("warnings.h", r"^ +X\([A-Z_]+, \"([a-z-]+)\",")


def sections():
    page = (PROJECT / "docs/diagnostics.md").read_text()
    for text in re.split(r"^### ", page, flags=re.M)[1:]:
        name, body = text.split("\n", 1)
        body = body.split("\n## ", 1)[0]
        yield name.strip(), {
            word: code for word, code in re.findall(r"^(Wrong|Right):\n\n```c\n(.*?)^```$", body, re.M | re.S)
        }


def check_names(faults):
    found = [name for name, _ in sections()]
    wanted = ERRORS + ["-W" + name for name in WARNINGS]
    expected = "".join(path.read_text(errors="replace") for path in PROJECT.glob("tests/translate/rejects/*.expected"))
    if len(ERRORS) < 60 or len(WARNINGS) < 10:
        faults.append(f"only {len(ERRORS)} errors and {len(WARNINGS)} warnings are listed")
    for name in wanted:
        if found.count(name) != 1:
            faults.append(f"docs/diagnostics.md has {found.count(name)} sections {name}")
    faults += [f"docs/diagnostics.md: no diagnostic has the name {name}" for name in found if name not in wanted]
    for name, examples in sections():
        if set(examples) != {"Wrong", "Right"} and (name.startswith("-W") or examples):
            faults.append(f"docs/diagnostics.md: {name} lacks an example")
        if not examples and name not in NO_CASE and f"[{name}]" not in expected:
            faults.append(f"{name} has no example and no case in tests/translate/rejects")


def check_examples(faults):
    with tempfile.TemporaryDirectory() as work:
        for name, examples in sections():
            for word, code in examples.items():
                source = pathlib.Path(work, "example.cl")
                source.write_text('#include "coop/kernel.clh"\n' + code)
                command = [COOPC, "-I", str(PROJECT / "include"), str(source), "-o", str(source) + ".module"]
                if name.startswith("-W"):
                    command.append(name)
                else:
                    command.append("-w")
                done = subprocess.run(command, capture_output=True, text=True)
                seen = set(re.findall(r"^\S+: (?:error|warning): .* \[(\S+)\]$", done.stderr, re.M))
                seen |= {"an error without a name" for line in re.findall(r": error: .*[^\]]$", done.stderr, re.M)}
                wanted_status = 1 if word == "Wrong" and not name.startswith("-W") else 0
                fits = seen == {name} if word == "Wrong" else name not in seen
                if not fits or done.returncode != wanted_status:
                    faults.append(f"{name}, {word.lower()}: exit status {done.returncode}, {sorted(seen)}\n{done.stderr}")


faults = []
{"names": check_names, "examples": check_examples}[CLAIM](faults)
for fault in faults:
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
