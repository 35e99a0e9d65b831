"""Turns the raw benchmark output into docs/measured/reference-speed.md.

Usage: python3 bench/report.py RAW_FOLDER COMMAND; reads *.json there and argpartition.json, prints
the Markdown, and exits with 1 if a goal is missed.
"""

import json
import pathlib
import platform
import subprocess
import sys
import time

# (what, numerator, denominator, bound, "at least" or "at most")
GOALS = [
    ("reference select is faster than nth_element on pairs", "nth_element_on_pairs",
     "reference_select", 5.0, "at least"),
    ("reference select is faster than numpy's argpartition", "numpy_argpartition",
     "reference_select", 1.0, "at least"),
    ("oracle takes the time of a plain maximum (the build's own instructions)", "oracle",
     "plain_maximum", 2.0, "at most"),
    ("oracle takes the time of a plain maximum in AVX2", "oracle", "plain_maximum_avx2", 2.0,
     "at most"),
    ("reading .npy takes the time of a bare memory map", "npy_through_io",
     "npy_through_bare_map", 1.1, "at most"),
]
SIZES = {"64": "64K", "245": "245K"}


def read_times(folder):
    """Least CPU microseconds of all repetitions, by name; and the first context met."""
    times, context = {}, {}
    for path in sorted(folder.glob("*.json")):
        raw = json.loads(path.read_text())
        if "times" in raw:
            times.update(raw["times"])
            context["numpy"] = raw["numpy"]
            continue
        context = {**raw["context"], **context}
        for run in raw["benchmarks"]:
            if run.get("run_type") == "aggregate" or run.get("error_occurred"):
                continue
            name = run["run_name"].split("/repeats:")[0]
            times[name] = min(times.get(name, float("inf")), run["cpu_time"])
            context.setdefault("lengths", {})[name.split("/")[1]] = run["length"]
            context.setdefault("rows", {})[name.split("/")[1]] = run["rows"]
    return times, context


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def heading(context, command):
    compiler = output_of("c++", "--version").splitlines()
    load = context.get("load_avg") or [float("nan")]
    yield "# Speed of the reference, the oracle and the .npy reader"
    yield ""
    yield f"- Date: {time.strftime('%Y-%m-%d')}; commit {output_of('git', 'rev-parse', '--short', 'HEAD')}"
    yield f"- Command: `{command}`; raw output in `docs/measured/reference-speed/`"
    yield f"- Processor: {processor()}, one core of {context['num_cpus']}; load at start {load[0]}"
    yield f"- Compiler: {compiler[0] if compiler else 'unknown'}, release build (`-O3`, no `-march`)"
    yield f"- numpy: {context.get('numpy', 'not here, skipped')}"
    for key, label in SIZES.items():
        yield (f"- {label} rows: {context['rows'][key]:.0f} real rows of mean length "
               f"{context['lengths'][key]:.0f}, in turn, K = 2048")
    yield ""
    yield ("CPU time a row, the least of the repetitions. Every answer was verified in the same "
           "run before it was timed.")
    yield ""


def main():
    folder = pathlib.Path(sys.argv[1])
    times, context = read_times(folder)
    lines = list(heading(context, sys.argv[2]))
    lines += ["| benchmark | 64K, us | 245K, us |", "|--|--:|--:|"]
    for name in sorted({name.split("/")[0] for name in times}):
        cells = [f"{times[f'{name}/{s}']:.1f}" if f"{name}/{s}" in times else "" for s in SIZES]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines += ["", "| goal | 64K | 245K | |", "|--|--:|--:|--|"]
    missed = 0
    for what, over, under, bound, sense in GOALS:
        ratios = []
        for size in SIZES:
            if f"{over}/{size}" in times and f"{under}/{size}" in times:
                ratios.append(times[f"{over}/{size}"] / times[f"{under}/{size}"])
        if len(ratios) < len(SIZES):
            lines.append(f"| {what}: {sense} {bound:g} x | | | SKIP: not measured here |")
            continue
        met = all(r >= bound if sense == "at least" else r <= bound for r in ratios)
        missed += not met
        cells = " | ".join(f"{r:.2f} x" for r in ratios)
        lines.append(f"| {what}: {sense} {bound:g} x | {cells} | {'met' if met else 'MISSED'} |")
    print("\n".join(lines))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
