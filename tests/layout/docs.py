#!/usr/bin/env python3
"""docs.py ROOT [--tests LIST] [--planted]: what the documents name is there.

Of docs/, lab/, README.md, CONTRIBUTING.md, the README of each folder and the headers under include/:
    link      a link inside the project leads to a file or folder, and its #anchor to a heading.
    path      a path or file name in backticks or in a command is there.
    symbol    an identifier in backticks is in code, not only in a comment.
    option    an option of one of the project's programs or scripts is one that it knows.
    variable  a variable that is set before a command is in docs/environment.md.
    test      a test's name is that of a test, or the beginning of some.
    figure    a page of figures names a command before each table.
    place     in docs/map.md, a function of a table's row is in a file that the row names.
docs/environment.md lists exactly the environment variables that sources read.

docs/decisions/, lab/results/ and CHANGELOG.md are history: only links, and on the results' pages commands.
LIST is build/tests/list, which CMake writes. What is meant to be nowhere in the tree (a user's file, a name
that coopc generates, other projects' words) is in docs_known.txt with its reason; a line that is not needed
there is a fault, too. --planted: the checker itself is tried, with a fault of each kind.
"""

import argparse
import fnmatch
import os
import re
import sys

sys.dont_write_bytecode = True
import tree as project  # noqa: E402

KNOWN = "tests/layout/docs_known.txt"
ENVIRONMENT = "docs/environment.md"
MAP = "docs/map.md"
HISTORY = re.compile(r"^(docs/decisions/|lab/results/|CHANGELOG\.md)")
FIGURES = re.compile(r"^lab/(performance\.md|results/)")

EXTENSION = r"(c|h|hpp|cl|clh|sh|py|cmake|md|pml|cpp|cu|awk|txt|supp|in|1)"
FILE_NAME = re.compile(rf"^[A-Za-z_.*][\w.+*-]*\.{EXTENSION}$")
PATH = re.compile(r"^\.{0,2}/?([\w.+*-]+/)+[\w.+*-]*$")
SYMBOL = re.compile(r"[A-Za-z_]\w*")
TEST = re.compile(r"^[a-z][a-z0-9_]*(\.[A-Za-z0-9_+-]+){1,2}\.?\*?$")
OPTION = re.compile(r"(?<![\w$-])--[a-z][a-z0-9-]*")
ASSIGNMENT = re.compile(r"^([A-Z][A-Z0-9_]*)=")

# The programs of the project: what is theirs alone, of what all tools share or have.
PROGRAMS = {
    "coopc": "coopc/",
    "coop-app": "tools/app/",
    "coop-bench": "lab/bench/",
    "coop-graph": "tools/coop_graph/",
    "coop-info": "tools/info/",
    "coop-multitask": "lab/multitask/",
    "coop-net": "tools/net/",
    "coop-trace": "tools/trace/",
    "test.sh": "test.sh",
    "demo.sh": "demo.sh",
}
SHARED_BY_TOOLS = re.compile(r"^(tools/(?!app/|coop_graph/|info/|net/|trace/)|apps/|lab/devices/)")
LANGUAGES_OWN = {"FP_CONTRACT OFF"}
SHELLS_OWN = {"HOME", "IFS", "LANG", "LC_ALL", "PATH", "PWD"}

# Programs of others, whose words are not the project's.
OTHERS = {"apt-get", "cmake", "ctest", "cpack", "docker", "gdb", "git", "perf", "pkg-config", "podman", "ptxas", "tar", "xz"}
WRAPPERS = {"mpirun", "nice", "env", "sudo", "time", "exec", "sh", "python3", "timeout", "valgrind"}


