"""Feeds the examples of docs/diagnostics.md to coopc.

usage: diagnostics.py COOPC_MANY PROJECT CLAIM

claim names     every name of coopc's has a section of its own, and every section a name; every section has a wrong
                and a right example, but for those in NO_EXAMPLE
claim examples  each wrong example gets the diagnostic of its section's name and no other, each right one is
                translated without it

How the page writes what an example cannot show literally, as its introduction says:
- an example is one or several blocks; a block whose first line is a comment with a file's name is that file, and all
  .cl files of an example are given to coopc;
- the line behind `// N times:` is repeated N times, with @ replaced by 0 to N - 1;
- the character U+2400 is a byte 0, and U+240D a carriage return.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

COOPC_MANY, PROJECT, CLAIM = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
NO_EXAMPLE = {"compiler-crash": "no text makes every version of the compiler crash"}
BLOCK = r"\n```c\n(.*?)^```\n"


def listed(file, form):
    text = (PROJECT / "coopc/diag" / file).read_text()
    return re.findall(form, text, re.M)


ERRORS = listed("errors.h", r"^ +X\([A-Z_]+, \"([a-z-]+)\"\)")
WARNINGS = listed("warnings.h", r"^ +X\([A-Z_]+, \"([a-z-]+)\",")


def sections():
    page = (PROJECT / "docs/diagnostics.md").read_text() + "\n"
    for text in re.split(r"^### ", page, flags=re.M)[1:]:
        name, body = text.split("\n", 1)
        body = body.split("\n## ", 1)[0]
        examples = re.findall(rf"^(Wrong|Right):\n((?:{BLOCK})+)", body, re.M | re.S)
        yield name.strip(), body, [(word, re.findall(BLOCK, blocks, re.M | re.S)) for word, blocks, _ in examples]


def check_names(faults):
    found = [name for name, _, _ in sections()]
    wanted = ERRORS + ["-W" + name for name in WARNINGS]
    if len(ERRORS) < 60 or len(WARNINGS) < 10:
        faults.append(f"only {len(ERRORS)} errors and {len(WARNINGS)} warnings are listed")
    for name in wanted:
        if found.count(name) != 1:
            faults.append(f"docs/diagnostics.md has {found.count(name)} sections {name}")
    faults += [f"docs/diagnostics.md: no diagnostic has the name {name}" for name in found if name not in wanted]
    faults += [f"NO_EXAMPLE has {name}, which is no diagnostic" for name in NO_EXAMPLE if name not in wanted]
    for name, body, examples in sections():
        words = [word for word, _ in examples]
        if name in NO_EXAMPLE:
            if words or "no example" not in body:
                faults.append(f"docs/diagnostics.md: {name} should say that it has no example, and have none")
        elif words != ["Wrong", "Right"]:
            faults.append(f"docs/diagnostics.md: {name} has {words or 'no example'}, not a wrong and a right example")
        if body.count("```") != 2 * sum(len(blocks) for _, blocks in examples):
            faults.append(f"docs/diagnostics.md: {name} has a block that is part of no example")


def expand(line):
    return "".join(line[2].replace("@", str(i)) for i in range(int(line[1])))


def write_example(folder, blocks):
    """Writes the files of an example; returns the ones to translate."""
    sources = []
    for block in blocks:
        title = re.match(r"// (\w+\.(?:cl|h))\n", block)
        path = folder / (title[1] if title else "example.cl")
        text = re.sub(r"^ *// (\d+) times:\n(.*\n)", expand, block, flags=re.M).replace("\u2400", "\0").replace("\u240d", "\r")
        if path.exists():
            sys.exit(f"{folder}: two blocks are {path.name}")
        if path.suffix == ".cl":
            sources.append(str(path))
            text = '#include "coop/kernel.clh"\n' + text
        path.write_text(text)
    return sources


def translate(work, examples):
    """The exit status and the messages of each example: its name, what it is and its blocks."""
    with open(work / "list", "w") as lines:
        for number, (name, _, blocks) in enumerate(examples):
            folder = work / str(number)
            folder.mkdir()
            words = [folder, "/dev/null", folder / "messages", "-I", PROJECT / "include", *write_example(folder, blocks), "-o", folder / "module"]
            print(*words, name if name.startswith("-W") else "-w", sep="\t", file=lines)
    done = subprocess.run([COOPC_MANY, work / "list"], stdout=subprocess.PIPE, text=True, check=True)
    for number, status in enumerate(done.stdout.split()):
        yield int(status), (work / str(number) / "messages").read_text()


def check_examples(faults):
    examples = [(name, word, blocks) for name, _, written in sections() for word, blocks in written]
    with tempfile.TemporaryDirectory() as work:
        results = list(translate(pathlib.Path(work), examples))
    if len(results) != len(examples):
        faults.append(f"{len(results)} of {len(examples)} examples were translated")
    for (name, word, _), (status, messages) in zip(examples, results):
        seen = set(re.findall(r"^\S+: (?:error|warning): .* \[(\S+)\]$", messages, re.M))
        seen |= {"an error without a name" for line in re.findall(r": error: .*[^\]]$", messages, re.M)}
        wanted_status = 1 if word == "Wrong" and not name.startswith("-W") else 0
        fits = seen == {name} if word == "Wrong" else name not in seen
        if not fits or status != wanted_status:
            faults.append(f"{name}, {word.lower()}: exit status {status}, {sorted(seen)}\n{messages}")


faults = []
{"names": check_names, "examples": check_examples}[CLAIM](faults)
for fault in faults:
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
