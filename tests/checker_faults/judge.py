#!/usr/bin/env python3
"""Do the tests of the checker notice its own faults? Runs them with each planted, and prints which test
killed it, after how long.

Usage: judge.py --programs FOLDER [--faults NAME,...] [--sample N [--seed S]] [--jobs N] [--markdown FILE]
Exit codes: 0 all killed, and the unchanged checker passes; 1 otherwise; 2 bad usage.
"""

import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import time

import catalogue

MOST_SECONDS = 60
NAME_OF_TEST = re.compile(r"^-{60,}\n(.+)\n(?:.*\n)*?-{60,}\n", re.MULTILINE)


class Fault:
    def __init__(self, part, program, tests, name, what):
        self.part, self.program, self.tests = part, program, tests
        self.name, self.what = name, what


def faults():
    return [Fault(part, program, tests, name, what)
            for part, program, tests, files in catalogue.SUITES
            for entries in files.values() for name, what, _, _ in entries]


def harmless():
    return [Fault(part, program, tests, catalogue.HARMLESS[part][1], "changes nothing")
            for part, program, tests, _ in catalogue.SUITES]


def run(programs, fault):
    """The test that noticed (empty: none did) and the seconds that took."""
    environment = dict(os.environ, TAILPROOF_CHECKER_FAULT=fault.name,
                       TAILPROOF_TEST_WORKER=str(programs / "planted_worker"))
    start = time.monotonic()
    try:
        result = subprocess.run([programs / f"planted_test_{fault.program}", "--abort", *fault.tests],
                                env=environment, capture_output=True, text=True, errors="replace",
                                timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return f"(no end within {MOST_SECONDS} s)", MOST_SECONDS
    seconds = time.monotonic() - start
    if result.returncode == 0:
        return "", seconds
    test = NAME_OF_TEST.search(result.stdout)
    return (test.group(1).strip() if test else f"(exit code {result.returncode})"), seconds


def sampled(every, count, seed):
    order = sorted(every, key=lambda f: hashlib.sha256(f"{seed} {f.name}".encode()).digest())
    return order[:count]


def markdown(rows):
    lines = ["# Faults of the checker itself", "",
             "Places of the oracle, the guards and the shrinker, changed one at a time; the tests of that part",
             "must fail. `tests/checker_faults/` holds the changes. Printed by:", "",
             "```console",
             "$ python3 tests/checker_faults/judge.py --programs build/release/bin --markdown FILE",
             "```", "",
             f"{platform.machine()}, {time.strftime('%Y-%m-%d')}: {len(rows)} faults, "
             f"{sum(1 for row in rows if row[1])} killed.", "",
             "| part | fault | the checker then | killed by the test | s |", "|--|--|--|--|--|"]
    lines += [f"| {f.part} | {f.name} | {f.what} | {test or '**survives**'} | {seconds:.1f} |"
              for f, test, seconds in rows]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--faults", default="")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", default=os.environ.get("TAILPROOF_SEED", "1"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--markdown", type=pathlib.Path)
    options = parser.parse_args()

    chosen = faults()
    if options.faults:
        names = options.faults.split(",")
        chosen = [f for f in faults() + harmless() if f.name in names or f.part in names]
        if not chosen:
            print(f"no such fault: {options.faults}")
            return 2
    if options.sample:
        chosen = sampled(chosen, options.sample, options.seed)
        print(f"seed {options.seed}: {len(chosen)} of {len(faults())} faults")

    right = True
    if not options.faults and not options.sample:
        for fault in harmless():
            test, _ = run(options.programs, fault)
            if test:
                print(f"FAILS UNCHANGED: {fault.part}, in {test}")
                right = False
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [(fault, pool.submit(run, options.programs, fault)) for fault in chosen]
        for fault, future in runs:
            test, seconds = future.result()
            rows.append((fault, test, seconds))
            print(f"{fault.part:<9} {fault.name:<28} {seconds:6.1f} s  {test or '-'}", flush=True)
    survivors = [fault for fault, test, _ in rows if not test]
    for fault in survivors:
        print(f"SURVIVES: {fault.name} ({fault.what})")
    print(f"{len(rows)} faults of the checker, {len(rows) - len(survivors)} killed by its tests")
    if options.markdown:
        options.markdown.write_text(markdown(rows))
    return 0 if right and not survivors else 1


if __name__ == "__main__":
    sys.exit(main())
