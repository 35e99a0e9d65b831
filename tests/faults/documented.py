#!/usr/bin/env python3
"""docs/faults.md lists what the catalogue holds, to the letter. Usage: documented.py TOOL LIBRARY DOCUMENT"""

import pathlib
import subprocess
import sys


def main(tool, library, document):
    listed = subprocess.run([tool, "faults", "--list", "--library", library], capture_output=True,
                            text=True, check=True).stdout.splitlines()
    tables = pathlib.Path(document).read_text().split("## What is not in it")[0]
    written = [line for line in tables.splitlines()
               if line.startswith("| ") and not line.startswith("| fault |")]
    missing = [line for line in listed if line not in written]
    stale = [line for line in written if line not in listed]
    for line in missing:
        print("missing:", line)
    for line in stale:
        print("stale:  ", line)
    print(f"{len(listed)} selectors, {len(missing)} missing, {len(stale)} stale")
    return 1 if missing or stale or not listed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