class Document:
    """A page: its prose, spans in backticks, commands and code, each with the number of its line."""

    def __init__(self, path, text):
        self.path = path
        self.lines = text.split("\n")
        self.spans, self.blocks, self.links, self.prose = [], [], [], []
        if path.endswith(".md"):
            self.read_markdown()
        else:
            self.read_header(text)

    def read_markdown(self):
        fence, paragraph, start, before_is_blank, in_list = None, [], 0, True, False
        for number, line in enumerate([*self.lines, ""], 1):
            marker = re.match(r"^\s*(```+)(.*)$", line)
            if marker:
                fence = None if fence is not None else marker.group(2).strip()
                line = ""
            elif fence is not None:
                self.blocks.append((number, line, fence))
                continue
            is_indented = line.startswith("       " if in_list else "    ")
            if is_indented and (before_is_blank or (self.blocks and self.blocks[-1][0] == number - 1)):
                self.blocks.append((number, line.strip(), ""))
                continue
            if not line.strip() or line.startswith(("|", "#")):
                self.read_paragraph("\n".join(paragraph), start)
                paragraph, start = [], number + 1
                if line.strip():
                    self.read_paragraph(line, number)
            else:
                if not paragraph:
                    start = number
                    in_list = bool(re.match(r"^\s*([-*]|\d+\.) ", line)) or (in_list and line.startswith("  "))
                paragraph.append(line)
            before_is_blank = not line.strip()

    def read_paragraph(self, text, start):
        for match in re.finditer(r"(`+)(.+?)\1", text, re.DOTALL):
            self.spans.append((start + text[: match.start()].count("\n"), " ".join(match.group(2).split())))
        bare = re.sub(r"(`+)(.+?)\1", lambda m: "`" + re.sub(r"[^\n]", ".", m.group(2)) + "`", text, flags=re.DOTALL)
        for match in re.finditer(r"\]\(([^)\s]+)\)", bare):
            self.links.append((start + bare[: match.start()].count("\n"), match.group(1)))

    def read_header(self, text):
        for comment in project.C_COMMENT.finditer(text):
            first = text[: comment.start()].count("\n") + 1
            for match in re.finditer(r"`([^`]+)`", comment.group()):
                line = first + comment.group()[: match.start()].count("\n")
                self.spans.append((line, re.sub(r"\s*\n\s*\*?\s*", " ", match.group(1))))
            bare = comment.group()
            for match in re.finditer(r"\b[A-Za-z]\w*_\w+|\b[\w./-]+\.(md|clh|cl|hpp|h|c|sh)\b", bare):
                self.spans.append((first + bare[: match.start()].count("\n"), match.group()))
            for match in re.finditer(r"\b(docs/[\w/-]+\.md)(#[\w-]+)", bare):
                self.links.append((first + bare[: match.start()].count("\n"), "/" + match.group(1) + match.group(2)))

    def anchors(self):
        """The anchors of the headings, as GitHub makes them."""
        found = set()
        for line in self.lines:
            heading = re.match(r"^#{1,6}\s+(.*?)\s*#*$", line)
            if heading:
                slug = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).lower()
                slug = re.sub(r"[^\w\- ]", "", slug).replace(" ", "-")
                found.add(slug if slug not in found else slug + "-1")
            found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
        return found


