"""Turns the raw output of bench_generators into docs/measured/generators-speed.md.

Usage: python3 bench/generators_report.py COMMAND RAW.csv...; prints the Markdown, and exits with 1 if
a family takes more than the goal in all of the given runs. Time taken by other processes only ever adds,
so the least of all repetitions of all runs counts.
"""

import csv
import itertools
import sys
import time

import report

GOAL = 200.0  # microseconds of CPU time for a row of 100,000 scores


def least_times(paths):
    """Least CPU microseconds of each recipe over all runs, in the order of the benchmark."""
    times = {}
    for path in paths:
        with open(path, encoding="utf-8", newline="") as raw:
            table = itertools.dropwhile(lambda line: not line.startswith("name,"), raw)
            for row in csv.DictReader(table):
                name, _, rest = row["name"].partition("/min_time")
                if rest.endswith("_least"):
                    times[name] = min(times.get(name, float("inf")), float(row["cpu_time"]))
    return times


def main():
    command, paths = sys.argv[1], sys.argv[2:]
    times = least_times(paths)
    slow = [name for name, time_of in times.items() if time_of > GOAL]
    compiler = report.output_of("c++", "--version").splitlines()
    print("# Speed of the families")
    print()
    print(f"- Date: {time.strftime('%Y-%m-%d')}; commit "
          f"{report.output_of('git', 'rev-parse', '--short', 'HEAD')}")
    print(f"- Command: `{command}`; raw output in `docs/measured/generators-speed/`")
    print(f"- Processor: {report.processor()}, one core, shared with other work")
    print(f"- Compiler: {compiler[0]}, release build (`-O3`, no `-march`; loops in two versions, the "
          "wider for AVX2)")
    print(f"- A row of 100,000 scores, K = 2048, made whole: memory, scores, padding. CPU time, the "
          f"least of 20 repetitions in each of {len(paths)} runs")
    print()
    verdict = f"missed by {', '.join(slow)}" if slow else "met by every family in every mode"
    print(f"Goal: at most {GOAL:.0f} us. {verdict[0].upper()}{verdict[1:]}; the slowest takes "
          f"{max(times.values()):.0f} us.")
    print()
    print("| family and mode | us |")
    print("|--|--:|")
    for name, time_of in times.items():
        print(f"| {name} | {time_of:.0f} |")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
