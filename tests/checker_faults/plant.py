#!/usr/bin/env python3
"""Writes copies of the checker's sources in which the environment chooses a fault of the catalogue.

Usage: plant.py ROOT OUT PROGRAM     (writes OUT/<file>; a text that is not once in its file is an error)
       plant.py --files PROGRAM    (lists the sources, for CMake)
"""

import pathlib
import sys

import catalogue


def choice(old, changes):
    """The text that does as the chosen fault says, else as before."""
    if old.endswith(";"):
        text = "{ " + old + " }"
        for name, new in changes:
            text = f'if (TAILPROOF_CHECKER_FAULT("{name}")) {{ {new} }} else {text}'
        return text
    text = f"({old})"
    for name, new in changes:
        text = f'(TAILPROOF_CHECKER_FAULT("{name}") ? ({new}) : {text})'
    return text


def planted(path, text, entries):
    by_old = {}
    for name, old, new in entries:
        by_old.setdefault(old, []).append((name, new))
    for old, changes in by_old.items():
        if text.count(old) != 1:
            raise SystemExit(f"{path}: {text.count(old)} times, not once: {old}")
        text = text.replace(old, choice(old, changes))
    return '#include "checker_fault.hpp"\n' + text


def entries_of(program):
    """File by file what the parts that this program tests change: name, text, replacement."""
    result = {}
    for part, tested_by, _, files in catalogue.SUITES:
        if tested_by != program:
            continue
        for path, entries in files.items():
            result[path] = [(entry, old, new) for entry, _, old, new in entries]
        path, entry, old, new = catalogue.HARMLESS[part]
        result[path].append((entry, old, new))
    return result


def main(root, out, program):
    for path, entries in entries_of(program).items():
        target = pathlib.Path(out) / pathlib.Path(path).name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = planted(path, (pathlib.Path(root) / path).read_text(), entries)
        if not target.exists() or target.read_text() != text:
            target.write_text(text)


if __name__ == "__main__":
    if sys.argv[1] == "--files":
        print(";".join(entries_of(sys.argv[2])))
    else:
        main(*sys.argv[1:])
