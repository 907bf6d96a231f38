"""The examples end well, and the notebook does what it shows."""

import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from support import context, main

FOLDER = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "14_python"))


def run(*arguments):
    done = subprocess.run([sys.executable, *arguments], cwd=FOLDER, capture_output=True, text=True, check=False)
    if done.returncode == 77:
        raise unittest.SkipTest(done.stdout)
    return done


class ExamplesEndWell(unittest.TestCase):
    def ends_well(self, name, *arguments):
        done = run(f"{name}.py", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_graph_search(self):
        self.assertIn("nodes reached", self.ends_well("graph_search"))

    def test_queens(self):
        self.assertIn("10 queens: 724 solutions", self.ends_well("queens"))

    def test_multitasking(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture.svg")
            self.ends_well("multitasking", path)
            xml.etree.ElementTree.parse(path)

    def test_all_of_them_are_here(self):
        names = {os.path.basename(path)[:-3] for path in glob.glob(os.path.join(FOLDER, "*.py"))}
        self.assertEqual(names, {"graph_search", "queens", "multitasking"})


class NotebookDoesWhatItShows(unittest.TestCase):
    def cells(self):
        with open(os.path.join(FOLDER, "example.ipynb"), encoding="utf-8") as file:
            notebook = json.load(file)
        self.assertEqual(notebook["nbformat"], 4)
        return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]

    def test_its_cells_run_in_order(self):
        context().close()  # skipped where there is no device
        program = "\n".join(self.cells())
        done = run("-c", program + "\nassert trace.check().is_violated == 0 and trace._repr_svg_().count('<rect') > 3\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class NotebookRunsInJupyter(unittest.TestCase):
    def test_it_is_executed(self):
        try:
            import nbconvert  # noqa: F401
            import ipykernel  # noqa: F401
        except ImportError:
            self.skipTest("there is no Jupyter here (Debian's packages jupyter-nbconvert and python3-ipykernel)")
        context().close()
        with tempfile.TemporaryDirectory() as folder:
            done = run("-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", folder, "example.ipynb")
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(os.path.join(folder, "example.ipynb"), encoding="utf-8") as file:
                executed = json.load(file)
        shown = [output.get("data", {}) for cell in executed["cells"] for output in cell.get("outputs", [])]
        self.assertTrue(any("image/svg+xml" in data for data in shown), shown)


if __name__ == "__main__":
    main()
