"""The property suite over a Python callable."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tailproof import _core
from tailproof.cases import sampling_options
from tailproof.frameworks import adapter


class NothingChecked(RuntimeError):
    """Every case drawn lies outside the callable's limits, so that nothing can be said of it."""


@dataclasses.dataclass(frozen=True)
class Finding:
    """One property that failed: the shrunk rows, what was picked, and the account in ``text``."""

    property: str
    finding_class: str
    status: str
    detail: str
    text: str
    folder: str
    recipe: str
    departure: str
    failures: int
    runs: int
    scores: np.ndarray
    lengths: np.ndarray
    k: int
    indices: np.ndarray


class Violation(AssertionError):
    """What :func:`check` raises: its text is the minimal row, its ``findings`` the data.

    A fault of the answers breaks many properties; the text shows the contract's row and names the
    others.
    """

    def __init__(self, name: str, findings: Sequence[Finding]):
        self.findings = tuple(sorted(findings, key=lambda each: each.property != "contract"))
        shown, *others = self.findings
        lines = [f"{name} is not an exact Top-K", "", shown.text.rstrip()]
        if shown.folder:
            lines.append(f"reproduce: tailproof.replay({shown.folder!r}, {name})")
        lines += [f"{each.property} fails as well {each.folder}".rstrip() for each in others]
        super().__init__("\n".join(lines))


@dataclasses.dataclass(frozen=True)
class Report:
    """What a run came to."""

    seed: int
    cases: int
    rows: int
    refused_cases: int
    findings: tuple[Finding, ...]
    passing_now: tuple[str, ...]
    record: dict

    def __str__(self) -> str:
        return (f"{self.cases} cases, {self.rows} rows, {self.refused_cases} refused, "
                f"{len(self.findings)} findings (seed {self.seed})")


def check(fn: Callable[[Any, Any, int], Any], *, k: int | Sequence[int] | None = None,
          cases: int | None = None, families: Sequence[str] | None = None,
          ranks: Sequence[int] | None = None, layout: str = "any", budget: float | None = None,
          seed: int = 1, properties: Sequence[str] | None = None, framework: str = "numpy",
          device: str | None = None, policy: str | None = None, max_length: int = 65536,
          max_rows: int = 8, max_k: int | None = None, capacities: Sequence[int] = (),
          deterministic: bool = False, out_of_contract: bool = False,
          shrink_budget: float = 30.0, store: str | os.PathLike | None = ".tailproof",
          replay_first: bool = True, name: str | None = None, raises: bool = True) -> Report:
    """Drives ``fn(scores, lengths, k) -> indices`` over drawn cases and judges every answer.

    scores: float32 of shape (M, N), a view with a pitch; only ``scores[r, :lengths[r]]`` is valid,
    and what lies behind is hostile (NaN, +inf). indices: integers of shape (M, k), -1 after the
    first min(k, length). Arrays are of ``framework`` (numpy, torch, cupy, jax) on ``device``.

    Stops after ``cases``, or without it after ``budget`` seconds (default 10). ``k`` or ``ranks``
    restrict the ranks drawn, ``families`` the rows, ``layout="plain"`` asks for dense rows.
    ``max_length``, ``max_rows`` and ``max_k`` say what ``fn`` can do; ``capacities`` are buffer sizes
    of it worth probing. An exception is a finding, unless the rows are outside the contract (NaN,
    bad lengths), which are drawn only with ``out_of_contract``. Failures are shrunk and stored in
    ``store`` (None: nowhere); those stored are put first. Raises :class:`Violation` (unless
    ``raises`` is false) and :class:`NothingChecked`.

    The callable runs in this process: what crashes the interpreter ends the run. Isolation is what
    ``tailproof check --exec`` and ``--variant`` have.
    """
    __tracebackhide__ = True  # pytest then shows the test's own line and the row
    title = name or getattr(fn, "__qualname__", type(fn).__name__)
    options = sampling_options(list(families or []), ranks if ranks else k, max_length, max_rows,
                               layout)
    options.update(cases=cases, budget=10.0 if budget is None else budget, seed=seed,
                   properties=list(properties or []), policy=policy,
                   out_of_contract=out_of_contract, shrink_budget=shrink_budget,
                   replay=replay_first)
    described = _described(fn, title, framework, device)
    described.update(deterministic=deterministic, max_k=max_k, capacities=list(capacities),
                     max_width=max_length)
    with contextlib.ExitStack() as held:
        options["store"] = str(store or held.enter_context(tempfile.TemporaryDirectory()))
        result = _core.check(described, options)
    record = json.loads(result["report"])
    findings = tuple(Finding(**{**each, "folder": each["folder"] if store else ""})
                     for each in result["findings"])
    if findings and raises:
        raise Violation(title, findings)
    if not result["checked_anything"]:
        raise NothingChecked(f"{title}: none of {record['cases']} cases is within its limits")
    return Report(seed, record["cases"], record["rows"], record["refused_cases"], findings,
                  tuple(result["retired"]), record)


def replay(folder: str, fn: Callable[[Any, Any, int], Any], *, framework: str = "numpy",
           device: str | None = None) -> Finding | None:
    """Puts a stored case to ``fn``: its finding, or None if it passes now."""
    title = getattr(fn, "__qualname__", type(fn).__name__)
    found = _core.replay(_described(fn, title, framework, device), str(folder))
    return None if found is None else Finding(**found)


def properties() -> dict[str, str]:
    """Every property by name, and what must hold."""
    return {each["name"]: each["states"] for each in _core.properties()}


def _described(fn, title: str, framework: str, device: str | None) -> dict:
    return {"name": title, "call": adapter(fn, framework, device)}
