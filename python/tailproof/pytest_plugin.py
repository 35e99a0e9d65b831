"""pytest: the marker ``tailproof`` and the fixture ``tailproof_check``.

    @pytest.mark.tailproof(k=64, families=["plateau"])
    def test_my_kernel(tailproof_check):
        tailproof_check(my_topk)
"""

from __future__ import annotations

import os

import pytest

import tailproof


def pytest_addoption(parser):
    group = parser.getgroup("tailproof", "checks of Top-K selection")
    group.addoption("--tailproof-cases", type=int, metavar="N",
                    help="cases of each check (default: its own, or by time)")
    group.addoption("--tailproof-seed", type=int, metavar="SEED",
                    help="seed of every check (default: TAILPROOF_SEED, or 1)")
    group.addoption("--tailproof-budget", type=float, metavar="SECONDS",
                    help="time of each check that counts no cases (default: 10)")
    group.addoption("--tailproof-store", default=None, metavar="FOLDER",
                    help="failing cases, replayed first (default: .tailproof in the root folder)")


def pytest_configure(config):
    config.addinivalue_line("markers", "tailproof(**options): options of tailproof.check() for the "
                                       "fixture tailproof_check")
    config.stash[_reports] = []


def pytest_report_header(config):
    return f"tailproof {tailproof.__version__}, seed {_seed(config)}"


@pytest.fixture
def tailproof_check(request):
    """``tailproof.check`` with the marker's and the command line's options; returns the report."""
    config = request.config
    options = {"seed": _seed(config),
               "store": config.getoption("--tailproof-store") or config.rootpath / ".tailproof"}
    for marker in reversed(list(request.node.iter_markers("tailproof"))):
        options.update(marker.kwargs)
    for name in ("cases", "budget", "seed"):
        given = config.getoption(f"--tailproof-{name}")
        if given is not None:
            options[name] = given
    if config.getoption("--tailproof-budget") is not None:
        options.pop("cases", None)

    def check(fn, **overrides):
        __tracebackhide__ = True
        report = tailproof.check(fn, **{**options, **overrides})
        config.stash[_reports].append((request.node.nodeid, report))
        return report

    return check


def pytest_terminal_summary(terminalreporter, config):
    reports = config.stash[_reports]
    if reports:
        terminalreporter.section("tailproof")
        for node, report in reports:
            terminalreporter.write_line(f"{node}: {report}")


def _seed(config) -> int:
    given = config.getoption("--tailproof-seed")
    return given if given is not None else int(os.environ.get("TAILPROOF_SEED", "1"))


_reports = pytest.StashKey[list]()
