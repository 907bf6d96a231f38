#!/usr/bin/env python3
"""site.py ROOT WORK: scripts/docs-site makes pages of the documents, every link of which leads to a file and to a
place in it; nothing is loaded from elsewhere, and the search knows the words of the pages. Exit status 77: Sphinx or
its reader of Markdown is not there."""
import html.parser
import os
import shutil
import subprocess
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The places of a page, its links, and what a browser loads with it."""

    def __init__(self, path):
        super().__init__()
        self.places, self.links, self.loads = set(), [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.places |= {attributes[name] for name in ("id", "name") if attributes.get(name)}
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        elif tag in ("script", "img", "iframe") and attributes.get("src"):
            self.loads.append(attributes["src"])
        elif tag == "link" and attributes.get("rel") != "canonical" and attributes.get("href"):
            self.loads.append(attributes["href"])


def faults_of(site):
    pages = {}
    for folder, _, names in os.walk(site):
        for name in names:
            if name.endswith(".html"):
                path = os.path.normpath(os.path.join(folder, name))
                pages[path] = Page(path)
    for path, page in sorted(pages.items()):
        for link in page.links + page.loads:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loads:
                    yield f"{path} loads {link}"
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path)))
            target = target if parts.path else path
            place = urllib.parse.unquote(parts.fragment)
            if not os.path.isfile(target):
                yield f"{path}: {link} leads nowhere"
            elif place and target in pages and place not in pages[target].places:
                yield f"{path}: {link} leads to no place"
    yield from (f"the site has no page {name}" for name in ("index", "docs/tutorial", "examples/01_hello/README")
                if os.path.join(site, name + ".html") not in pages)
    with open(os.path.join(site, "searchindex.js"), encoding="utf-8") as file:
        if "megakernel" not in file.read():
            yield "the search does not know the word megakernel"


def main():
    root, work = sys.argv[1:]
    if not shutil.which("sphinx-build"):
        print("there is no sphinx-build (Debian: python3-sphinx, python3-myst-parser)")
        return 77
    with open(shutil.which("sphinx-build"), encoding="utf-8") as file:
        python = file.readline().removeprefix("#!").split()
    if subprocess.run([*python, "-c", "import myst_parser"], stderr=subprocess.DEVNULL).returncode != 0:
        print("Sphinx cannot read Markdown (Debian: python3-myst-parser)")
        return 77
    shutil.rmtree(work, ignore_errors=True)
    made = subprocess.run([os.path.join(root, "scripts/docs-site"), work])
    faults = [] if made.returncode else list(faults_of(work))
    for fault in faults:
        print(fault)
    return 1 if made.returncode or faults else 0


sys.exit(main())
