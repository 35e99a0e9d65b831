"""The replayers' exit codes, and a finding as a case. Usage: test_replay.py BIN ROOT TOOL"""

import pathlib
import struct
import subprocess
import sys
import tempfile

BIN, ROOT, TOOL = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]


def run(*command):
    return subprocess.run([str(word) for word in command], text=True, capture_output=True,
                          check=False)


def overflowing_row():
    """A row whose tail of 40 outgrows CAP = 16: the canary's planted fault drops the best scores."""
    header = bytes([0, 15, 0, 5 | 1 << 4]) + struct.pack("<HH", 7, 0)
    return header + struct.pack("<40f", *[1 + i / 2**20 for i in range(40)])


def check_canary(folder):
    finding = folder / "finding"
    finding.write_bytes(overflowing_row())
    ran = run(BIN / "replay_canary", finding)
    assert ran.returncode == 1 and "finding: " in ran.stdout, ran.stdout
    made = run(BIN / "replay_canary", "--to-case", finding, "--store", folder / "store")
    assert made.returncode == 0, made.stderr
    case = made.stdout.splitlines()[0].removeprefix("case: ")
    if not TOOL:
        return
    replayed = run(TOOL, "replay", case)
    assert replayed.returncode == 1, replayed.stdout + replayed.stderr
    shrunk = run(TOOL, "shrink", case)
    assert shrunk.returncode == 1 and "stored: " in shrunk.stdout, shrunk.stdout + shrunk.stderr


def check_exit_codes(folder):
    empty = folder / "empty"
    empty.mkdir()
    for arguments, code in [([], 2), (["--no-such"], 2), ([folder / "missing"], 2),
                            ([empty], 3), ([ROOT / "fuzz/corpus/planner"], 0),
                            (["--require-marks", ROOT / "fuzz/corpus/planner"], 1),
                            (["--to-case", ROOT / "fuzz/corpus/planner/seed-00"], 2)]:
        ran = run(BIN / "replay_planner", *arguments)
        assert ran.returncode == code, (arguments, ran.returncode, ran.stdout, ran.stderr)


def check_corpora():
    files = [path for path in (ROOT / "fuzz/corpus").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    assert size < 2_000_000, size
    for target in (ROOT / "fuzz/targets").glob("*.cpp"):
        assert any(path.parent.name == target.stem for path in files), f"no corpus: {target.stem}"


with tempfile.TemporaryDirectory() as name:
    check_canary(pathlib.Path(name))
    check_exit_codes(pathlib.Path(name))
check_corpora()
