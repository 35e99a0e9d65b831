"""The pytest plug-in, run in a pytest of its own."""

pytest_plugins = ["pytester"]

SUITE = """
import pytest, sys
sys.path.insert(0, {folder!r})
import topk_selectors

@pytest.mark.tailproof(k=[1, 4], max_length=2048, cases=64)
def test_right(tailproof_check):
    assert tailproof_check(topk_selectors.lexicographic).cases == {cases}

@pytest.mark.tailproof(k=[1, 4], max_length=2048, cases=256)
def test_wrong(tailproof_check):
    tailproof_check(topk_selectors.full_buffer)
"""


def run(pytester, request, cases, *arguments):
    folder = str(request.path.parent)
    pytester.makepyfile(SUITE.format(folder=folder, cases=cases))
    return pytester.runpytest_subprocess(*arguments)


def test_a_wrong_kernel_fails_with_its_row(pytester, request, monkeypatch):
    monkeypatch.delenv("TAILPROOF_SEED", raising=False)
    result = run(pytester, request, 64)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*seed 1*", "*row 0: L = *", "*tailproof.replay(*",
                                 "*test_right: 64 cases*"])
    result.stdout.no_fnmatch_line("*raise Violation*")  # of the test's own code and the row alone
    stored = list((pytester.path / ".tailproof").iterdir())
    assert stored, "the failing case is stored"


def test_the_environment_brings_a_seed(pytester, request, monkeypatch):
    monkeypatch.setenv("TAILPROOF_SEED", "11")
    run(pytester, request, 64, "-k", "right").stdout.fnmatch_lines(["*seed 11*"])


def test_the_command_line_decides(pytester, request):
    result = run(pytester, request, 300, "--tailproof-cases=300", "--tailproof-seed=7")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*seed 7*", "*test_right: 300 cases*"])
