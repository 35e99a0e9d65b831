"""The examples run, and say what they claim."""

import pathlib
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
