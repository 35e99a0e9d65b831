"""What the reference did with one row, phase by phase: the record of ``explain``."""

from __future__ import annotations

import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Round:
    """One digit round: digit b_j, |R_j| committed, |Q_{j+1}| kept, quota k_{j+1}."""

    digit: int
    committed: int
    kept: int
    quota: int


@dataclasses.dataclass(frozen=True)
class Trace:
    """One row's trace; a field that the row's route never computes is None.

    Fields are those of ``tailproof explain --json``, one for one.
    """

    row: int
    length: int
    rank: int
    route: str
    stride: int | None
    phase: int | None
    view: int | None
    q: int | None
    q1: int | None
    tau0: int | None
    tau1: int | None
    t0_bits: str | None
    t1_bits: str | None
    count0: int | None
    count1: int | None
    tau_star: int | None
    committed: int | None
    frontier: int | None
    quota: int | None
    rounds: tuple[Round, ...]
    tie_slots: int | None
    spilled: int
    reads: int

    @classmethod
    def from_json(cls, text: str) -> "Trace":
        """Reads one line of ``tailproof explain --json``."""
        record = json.loads(text)
        record["rounds"] = tuple(Round(**each) for each in record["rounds"] or ())
        return cls(**record)

    def __str__(self) -> str:
        known = {name: value for name, value in dataclasses.asdict(self).items()
                 if value is not None and name != "rounds"}
        lines = [f"row {self.row}: L = {self.length}, K = {self.rank}, route {self.route}"]
        lines += [f"  {name:<10} {value}" for name, value in known.items()
                  if name not in ("row", "length", "rank", "route")]
        lines += [f"  round {number}    digit {each.digit}: committed {each.committed}, "
                  f"kept {each.kept}, still to choose {each.quota}"
                  for number, each in enumerate(self.rounds, 1)]
        return "\n".join(lines)
