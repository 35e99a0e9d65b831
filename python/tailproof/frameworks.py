"""How a callable of each array framework is called: arrays in, indices out."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from typing import Any

import numpy as np

from tailproof.arrays import to_numpy

FRAMEWORKS = ("numpy", "torch", "cupy", "jax")
Selector = Callable[[Any, Any, int], Any]


def adapter(fn: Selector, framework: str, device: str | None) -> Callable:
    """``fn`` as a function of NumPy arrays: int64 indices of shape (M, k), or how it failed.

    On a device the rows keep their pitch and alignment, and the call runs on a stream of its own.
    Raises ImportError where the framework is missing, ValueError for an unknown one.
    """
    if framework not in FRAMEWORKS:
        raise ValueError(f"framework: expected one of {', '.join(FRAMEWORKS)}, got {framework!r}")
    call = {"numpy": _numpy, "torch": _torch, "cupy": _cupy, "jax": _jax}[framework](fn, device)

    def selected(scores: np.ndarray, lengths: np.ndarray, k: int) -> np.ndarray | str:
        try:
            return _indices(call(scores, lengths, k), scores.shape[0], k)
        except Exception as error:  # whatever it is, it is the callable's and becomes a finding
            return _told(error)

    return selected


def _told(error: Exception) -> str:
    """One line: the exception and the innermost place that raised it."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said} ({os.path.basename(place.filename)}:{place.lineno})"


def _indices(result: Any, rows: int, k: int) -> np.ndarray:
    """Indices out of what a callable returned, or out of the (values, indices) of a top-k."""
    if hasattr(result, "indices") and not hasattr(result, "dtype"):
        result = result.indices
    array = to_numpy(result, "returned indices")
    if array.dtype.kind not in "iu" or array.shape != (rows, k):
        raise TypeError(f"returned {array.dtype} of shape {array.shape}, expected integers of shape "
                        f"({rows}, {k})")
    if array.dtype == np.uint64 and array.size and array.max() >= 2**63:
        array = np.where(array >= 2**63, np.uint64(2**62), array)  # out of range, and stays so
    return np.ascontiguousarray(array, dtype=np.int64)


def _elements(scores: np.ndarray) -> tuple[np.ndarray, int, int]:
    """All elements from row 0 to the last row's end, the pitch, and the offset from 64 bytes."""
    rows, width = scores.shape
    pitch = scores.strides[0] // 4 if rows > 1 else width
    span = (rows - 1) * pitch + width if rows else 0
    flat = np.lib.stride_tricks.as_strided(scores, (span,), (4,))
    return flat, pitch, scores.ctypes.data % 64 // 4


def _numpy(fn: Selector, device: str | None) -> Callable:
    if device not in (None, "cpu"):
        raise ValueError(f"device: NumPy arrays live on the cpu, not on {device!r}")
    return fn


def _torch(fn: Selector, device: str | None) -> Callable:
    import torch

    where = torch.device(device or "cpu")
    if where.type == "cpu":
        return lambda scores, lengths, k: fn(torch.from_numpy(scores), torch.from_numpy(lengths), k)
    stream = torch.cuda.Stream(where)

    def call(scores: np.ndarray, lengths: np.ndarray, k: int) -> np.ndarray:
        flat, pitch, offset = _elements(scores)
        with torch.cuda.stream(stream):
            held = torch.empty(offset + flat.size, dtype=torch.float32, device=where)
            held[offset:] = torch.from_numpy(flat)
            rows = torch.as_strided(held, scores.shape, (pitch, 1), offset)
            before = held.view(torch.int32).clone()
            result = fn(rows, torch.from_numpy(lengths).to(where), k)
            result = getattr(result, "indices", result) if not torch.is_tensor(result) else result
            picks = result.detach().cpu().numpy()
            if not torch.equal(before, held.view(torch.int32)):
                raise RuntimeError("the callable wrote to the scores that it was given")
        return picks

    return call


def _cupy(fn: Selector, device: str | None) -> Callable:
    import cupy

    stream = cupy.cuda.Stream(non_blocking=True)
    number = int(device.rpartition(":")[2]) if device and ":" in device else 0

    def call(scores: np.ndarray, lengths: np.ndarray, k: int) -> np.ndarray:
        flat, pitch, offset = _elements(scores)
        with cupy.cuda.Device(number), stream:
            held = cupy.empty(offset + flat.size, dtype=cupy.float32)
            held[offset:] = cupy.asarray(flat)
            rows = cupy.lib.stride_tricks.as_strided(held[offset:], scores.shape, (pitch * 4, 4))
            before = held.view(cupy.int32).copy()
            picks = cupy.asnumpy(fn(rows, cupy.asarray(lengths), k), stream=stream)
            stream.synchronize()
            if not bool((before == held.view(cupy.int32)).all()):
                raise RuntimeError("the callable wrote to the scores that it was given")
        return picks

    return call


def _jax(fn: Selector, device: str | None) -> Callable:
    import jax

    where = jax.devices(device)[0] if device else None
    put = (lambda array: jax.device_put(array, where)) if where else jax.numpy.asarray
    return lambda scores, lengths, k: fn(put(scores), put(lengths), k)
