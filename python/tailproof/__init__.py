"""Tailproof: is this exact Top-K selection kernel exact?

- :func:`check` drives a callable over drawn cases and raises an AssertionError whose text is the
  minimal score row on which it is wrong; :func:`replay` puts a stored case to it again.
- :func:`verify` is the oracle for one's own tests; :func:`judge` returns its verdict.
- :func:`select` and :func:`explain` are the bit-exact reference; :func:`rows` feeds other harnesses.
- :class:`Kernel` calls a kernel behind the variant ABI on arrays.

Score rows are float32 arrays of shape (M, N) with one valid length a row; indices have shape (M, k),
-1 after min(k, length) positions. Nothing here has a tolerance.
"""

from tailproof.cases import Case, Family, families, materialise, rows
from tailproof.checking import (Finding, NothingChecked, Report, Violation, check, properties,
                                replay)
from tailproof.kernels import Kernel, KernelError
from tailproof.selection import Verdict, ViolationKind, explain, judge, select, verify
from tailproof.trace import Round, Trace

__version__ = "0.1.0"
__all__ = [
    "Case", "Family", "Finding", "Kernel", "KernelError", "NothingChecked", "Report", "Round",
    "Trace", "Verdict", "Violation", "ViolationKind", "check", "explain", "families", "judge",
    "materialise", "properties", "replay", "rows", "select", "verify",
]
