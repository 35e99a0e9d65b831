"""Arrays of any framework as the arrays that the reference takes; nothing is cast silently."""

from __future__ import annotations

from typing import Any

import numpy as np

CPU_DEVICES = (1, 3, 11, 13)  # DLPack's device types whose memory the host can read


def to_numpy(array: Any, what: str) -> np.ndarray:
    """A NumPy array with the same elements: a view where the memory is the host's, else a copy.

    Device arrays are copied after the work on their current stream is done.
    """
    if isinstance(array, np.ndarray):
        return array
    if hasattr(array, "detach"):  # torch: may require grad or lie on a device
        array = array.detach()
        return (array if array.device.type == "cpu" else array.cpu()).numpy()
    if hasattr(array, "__dlpack_device__") and array.__dlpack_device__()[0] in CPU_DEVICES:
        return np.from_dlpack(array)
    if hasattr(array, "get") and hasattr(array, "__cuda_array_interface__"):  # CuPy
        return array.get()
    try:
        return np.asarray(array)
    except Exception as error:
        raise TypeError(f"{what}: cannot read a {type(array).__name__} as an array") from error


def as_scores(scores: Any) -> np.ndarray:
    """Scores as a float32 array of shape (M, N) whose rows are contiguous; one row may be 1-D."""
    array = to_numpy(scores, "scores")
    if array.dtype != np.float32:
        raise TypeError(f"scores: expected float32, got {array.dtype}; cast them yourself, since a "
                        "cast may create ties")
    if array.ndim == 1:
        array = array[None, :]
    if array.ndim != 2:
        raise ValueError(f"scores: expected shape (M, N), got {array.shape}")
    contiguous_rows = array.shape[1] <= 1 or array.strides[1] == array.itemsize
    ascending = array.shape[0] <= 1 or array.strides[0] >= array.shape[1] * array.itemsize
    aligned = array.ctypes.data % array.itemsize == 0 and array.strides[0] % array.itemsize == 0
    return array if contiguous_rows and ascending and aligned else np.ascontiguousarray(array)


def as_lengths(lengths: Any, scores: np.ndarray) -> np.ndarray:
    """One int32 length a row; None means all of N. Values that do not fit are refused."""
    if lengths is None:
        return np.full(scores.shape[0], scores.shape[1], dtype=np.int32)
    return _integers(lengths, "lengths").reshape(-1)


def as_indices(indices: Any, rows: int, k: int) -> np.ndarray:
    """Indices as int32 of shape (M, >= k)."""
    array = _integers(indices, "indices")
    if array.ndim == 1 and rows == 1:
        array = array[None, :]
    if array.ndim != 2 or array.shape[0] != rows or array.shape[1] < k:
        raise ValueError(f"indices: expected shape ({rows}, {k}), got {array.shape}")
    return array


def as_rank(k: Any) -> int:
    """k as a positive int32."""
    rank = int(k)
    if rank != k or not 1 <= rank < 2**31:
        raise ValueError(f"k: expected an integer from 1 to 2^31 - 1, got {k!r}")
    return rank


def _integers(values: Any, what: str) -> np.ndarray:
    array = to_numpy(values, what)
    if array.size == 0:
        array = array.astype(np.int32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what}: expected integers, got {array.dtype}")
    if array.dtype != np.int32:
        narrow = array.astype(np.int32)
        if not np.array_equal(narrow, array):
            place = np.argwhere(narrow != array)[0].tolist()
            raise ValueError(f"{what}: {int(array[tuple(place)])} at {place} does not fit int32")
        array = narrow
    return np.ascontiguousarray(array)
