"""The reference selector and the oracle on arrays of any framework."""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

import numpy as np

from tailproof import _core
from tailproof.arrays import as_indices, as_lengths, as_rank, as_scores
from tailproof.trace import Trace

NanRule = Literal["refuse", "largest", "smallest"]


@dataclasses.dataclass(frozen=True)
class ViolationKind:
    """The first violation of one kind, and how many there are."""

    kind: str
    text: str
    count: int
    row: int
    slot: int | None
    index: int | None
    position: int | None
    value: float | None


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The oracle's verdict; true if every row is a right answer."""

    rows: int
    rejected_rows: int
    violations: tuple[ViolationKind, ...]

    def __bool__(self) -> bool:
        return self.rejected_rows == 0

    def __str__(self) -> str:
        if self:
            return f"accepted: {self.rows} rows"
        lines = [f"{self.rejected_rows} of {self.rows} rows rejected"]
        lines += [each.text + (f" (and {each.count - 1} more)" if each.count > 1 else "")
                  for each in self.violations]
        return "\n".join(lines)


def select(scores: Any, lengths: Any = None, k: int = 1, *, policy: str = "") -> np.ndarray:
    """Indices of an exact Top-K by the reference: int32 of shape (M, k).

    ``scores`` is float32 of shape (M, N) (or one row), ``lengths`` one valid length a row. Raises
    ValueError naming row and position for NaN, a bad length, or a bad k or policy.
    """
    rows = as_scores(scores)
    indices, _ = _core.select(rows, as_lengths(lengths, rows), as_rank(k), policy, False)
    return indices


def explain(scores: Any, lengths: Any = None, k: int = 1, *, row: int = 0,
            policy: str = "") -> Trace:
    """The trace of one row: boundary, counts, route, rounds and reads."""
    rows = as_scores(scores)
    valid = as_lengths(lengths, rows)
    if not 0 <= row < rows.shape[0]:
        raise IndexError(f"row {row} of {rows.shape[0]}")
    # Every row up to this one, since the sampled view's phase depends on the row's number.
    _, records = _core.select(rows[:row + 1], valid[:row + 1], as_rank(k), policy, True)
    return Trace.from_json(records[row])


def judge(scores: Any, lengths: Any, k: int, indices: Any, *, nan: NanRule = "refuse") -> Verdict:
    """The oracle's verdict on an answer: exact, set-valued, -0 equal to +0, all rows.

    ``nan`` says what a NaN among the valid scores means: outside the contract (ValueError), above
    +inf, or below -inf.
    """
    rows = as_scores(scores)
    valid = as_lengths(lengths, rows)
    rank = as_rank(k)
    if nan != "refuse":
        rows = _ranked(rows, valid, nan)
    record = _core.verify(rows, valid, rank, as_indices(indices, rows.shape[0], rank))
    return Verdict(record["rows"], record["rejected_rows"],
                   tuple(ViolationKind(**each) for each in record["violations"]))


def verify(scores: Any, lengths: Any, k: int, indices: Any, *, nan: NanRule = "refuse") -> Verdict:
    """:func:`judge`, raising an AssertionError with the violations unless every row is right."""
    __tracebackhide__ = True
    verdict = judge(scores, lengths, k, indices, nan=nan)
    if not verdict:
        raise AssertionError(str(verdict))
    return verdict


def _ranked(rows: np.ndarray, lengths: np.ndarray, nan: NanRule) -> np.ndarray:
    """Scores replaced by their rank among the row's values, NaN first or last: the same order."""
    if nan not in ("largest", "smallest"):
        raise ValueError(f"nan: expected refuse, largest or smallest, got {nan!r}")
    ranked = np.zeros(rows.shape, dtype=np.float32)
    for row, length in enumerate(np.clip(lengths, 0, rows.shape[1])):
        valid = rows[row, :length]
        missing = np.isnan(valid)
        values, inverse = np.unique(valid[~missing], return_inverse=True)
        if values.size >= 2**24:
            raise ValueError(f"row {row}: more distinct scores than a NaN rule can order")
        ranked[row, :length][~missing] = inverse
        ranked[row, :length][missing] = np.inf if nan == "largest" else -np.inf
    return ranked