class Checker:
    """tests: the name of each test with its labels. known: the words of docs_known.txt with their pages."""

    def __init__(self, tree, tests, known):
        self.tree, self.tests, self.known = tree, tests, known
        self.labels = {label for labels in tests.values() for label in labels.split(",")}
        if self.labels:
            self.labels.add("lab")  # this build may be without it
        self.used, self.faults = set(), []
        self.documents = {}
        self.options_of = {}
        self.families = {name.split(".")[0] for name in tests}
        self.variables = set()

    def fault(self, document, line, kind, text):
        for word, pages in self.known.items():
            if fnmatch.fnmatchcase(text.split(" ")[0], word) and (not pages or document.path in pages):
                self.used.add(word)
                return
        self.faults.append((document.path, line, kind, text))

    def document(self, path):
        if path not in self.documents:
            self.documents[path] = Document(path, self.tree.text(path))
        return self.documents[path]

    # Links

    def check_links(self, document):
        for line, target in document.links:
            if re.match(r"^[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            base = "" if path.startswith("/") else os.path.dirname(document.path)
            path = os.path.normpath(os.path.join(base, path.lstrip("/"))) if path else document.path
            if path != document.path and not self.tree.has(path):
                self.fault(document, line, "link", f"{target} leads to nothing")
            elif anchor and (not path.endswith(".md") or anchor not in self.document(path).anchors()):
                self.fault(document, line, "link", f"{target} leads to no heading")

    # Paths, symbols, tests

    def is_path(self, document, path):
        path = path.lstrip("./") if path.startswith(("./", "../")) else path
        path = path.rstrip("/")
        if "*" in path:
            return any(fnmatch.fnmatchcase(p, path) or fnmatch.fnmatchcase(p, "*/" + path)
                       for p in self.tree.paths | self.tree.folders)
        if re.match(r"^build[\w-]*/bin/", path):
            return os.path.basename(path) in PROGRAMS or self.is_target(os.path.basename(path))
        if re.match(r"^build[\w-]*/", path):
            name = os.path.basename(path)
            return self.is_target(name[:-5]) if name.endswith(".coop") else self.is_made(name)
        here = os.path.normpath(os.path.join(os.path.dirname(document.path), path))
        return self.tree.has(here) or self.tree.ends_with(path)

    def is_target(self, name):
        name = re.sub(r"^lib(.*)\.so$", r"\1", name)
        if name.startswith("example_"):
            return any(re.fullmatch(rf"examples/\d+_{name[8:]}", folder) for folder in self.tree.folders)
        if any(("test_" + re.sub(r"\W", "_", test) + "_").startswith(name + "_") for test in self.tests):
            return True
        return any(re.search(rf"\b{re.escape(name)}\b", self.tree.text(p)) for p in self.tree.paths
                   if p.endswith("CMakeLists.txt"))

    def is_made(self, name):
        """Does a source name this file of the build directory, or a file of its stem?"""
        pattern = re.compile(rf"[/ \"'>]{re.escape(name.rpartition('.')[0] or name)}\b")
        return any(pattern.search(self.tree.text(p)) for p in self.tree.paths
                   if p.startswith(("cmake/", "scripts/", "tests/", "lab/tests/", "demo.sh")) and not re.search(r"\.md$|layout/docs", p))

    def is_test(self, name):
        stem = name.rstrip("*.")
        if any(test == stem or test.startswith(stem + ".") for test in self.tests):
            return True
        if name.endswith("*") and any(test.startswith(name.rstrip("*")) for test in self.tests):
            return True
        unit = ".".join(stem.split(".")[:2])
        if any(test == unit or test.startswith(unit + ".") for test in self.tests):
            return False
        # This build may have no such unit, for want of a program or a library. Then its list of tests names it, and
        # some source each word.
        if not any(unit in self.tree.text(p) for p in self.tree.paths if p.endswith("CMakeLists.txt")):
            return False
        return all(word in self.tree.words for part in stem.split(".") for word in SYMBOL.findall(part))

    def is_symbol(self, word):
        """Is it a word of code? With * anything; _suffix and prefix_ stand for all that end or begin so."""
        if word in self.tree.words or word in self.variables:
            return True
        if word.startswith(("lib", "DCOOP_")) and word[3 if word[0] == "l" else 1 :] in self.tree.words:
            return True
        if word.startswith("_"):
            word = "*" + word
        if word.endswith("_"):
            word += "*"
        return "*" in word and any(fnmatch.fnmatchcase(w, word) for w in self.tree.words)

    def check_span(self, document, line, span):
        tokens = span.split(" ")
        if self.check_command(document, line, span):
            return
        if tokens[0] == "#pragma" or span in LANGUAGES_OWN:
            return
        if tokens[0] in OTHERS:
            tokens = [token for token in tokens if PATH.match(token)]
        for token in tokens:
            token = token.strip("(),;:'\"")
            plain = re.sub(r"<[\w-]+>|…|\{[^}]*\}|\bNAME\b", "*", token).strip("=")
            if not plain:
                continue
            if "://" in token or token.startswith("$"):
                continue
            if len(tokens) == 1 and TEST.match(token) and token.split(".")[0] in self.families and \
                    not FILE_NAME.match(token):
                if not self.is_test(token):
                    self.fault(document, line, "test", f"{token} is no test")
            elif FILE_NAME.match(plain) or PATH.match(plain):
                if not self.is_path(document, plain):
                    self.fault(document, line, "path", f"{token} is not there")
            elif OPTION.match(token):
                self.check_option(document, line, None, OPTION.match(token).group())
            elif not token.startswith("-"):
                for word in re.findall(r"[A-Za-z_*][\w*]*", re.sub(r'"[^"]*"', "", plain)):
                    if len(word) > 1 and not self.is_symbol(word):
                        self.fault(document, line, "symbol", f"{word} is in no code")

    # Commands

    def program_of(self, words):
        """The project's program that a command runs and the index of its word; None for others' programs."""
        for index, word in enumerate(words):
            word = word.strip("`()[]")
            if ASSIGNMENT.match(word) or word in WRAPPERS or re.match(r"^-n?\d*$|^-?\d+$|^\$$", word):
                continue
            name = os.path.basename(word)
            if name in PROGRAMS:
                return name, index
            if "/" in word and self.tree.ends_with(word.lstrip("./")) and word.lstrip("./") not in self.tree.folders:
                return word, index
            return None, index
        return None, 0

    def check_command(self, document, line, text):
        """Checks each command of a line; false when there is none of the project's."""
        found = False
        for part in re.split(r"&&|\|\||[|;]|(?<=\s)#", text):
            words = part.strip("`").split()
            program, index = self.program_of(words)
            if words[index : index + 1] == ["ctest"] or program == "test.sh":
                self.check_chosen_tests(document, line, words)
            for word in words[:index]:
                variable = ASSIGNMENT.match(word)
                if variable and program and variable.group(1) not in self.variables:
                    self.fault(document, line, "variable", f"{variable.group(1)} is not in {ENVIRONMENT}")
            if not program:
                continue
            found = True
            for word in words[index:]:
                program = self.program_of([word])[0] or program
                for option in OPTION.findall(word):
                    self.check_option(document, line, program, option)
        return found

    def check_chosen_tests(self, document, line, words):
        """ctest -L LABEL and -R PATTERN choose some test."""
        for flag, value in zip(words, words[1:]):
            value = value.strip("'\"`]")
            if flag == "-L" and self.labels and not any(re.search(value, label) for label in self.labels):
                self.fault(document, line, "test", f"{value} is no label of a test")
            if flag == "-R" and self.tests and not any(re.search(value, test) for test in self.tests):
                if not self.is_test(value):
                    self.fault(document, line, "test", f"{value} is no test")

    def options(self, program):
        if program not in self.options_of:
            if program in PROGRAMS:
                own = PROGRAMS[program]
                paths = [p for p in self.tree.paths if not p.endswith(".md") and (
                    p.startswith(own) or (own.startswith(("tools/", "lab/")) and SHARED_BY_TOOLS.match(p)))]
            else:
                stem = program.lstrip("./")
                paths = [p for p in self.tree.paths if p == stem or p.endswith("/" + stem)]
            texts = "\n".join(self.tree.text(p) for p in paths)
            self.options_of[program] = set(re.findall(r"--[a-z][a-z0-9-]*", texts))
        return self.options_of[program]

    def check_option(self, document, line, program, option):
        if program:
            known = self.options(program)
        else:
            known = set().union(*(self.options(p) for p in PROGRAMS), self.script_options())
        generic = {"--help", "--version"}
        if option not in known | generic and not any(o.startswith(option) for o in known if option.endswith("-")):
            self.fault(document, line, "option", f"{option} is no option" + (f" of {program}" if program else ""))

    def script_options(self):
        if "" not in self.options_of:
            texts = [self.tree.text(p) for p in self.tree.paths
                     if p.startswith(("scripts/", "tests/", "cmake/", "lab/")) and not re.search(r"\.md$|layout/docs", p)]
            self.options_of[""] = set(re.findall(r"--[a-z][a-z0-9-]*", "\n".join(texts)))
        return self.options_of[""]

    # Figures

    def check_figures(self, document):
        has_command, in_table = False, False
        commands = {line for line, text, _ in document.blocks if self.names_command(text)}
        commands |= {line for line, text in document.spans if self.names_command(text)}
        for number, line in enumerate(document.lines, 1):
            if line.startswith("# ") or line.startswith("## "):
                has_command = False
            has_command = has_command or number in commands
            is_row = line.startswith("|")
            if is_row and not in_table and not has_command:
                rows = "\n".join(document.lines[number : number + 6])
                if len(re.findall(r"\|\s*[\d.]+\s*(?=\|)", rows)) >= 2:
                    self.fault(document, number, "figure", "a table of figures, and no command before it")
            in_table = is_row

    def names_command(self, text):
        return any(self.program_of(part.split())[0] for part in re.split(r"&&|[|;]", text) if part.split())

    # The map

    def check_places(self, document):
        for number, line in enumerate(document.lines, 1):
            if not line.startswith("|"):
                continue
            named = re.findall(r"\]\(\.\./([^)#]+)", line) + re.findall(r"`([\w./-]+/[\w./-]*)`", line)
            texts = [self.tree.text(p) for n in named for p in self.tree.paths
                     if p == n or p.startswith(n.rstrip("/") + "/")]
            if not texts:
                continue
            for symbol in re.findall(r"`([a-z]+_\w+|COOP_\w+)`", line):
                if not any(re.search(rf"\b{symbol}\b", text) for text in texts):
                    self.fault(document, number, "place", f"{symbol} is in no file of this row")

    # The list of variables

    def check_environment(self, document):
        listed = {}
        for number, line in enumerate(document.lines, 1):
            cells = line.split("|")
            if len(cells) > 2:
                listed.update({name: number for name in re.findall(r"`([A-Z]\w*)`", cells[1])})
        self.variables = set(listed)
        readers = read_variables(self.tree)
        for name in sorted(set(readers) - set(listed) - SHELLS_OWN):
            self.fault(document, 1, "variable", f"{name} is used by {readers[name]} and not listed")
        for name in sorted(set(listed) - set(readers)):
            self.fault(document, listed[name], "variable", f"{name} is listed, and nothing reads or sets it")

    def check(self, paths):
        if ENVIRONMENT in self.tree.paths:
            self.check_environment(self.document(ENVIRONMENT))
        for path in paths:
            document = self.document(path)
            self.check_links(document)
            if FIGURES.match(path):
                self.check_figures(document)
            if path == MAP:
                self.check_places(document)
            if HISTORY.match(path):
                if FIGURES.match(path):
                    for line, text, _ in document.blocks:
                        self.check_command(document, line, text)
                continue
            for line, span in document.spans:
                self.check_span(document, line, span)
            for line, text, language in document.blocks:
                self.check_block(document, line, text, language)

    def check_block(self, document, line, text, language):
        if language in ("", "sh", "text"):
            self.check_command(document, line, text)
        for word in re.findall(r"\b(?:coop|COOP)_\w+", text):
            if not self.is_symbol(word):
                self.fault(document, line, "symbol", f"{word} is in no code")
        for path in re.findall(r"(?<![\w./-])(?:\./)?(?:[\w+-]+/)+[\w.+-]+", text):
            top = path.lstrip("./").split("/")[0]
            wild = re.sub(r"\bNAME\b", "*", path.rstrip("."))
            if (top in self.tree.folders or top.startswith("build")) and not self.is_path(document, wild):
                self.fault(document, line, "path", f"{path} is not there")


def read_variables(tree):
    """The environment variables that sources read, or set for others, each with a source."""
    if tree.variables is not None:
        return tree.variables
    readers = tree.variables = {}
    for path in sorted(tree.paths):
        if path.endswith((".md", ".pml", ".expected")) or project.INPUTS.match(path) or path.startswith("tests/layout/"):
            continue
        text = tree.text(path)
        if project.C_FILE.search(path):
            text = project.C_COMMENT.sub(" ", text)
            names = re.findall(r'\b(?:get|set|unset)env\("([A-Z]\w*)"', text)
            names += re.findall(r'#define \w*_VARIABLE "([A-Z]\w*)"', text)
            for values in re.findall(r'\.\w*variables? = (\{[^}]*\}|"\w+")', text):
                names += re.findall(r'"([A-Z]\w*)"', values)
            names += ["COOP_TEST_" + n.upper() for n in re.findall(r'\btest_option\("(\w+)"', text)]
            names += re.findall(r'\bnumber_of\("([A-Z]\w*)"', text)
        elif path.endswith(".py"):
            names = re.findall(r'environ(?:\.get\(|\[)"([A-Z]\w*)"', text)
        elif path.endswith((".cmake", "CMakeLists.txt")):
            names = re.findall(r"ENV\{([A-Z]\w*)\}", text)
            names += re.findall(r'(?:ENVIRONMENT|-E env)\s+"?([A-Z][A-Z0-9_]*)=', text)
            names += re.findall(r'(?m)^    "([A-Z][A-Z0-9_]*)=', text)
        elif text.startswith("#!") and "sh" in text.split("\n", 1)[0] or path.endswith(".sh"):
            text = re.sub(r"(?m)^\s*#.*$", "", text)
            own = set(re.findall(r"(?m)(?:^|[\s;])([A-Z][A-Z0-9_]*)=", text))
            names = re.findall(r"\$\{([A-Z][A-Z0-9_]*)(?::?[-+?=])", text)
            names += re.findall(r"\bexport ([A-Z][A-Z0-9_]*)", text)
            names += re.findall(r"(?m)(?:^|[\s;(])([A-Z][A-Z0-9_]*)=\S* +[^\s;&|]", text)
            names += [n for n in re.findall(r"\$\{?([A-Z][A-Z0-9_]*)", text) if n not in own]
        else:
            continue
        for name in names:
            readers.setdefault(name, path)
    return readers


def read_known(tree):
    known = {}
    if KNOWN in tree.paths:
        for line in tree.text(KNOWN).split("\n"):
            fields = line.split("\t")
            if line.strip() and not line.startswith("#"):
                if len(fields) != 3 or not fields[2].strip():
                    sys.exit(f"{KNOWN}: a line is WORD, PAGES (or -) and REASON, with tabs between: {line}")
                known[fields[0]] = [] if fields[1] == "-" else fields[1].split(",")
    return known


def documents_of(tree):
    chosen = []
    for path in sorted(tree.paths):
        is_page = path.endswith(".md") and not project.INPUTS.match(path)
        is_header = path.startswith("include/") and path.endswith((".h", ".hpp", ".clh"))
        if is_page or is_header:
            chosen.append(path)
    return chosen


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root")
    parser.add_argument("--tests", default=None)
    parser.add_argument("--planted", action="store_true")
    arguments = parser.parse_args()
    root = os.path.abspath(arguments.root)
    tests = {}
    if arguments.tests and os.path.exists(arguments.tests):
        with open(arguments.tests, encoding="utf-8") as file:
            rows = [line.split("\t") for line in file if not line.startswith("#")]
            tests = {row[0]: row[2] for row in rows}
    tree = project.Tree(root)
    if arguments.planted:
        import docs_planted

        sys.exit(docs_planted.run(tree, tests, Checker))
    checker = Checker(tree, tests, read_known(tree))
    paths = documents_of(tree)
    checker.check(paths)
    for path, line, kind, text in sorted(set(checker.faults)):
        print(f"{path}:{line}: {kind}: {text}")
    idle = sorted(set(checker.known) - checker.used)
    for word in idle:
        print(f"{KNOWN}: {word} is no fault of any page; the line is not needed")
    print(f"{len(paths)} documents, {len(set(checker.faults)) + len(idle)} faults")
    if len(paths) < 50:
        sys.exit("these cannot be all documents")
    sys.exit(1 if checker.faults or idle else 0)


if __name__ == "__main__":
    main()
