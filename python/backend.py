"""Builds the wheel of the package coop, for pip (PEP 517): a zip of python/coop with its metadata.

It wants no other package and leaves nothing in the tree. The version is that of include/coop/version.h.

    python3 python/backend.py DIRECTORY

puts the package into DIRECTORY as a distribution's packager wants it (cmake/CoopPackage.cmake): with its metadata, and without the
record of files by which pip would uninstall it.
"""

import base64
import hashlib
import os
import re
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TAG = "py3-none-any"
WHEEL = f"Wheel-Version: 1.0\nGenerator: coop\nRoot-Is-Purelib: true\nTag: {TAG}\n"
DATE = (1980, 1, 1, 0, 0, 0)  # the same files make the same wheel


def _read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def version():
    text = _read("include", "coop", "version.h")
    return ".".join(re.search(rf"COOP_VERSION_{part} (\d+)", text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))


def _metadata():
    return (f"Metadata-Version: 2.1\nName: coop\nVersion: {version()}\nSummary: Cooperative kernels for OpenCL\n"
            "License: Apache-2.0\nRequires-Python: >=3.9\nRequires-Dist: numpy\nProvides-Extra: opencl\n"
            "Requires-Dist: pyopencl; extra == 'opencl'\nDescription-Content-Type: text/markdown\n\n"
            + _read("docs", "python.md"))


def _information():
    return {"METADATA": _metadata(), "WHEEL": WHEEL, "licenses/LICENSE": _read("LICENSE")}


def _sources():
    folder = os.path.join(HERE, "coop")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py") and name != "_version.py":
            yield f"coop/{name}", _read("python", "coop", name)
    yield "coop/_version.py", f'VERSION = "{version()}"\n'


def _write(directory, files):
    for name, text in files.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = f"coop-{version()}.dist-info"
    _write(os.path.join(metadata_directory, folder), _information())
    return folder


def unpack(directory):
    """The package's files and its METADATA."""
    _write(directory, {**dict(_sources()), f"coop-{version()}.dist-info/METADATA": _metadata()})


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = f"coop-{version()}.dist-info"
    files = dict(_sources())
    files.update({f"{folder}/{name}": text for name, text in _information().items()})
    record = ""
    for name, text in files.items():
        data = text.encode()
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{folder}/RECORD"] = f"{record}{folder}/RECORD,,\n"
    wheel = f"coop-{version()}-{TAG}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("the source of the package is the source of coop; install from its tree")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 python/backend.py DIRECTORY")
    unpack(sys.argv[1])
