"""Drawn score rows, for other harnesses: the generators of the property suite."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

import numpy as np

from tailproof import _core


@dataclasses.dataclass(frozen=True)
class Family:
    """A family of score rows and the sentence of what it attacks."""

    name: str
    attacks: str
    in_contract: bool
    unavailable: str | None


@dataclasses.dataclass(frozen=True)
class Case:
    """Score rows with their layout: ``scores`` keeps pitch, base offset and hostile padding."""

    scores: np.ndarray
    lengths: np.ndarray
    k: int
    family: str
    recipe: str
    policy: str
    in_contract: bool


def families() -> list[Family]:
    """Every family there is."""
    return [Family(**each) for each in _core.families()]


def materialise(recipe: str) -> Case:
    """The case of a recipe line, as reports print it; the same bytes everywhere."""
    return Case(**_core.materialise(recipe))


def rows(family: str | Sequence[str] | None = None, *, k: int | Sequence[int] | None = None,
         cases: int = 100, seed: int = 1, max_length: int = 65536, max_rows: int = 8,
         layout: str = "any") -> Iterator[Case]:
    """Yields drawn cases; case number i is a pure function of the arguments and i.

    ``family`` restricts the draws (see :func:`families`), ``k`` the ranks; ``layout`` is "any"
    (pitch, offset and hostile padding vary) or "plain".
    """
    sampler = _core.Sampler(seed, sampling_options(family, k, max_length, max_rows, layout))
    for index in range(cases):
        yield Case(**sampler.draw(index))


def sampling_options(family, k, max_length: int, max_rows: int, layout: str) -> dict:
    """What may be drawn, as the extension module takes it."""
    if layout not in ("any", "plain"):
        raise ValueError(f"layout: expected any or plain, got {layout!r}")
    names = [family] if isinstance(family, str) else list(family or [])
    ranks = [k] if isinstance(k, int) else list(k or [])
    return {"families": names, "ranks": ranks, "max_length": max_length, "max_rows": max_rows,
            "layouts": layout == "any"}
