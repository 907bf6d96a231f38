"""docs.py --planted: a page with a fault of each kind has them all found, and a page without has none."""

import re

RIGHT = """# A page

[protocol](docs/protocol.md#mailbox), [here](#a-page), `coop_run_start`, `struct coop_launch_record`,
`include/coop/run.h`, `shared/slot.h`, `COOP_OP_…`, `coop_queue_*`, `unit.policy`, `layout.docs`, `coop-app bfs --groups 4`,
`--verify`, `host/*/run.c`.

    COOP_DEVICE=0 build/bin/coop-info --quick
    ctest --test-dir build -L layout
    nice -n -19 build/bin/coop-bench barrier --pairs 8 && lab/bench-platform --data DIR
"""

# Kind, and a line that has one fault of it.
WRONG = [
    ("link", "[gone](docs/gone.md)"),
    ("link", "[gone](docs/protocol.md#no-such-heading)"),
    ("link", "[gone](#no-such-heading)"),
    ("path", "`host/run/gone.c`"),
    ("path", "`gone.clh`"),
    ("path", "`gone/*/run.c`"),
    ("path", "\n    gdb host/run/gone.c\n"),
    ("path", "\n    build/bin/coop-gone --help\n"),
    ("symbol", "`coop_run_gone`"),
    ("symbol", "`struct coop_gone`"),
    ("symbol", "`COOP_GONE_…`"),
    ("symbol", "\n    coop_run_gone(run);\n"),
    ("option", "`--gone-option`"),
    ("option", "`coop-app bfs --gone`"),
    ("option", "\n    build/bin/coop-info --searches 5\n"),
    ("option", "\n    ./test.sh --gone\n"),
    ("variable", "\n    COOP_GONE=1 build/bin/coop-info\n"),
    ("test", "`unit.gone.claim`"),
    ("test", "`layout.gone`"),
    ("test", "\n    ctest --test-dir build -L gone\n"),
    ("test", "\n    ./test.sh -R gone_is_no_test\n"),
]

FIGURES = "# Figures\n\n## First\n\n{}| a | b |\n|---|---|\n| 1.5 | 2 |\n| 3 | 4 |\n"
ROW = "| `COOP_DEVICE` | a | b | c | d |\n"


def kinds(checker_class, tree, tests, path, text):
    """The kinds of the faults that the checker finds in this text at this place."""
    environment = "docs/environment.md"
    tree.texts[path] = text
    checker = checker_class(tree, tests, {})
    checker.check([path])
    del tree.texts[path]
    return [kind for where, _, kind, _ in checker.faults if where == path and (path != environment or kind)]


def run(tree, tests, checker_class):
    """The exit code, and what was not found."""
    failures = []

    def expect(name, found, wanted):
        if found != wanted:
            failures.append(f"{name!r}: found {found}, not {wanted}")

    tests = {**tests, "unit.policy.claim": "unit", "layout.docs.names": "layout"}
    expect("a page without faults", kinds(checker_class, tree, tests, "PLANTED.md", RIGHT), [])
    for kind, text in WRONG:
        found = kinds(checker_class, tree, tests, "PLANTED.md", f"# A page\n\n{text}\n")
        expect(text, kind in found, True)
    command = "    coop-bench barrier\n\n"
    expect("figures", kinds(checker_class, tree, tests, "lab/performance.md", FIGURES.format("")), ["figure"])
    expect("figures with a command", kinds(checker_class, tree, tests, "lab/performance.md", FIGURES.format(command)), [])

    row = "| a | [launch.c](../host/run/launch.c) | `{}` |\n"
    for symbol, wanted in (("coop_launch_cooperative", []), ("coop_megakernel", ["place"])):
        expect(symbol, kinds(checker_class, tree, tests, "docs/map.md", row.format(symbol)), wanted)

    # The list of variables, both ways.
    listed = tree.text("docs/environment.md")
    expect("a variable that nothing reads",
           kinds(checker_class, tree, tests, "docs/environment.md", listed + "\n| `COOP_GONE` | a | b | c | d |\n")
           .count("variable"), len(allowed(checker_class, tree, tests, listed)) + 1)
    without = re.sub(r"(?m)^\| `COOP_DEVICE`.*\n", "", listed)
    found = kinds(checker_class, tree, tests, "docs/environment.md", without)
    expect("a variable that is not listed", found.count("variable"), len(allowed(checker_class, tree, tests, listed)) + 1)

    print("\n".join(failures))
    print(f"{len(WRONG) + 7} tries, {len(failures)} failures")
    return 1 if failures else 0


def allowed(checker_class, tree, tests, listed):
    """Faults of the list as it is; those that docs_known.txt excuses."""
    return [kind for kind in kinds(checker_class, tree, tests, "docs/environment.md", listed) if kind == "variable"]
