"""scripts/fuzz --all on engines that pretend: it goes on where its log ends, and rests after a
finding; the committed log adds up to the committed sums. Usage: test_long_runs.py ROOT
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()
LOG = "docs/measured/fuzzing.tsv"
TARGETS = ("kernels", "scores", "readers", "recipe", "oracle", "planner", "shrinker")

ENGINE = f"""#!{sys.executable}
import sys
import time
print("#2 INITED cov: 5 ft: 6 corp: 1/1b")
print("#9 DONE cov: 7 ft: 8 corp: 2/2b")
print("stat::number_of_executed_units: 9")
while time.process_time() < {{seconds}}:
    pass
sys.exit({{code}})
"""
REPLAYER = """#!/bin/sh
echo "mark route-trivial 3"
echo "mark route-band 0"
echo "fake: 2 inputs, 0 findings"
"""


def program(folder, name, text):
    path = folder / "bin" / name
    path.write_text(text)
    path.chmod(0o755)


def line(log, target, seconds):
    with open(log, "a", encoding="ascii") as file:
        file.write(f"2026-01-01T00:00:00Z\tc0ffee\t{target}\t{seconds}\t{seconds}\t10\t1\t1\t1\t1\t0\t0\n")


def run(*command):
    return subprocess.run([str(word) for word in command], text=True, capture_output=True,
                          check=False)


def check_rounds(folder):
    """Of three targets below the goal one shows something, one gets what it lacks, one began never."""
    (folder / "bin").mkdir()
    for target in TARGETS:
        program(folder, f"replay_{target}", REPLAYER)
        program(folder, f"fuzz_{target}", ENGINE.format(seconds=0, code=99))
    program(folder, "fuzz_planner", ENGINE.format(seconds=0.7, code=0))
    log = folder / "log.tsv"
    log.write_text((ROOT / LOG).read_text(encoding="ascii").splitlines(keepends=True)[0])
    for target in set(TARGETS) - {"planner", "oracle", "shrinker"}:
        line(log, target, 60)
    line(log, "planner", 59)
    line(log, "oracle", 20)
    ran = run(ROOT / "scripts/fuzz", "--all", "1", "--at-once", "2", "--build", folder, "--log", log)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "FAILED: oracle rests" in ran.stdout and "FAILED: shrinker rests" in ran.stdout, ran.stdout
    rows = [row.split("\t") for row in log.read_text().splitlines()[7:]]
    assert sorted(row[2] for row in rows) == ["oracle", "planner", "shrinker"], rows
    assert rows[0][2] in ("shrinker", "oracle"), "the one that never ran does not come first"
    for row in rows:
        assert row[5:8] == ["9", "7", "8"] and row[9:] == ["1", "0", str(int(row[2] != "planner"))], row


def check_sums(folder):
    """The sums of the log are the document's; other sums are rejected."""
    tool, log, told = ROOT / "scripts/summarise-fuzzing", ROOT / LOG, ROOT / "docs/measured/fuzzing.md"
    ran = run(tool, "--check", log, told)
    assert ran.returncode == 0, ran.stdout
    other, copy = folder / "other.tsv", folder / "copy.md"
    other.write_text(log.read_text(encoding="ascii"))
    line(other, "scores", 600)
    copy.write_text(told.read_text(encoding="ascii"))
    ran = run(tool, "--check", other, copy)
    assert ran.returncode == 1 and "does not hold the sums" in ran.stdout, ran.stdout
    assert run(tool, "--write", other, copy).returncode == 0
    assert run(tool, "--check", other, copy).returncode == 0
    assert run(tool, "--no-such").returncode == 2


with tempfile.TemporaryDirectory() as name:
    check_rounds(pathlib.Path(name))
    check_sums(pathlib.Path(name))
