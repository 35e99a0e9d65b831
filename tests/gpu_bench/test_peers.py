"""Peers from Python on the host runtime: the C interface, a right peer and a wrong one.

Run: python3 test_peers.py LIBRARY, the bench built as a module for the host.
"""

import csv
import ctypes
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench" / "gpu"))
import peers

LIBRARY = sys.argv.pop()
HOST_MEMORY, NO_FLAGS = 0, 0


def select(call, spoil):
    """Sorts each row in Python; spoil repeats the last row's best index."""
    call = call.contents
    shape = call.shape
    pitch, rank = shape.pitch, shape.rank
    scores = (ctypes.c_float * (shape.rows * pitch)).from_address(call.scores)
    lengths = (ctypes.c_int32 * shape.rows).from_address(call.lengths)
    slots = (ctypes.c_int32 * (shape.rows * call.indices_pitch)).from_address(call.indices)
    for row in range(shape.rows):
        order = sorted(range(lengths[row]), key=lambda i, row=row: -scores[row * pitch + i])
        order = (order + [-1] * rank)[:rank]
        if spoil and row == shape.rows - 1:
            order[1] = order[0]
        slots[row * call.indices_pitch:row * call.indices_pitch + rank] = order
    return peers.OK


def bench(*spoilt, shapes="3x300-k8,2x20-k16-p23"):
    """Exit code and the statuses of the entries brought along."""
    error = ctypes.create_string_buffer(b"", 64)
    variants = [peers.describe(f"python-{i}", lambda call, spoil=spoil: select(call, spoil), error,
                               HOST_MEMORY, NO_FLAGS) for i, spoil in enumerate(spoilt)]
    with tempfile.TemporaryDirectory() as folder:
        code = peers.run_bench(LIBRARY, variants, ["--variants", "small-direct", "--shapes", shapes,
                                                   "--rounds", "1", "--cold", "0", "--output", folder])
        with open(f"{folder}/results.csv", newline="") as file:
            rows = list(csv.DictReader(file))
    return code, [row["status"] for row in rows if row["entry"].startswith("python-")]


class Peers(unittest.TestCase):
    def test_a_right_peer_is_timed(self):
        self.assertEqual(bench(False), (0, ["timed", "timed"]))

    def test_a_wrong_peer_is_not(self):
        self.assertEqual(bench(False, True, shapes="3x300-k8"), (1, ["timed", "WRONG"]))

    def test_a_peer_that_fails_says_so(self):
        error = ctypes.create_string_buffer(b"out of luck", 64)
        variant = peers.describe("python-bad", lambda call: peers.FAILED, error, HOST_MEMORY, NO_FLAGS)
        with tempfile.TemporaryDirectory() as folder:
            code = peers.run_bench(LIBRARY, [variant], ["--variants", "small-direct", "--shapes",
                                                        "3x300-k8", "--rounds", "1", "--cold", "0",
                                                        "--output", folder])
            with open(f"{folder}/results.csv", newline="") as file:
                detail = [row["detail"] for row in csv.DictReader(file)
                          if row["entry"] == "python-bad"]
        self.assertEqual(code, 0)
        self.assertEqual(detail, ["status 5: out of luck"])


if __name__ == "__main__":
    unittest.main()
