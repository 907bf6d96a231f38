"""The files of the project as the checks of tests/layout see them."""

import os
import re

INPUTS = re.compile(r"tests/translate/(rejects|warns|runs|golden|corpus)/|tests/fuzz_coopc/found/")
NOT_SOURCES = re.compile(r"^(\.(?!ci$|clang-format$|gitignore$).*|build.*|shared|kit|__pycache__)$")

WORD = re.compile(r"[A-Za-z_]\w*")
C_FILE = re.compile(r"\.(c|h|cl|clh|cu|cpp|hpp)$")
C_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def files(root):
    """The paths of all files of the project, relative to root."""
    for folder, folders, names in os.walk(root):
        here = os.path.relpath(folder, root)
        is_top = here == "."
        folders[:] = sorted(f for f in folders if f != "__pycache__" and not (is_top and NOT_SOURCES.match(f)))
        for name in sorted(names):
            if not (is_top and NOT_SOURCES.match(name)):
                yield os.path.normpath(os.path.join(here, name))


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


class Tree:
    """All paths, the text of each source, and the words that are in code."""

    def __init__(self, root, replaced=None):
        self.root = root
        self.paths = set(files(root))
        self.folders = {"."}
        for path in self.paths:
            while os.path.dirname(path):
                path = os.path.dirname(path)
                self.folders.add(path)
        self.names = {os.path.basename(path) for path in self.paths}
        self.texts = dict(replaced or {})
        self.words = set()
        self.variables = None  # what docs.py finds, once
        for path in self.paths:
            if path.endswith(".md") or path.startswith("docs/") or INPUTS.match(path):
                continue
            if re.search(r"\.(svg|gz|xz|expected|json|graph|gr)$", path) or path.startswith("tests/layout/docs"):
                continue
            text = self.text(path)
            if C_FILE.search(path):
                text = C_COMMENT.sub(" ", text)
            self.words.update(WORD.findall(text))

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = read(self.root, path)
        return self.texts[path]

    def has(self, path):
        return path in self.paths or path in self.folders

    def ends_with(self, tail):
        """Is there a file or a folder of this path, or one that ends with it?"""
        tail = tail.rstrip("/")
        return self.has(tail) or any(p.endswith("/" + tail) for p in self.paths) or any(
            p.endswith("/" + tail) for p in self.folders)
