"""The package as pip installs it: a wheel, offline, in an environment of its own; and where the library is looked for."""

import glob
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

from support import main

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
NO_NETWORK = {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9", "PIP_RETRIES": "0",
              "PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def ran(*command, **environment):
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def folder_of(test):
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    return folder.name


class PipInstallsItOffline(unittest.TestCase):
    def tree(self):
        """What lies at the top of the tree and in python/, where builds of Python packages leave things."""
        return sorted(os.listdir(ROOT)) + sorted(glob.glob(os.path.join(ROOT, "python", "**"), recursive=True))

    def test_in_an_environment_of_its_own(self):
        folder = folder_of(self)
        made = ran(sys.executable, "-m", "venv", "--system-site-packages", folder)
        if made.returncode != 0:
            self.skipTest(f"there is no venv here (Debian's package python3-venv): {made.stdout}{made.stderr}")
        python = os.path.join(folder, "bin", "python")
        before = self.tree()
        installed = ran(python, "-m", "pip", "install", ROOT, PYTHONPATH="", **NO_NETWORK)
        self.assertEqual(installed.returncode, 0, installed.stdout + installed.stderr)
        self.assertEqual(self.tree(), before)
        told = ran(python, "-c", "import coop; print(coop.__version__, coop.__file__)", PYTHONPATH="")
        self.assertEqual(told.returncode, 0, told.stderr)
        version, path = told.stdout.split()
        self.assertTrue(os.path.realpath(path).startswith(os.path.realpath(folder)), path)
        used = ran(python, "-c", "import coop; print(coop.Module('kernel void k(int n) { }').kernels['k'])", PYTHONPATH="")
        self.assertEqual((used.returncode, used.stdout), (0, "kernel void k(int n)\n"), used.stderr)
        shown = ran(python, "-m", "pip", "show", "--files", "coop", PYTHONPATH="", **NO_NETWORK).stdout
        self.assertIn(f"Version: {version}\n", shown)
        self.assertIn("Requires: numpy", shown)

    def test_the_wheel_has_every_file_once(self):
        folder = folder_of(self)
        built = ran(sys.executable, "-c", "import backend, sys; print(backend.build_wheel(sys.argv[1]))", folder)
        self.assertEqual(built.returncode, 0, built.stderr)
        with zipfile.ZipFile(os.path.join(folder, built.stdout.strip())) as wheel:
            names = wheel.namelist()
            record = wheel.read([name for name in names if name.endswith("/RECORD")][0]).decode()
        self.assertEqual([line.split(",")[0] for line in record.splitlines()], names)
        modules = {os.path.basename(path) for path in glob.glob(os.path.join(ROOT, "python", "coop", "*.py"))}
        self.assertEqual({os.path.basename(name) for name in names if name.startswith("coop/")}, modules | {"_version.py"})


class TheLibraryIsFound(unittest.TestCase):
    PROGRAM = "import coop; print(len(coop.Module('kernel void k(void) { }').kernels)); coop.devices()"

    def test_by_file_and_by_directory(self):
        library = os.environ["COOP_LIBRARY"]
        for place in (library, os.path.dirname(library)):
            told = ran(sys.executable, "-c", self.PROGRAM, COOP_LIBRARY=place)
            self.assertEqual((told.returncode, told.stdout), (0, "1\n"), told.stderr)

    def test_by_the_usual_search(self):
        folder = folder_of(self)
        for path in glob.glob(os.path.join(os.path.dirname(os.environ["COOP_LIBRARY"]), "libcoop*.so*")):
            soname = os.path.basename(path).split(".so")[0] + ".so.0"
            shutil.copy(path, os.path.join(folder, soname))
        told = ran(sys.executable, "-c", self.PROGRAM, COOP_LIBRARY="", LD_LIBRARY_PATH=folder)
        self.assertEqual((told.returncode, told.stdout), (0, "1\n"), told.stderr)

    def test_where_there_is_none(self):
        told = ran(sys.executable, "-c", self.PROGRAM, COOP_LIBRARY="/no/such/libcoop.so")
        self.assertNotEqual(told.returncode, 0)
        self.assertIn("ImportError: coop: there is no shared library", told.stderr)
        self.assertIn("COOP_LIBRARY", told.stderr)


if __name__ == "__main__":
    main()
