"""The examples run, and say what they claim."""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
CLAIMS = {
    "numpy_argpartition": ["0 findings", "NaN is the largest: right", "NaN is the smallest: wrong",
                           "NaN is outside the contract"],
    "faulty_selector": ["row 0: L = 9, K = 1", "shrunk to L = 9, K = 1"],
    "torch_topk": ["0 findings", "unmasked"],
    "triton_topk": ["0 findings"],
}


def test_every_example_is_here():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(CLAIMS)


@pytest.mark.parametrize("name", CLAIMS)
def test_example(name, tmp_path):
    ran = subprocess.run([sys.executable, EXAMPLES / f"{name}.py"], cwd=tmp_path, text=True,
                         capture_output=True, timeout=300, check=False)
    if ran.returncode == 77:
        pytest.skip(ran.stdout.strip())
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for claim in CLAIMS[name]:
        assert claim in ran.stdout


# What docs/frameworks.md shows: what each program needs (a module, an environment variable), its text.
GUIDE = EXAMPLES.parent.parent / "docs" / "frameworks.md"
PROGRAMS = re.findall(r"<!-- program: ([^>]*) -->\n```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)


def test_the_guide_has_a_program_for_each_framework():
    assert {needs for needs, _ in PROGRAMS} >= {"numpy", "torch", "cupy", "jax"}


@pytest.mark.parametrize("needs, program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_program_of_the_guide(needs, program, tmp_path):
    for need in needs.split(", "):
        if not (os.environ.get(need) if need.isupper() else importlib.util.find_spec(need)):
            pytest.skip(f"{need} is not here")
    if needs == "cupy":
        cupy = pytest.importorskip("cupy")
        try:
            cupy.cuda.runtime.getDeviceCount()
        except cupy.cuda.runtime.CUDARuntimeError as error:
            pytest.skip(f"cupy sees no GPU: {error}")
    (tmp_path / "program.py").write_text(program)
    ran = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, text=True,
                         capture_output=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "findings" not in ran.stdout or "0 findings" in ran.stdout
