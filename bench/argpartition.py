"""numpy's argpartition on the rows of bench/real_rows.hpp, one core, verified before it is timed.

Usage: python3 bench/argpartition.py FOLDER SECONDS; prints one JSON object: CPU microseconds a row.
"""

import json
import pathlib
import sys
import time

import numpy

RANK = 2048
CAPTURES = {"64": "indexer_layer1_64k", "245": "indexer_layer5_245k"}
REPETITIONS = 5


def select(row):
    """Positions of the RANK greatest scores, in no order."""
    return numpy.argpartition(row, len(row) - RANK)[len(row) - RANK:]


def verify(rows):
    for row in rows:
        chosen = numpy.sort(row[select(row)])
        if not numpy.array_equal(chosen, numpy.sort(row)[len(row) - RANK:]):
            raise SystemExit("argpartition: wrong answer")


def time_rows(rows, seconds):
    """Least CPU time a row of REPETITIONS timings."""
    best = float("inf")
    for _ in range(REPETITIONS):
        start = time.process_time()
        passes = 0
        while time.process_time() - start < seconds:
            for row in rows:
                select(row)
            passes += 1
        best = min(best, (time.process_time() - start) / (passes * len(rows)))
    return best * 1e6


def main():
    folder, seconds = pathlib.Path(sys.argv[1]), float(sys.argv[2])
    times = {}
    for argument, name in CAPTURES.items():
        scores = numpy.load(folder / f"{name}.npy", mmap_mode="r")
        lengths = numpy.load(folder / f"{name}.lengths.npy").reshape(-1)
        rows = [numpy.array(scores[r, :length]) for r, length in enumerate(lengths)
                if length * 4 >= scores.shape[1] * 3]
        verify(rows)
        times[f"numpy_argpartition/{argument}"] = time_rows(rows, seconds)
    print(json.dumps({"numpy": numpy.__version__, "times": times}))


if __name__ == "__main__":
    main()
