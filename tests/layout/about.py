#!/usr/bin/env python3
"""about.py ROOT: what the files about the project say is what the project says: CITATION.cff has the version of
include/coop/version.h, REUSE.toml gives every file the licence that LICENSE has, and no file claims another."""
import os
import re
import sys
import tomllib

sys.dont_write_bytecode = True
import tree  # noqa: E402

TITLES = {"Apache-2.0": "Apache License\n                           Version 2.0"}
CLAIM = re.compile(r"SPDX-License-" + r"Identifier:\s*(\S+)")


def main():
    root = sys.argv[1]
    faults = []
    version = re.findall(r"COOP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", tree.read(root, "include/coop/version.h"))
    fields = dict(re.findall(r"^([a-z-]+): *(\S.*)$", tree.read(root, "CITATION.cff"), re.MULTILINE))
    for name in ("cff-version", "message", "title", "version", "license"):
        if name not in fields:
            faults.append(f"CITATION.cff has no {name}")
    if fields.get("version") != ".".join(version):
        faults.append(f"CITATION.cff has version {fields.get('version')}, include/coop/version.h {'.'.join(version)}")

    annotations = tomllib.loads(tree.read(root, "REUSE.toml"))["annotations"]
    for_all = [a["SPDX-License-Identifier"] for a in annotations if a["path"] == "**"]
    licence = tree.read(root, "LICENSE")
    if len(for_all) != 1 or TITLES.get(for_all[0], "no title") not in licence:
        faults.append(f"REUSE.toml gives all files {for_all}, and LICENSE is another")
    else:
        if fields.get("license") != for_all[0]:
            faults.append(f"CITATION.cff has the licence {fields.get('license')}, REUSE.toml {for_all[0]}")
        if tree.read(root, f"LICENSES/{for_all[0]}.txt") != licence:
            faults.append(f"LICENSES/{for_all[0]}.txt is not LICENSE")
        for path in tree.files(root):
            claims = CLAIM.findall(tree.read(root, path)) if os.path.isfile(os.path.join(root, path)) else []
            faults += [f"{path} claims the licence {claim}" for claim in claims if claim != for_all[0]]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


sys.exit(main())
