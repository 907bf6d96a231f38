"""The site of the documents, made by Sphinx from the Markdown that is there: scripts/docs-site."""

import os
import re

project = "coop"
author = "The coop developers"
project_copyright = "The coop developers"
with open(os.path.join(os.path.dirname(__file__), "../../include/coop/version.h"), encoding="utf-8") as version_file:
    release = ".".join(re.findall(r"COOP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", version_file.read()))

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "README"
include_patterns = ["*.md", "docs/**", "include/**", "examples/**", "apps/**", "tests/**", "tools/**", "lab/**"]
exclude_patterns = ["build*", "shared", ".*", "**/__pycache__", "tests/translate/golden/**"]
myst_heading_anchors = 6
# Samples for people: "…", and OpenCL C, which no lexer knows.
suppress_warnings = ["misc.highlighting_failure"]
nitpicky = True
pygments_style = "friendly"
highlight_language = "text"
html_theme = "alabaster"
html_theme_options = {"page_width": "70rem", "fixed_sidebar": True, "description": "Cooperative kernels for OpenCL"}
html_sidebars = {"**": ["about.html", "searchbox.html", "navigation.html"]}
html_show_sphinx = False
html_copy_source = False

# The order of the pages; those that are not named follow in the order of their names.
CONTENTS = """

```{{toctree}}
:hidden:
:glob:

docs/tutorial
docs/language
docs/cmake
docs/diagnostics
{pages}
```
"""
PAGES = [
    "docs/*",
    "examples/*/README",
    "lab/*",
    "lab/results/*",
    "docs/decisions/*",
    "CONTRIBUTING",
    "CHANGELOG",
    "*/README",
    "*/*/README",
    "*/*/*/README",
]
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#:]+)\)")


def lead_to_pages(app, name, source):
    """A folder's page is its README; where it has none, its name is no link, as there is nothing to show."""
    here = os.path.dirname(os.path.join(app.srcdir, name))

    def link(found):
        target = os.path.join(here, found.group(2))
        if not os.path.isdir(target):
            return found.group(0)
        if os.path.exists(os.path.join(target, "README.md")):
            return f"[{found.group(1)}]({found.group(2).rstrip('/')}/README.md)"
        return found.group(1)

    source[0] = LINK.sub(link, source[0])
    if name == root_doc:
        source[0] += CONTENTS.format(pages="\n".join(PAGES))


def setup(app):
    app.connect("source-read", lead_to_pages)
