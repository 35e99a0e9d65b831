"""Kernels behind the variant ABI (tailproof/variant.h), called on arrays: ours, or anybody's.

    kernel = tailproof.Kernel("libtopk.so")          # or the path in TAILPROOF_TOPK_LIBRARY
    indices = kernel(scores, lengths, k)             # NumPy in host memory, torch on a device

Built by ``scripts/gpu-test --build-only`` for a GPU (build/gpu-test/variant_topk.so), by CMake for the
host runtime (build/release/variants). ``tailproof.torch_operator`` makes it ``torch.ops.tailproof.topk``.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any

import numpy as np

from tailproof.arrays import as_lengths, as_rank, as_scores

HOST, CUDA = 0, 1
NEEDS_ZEROED_WORKSPACE = 1 << 2
ALIGNMENT = 256


class _Limits(ctypes.Structure):
    _fields_ = [("least_rank", ctypes.c_int32), ("greatest_rank", ctypes.c_int32),
                ("greatest_width", ctypes.c_int64), ("greatest_rows", ctypes.c_int64),
                ("pitch_multiple", ctypes.c_int64), ("base_alignment", ctypes.c_int64)]


class Shape(ctypes.Structure):
    """tailproof_shape."""

    _fields_ = [("row_capacity", ctypes.c_int64), ("width", ctypes.c_int64),
                ("pitch", ctypes.c_int64), ("rank", ctypes.c_int32), ("device", ctypes.c_int32)]


class Call(ctypes.Structure):
    """tailproof_call."""

    _fields_ = [("shape", Shape), ("scores", ctypes.c_void_p), ("lengths", ctypes.c_void_p),
                ("live_rows", ctypes.c_void_p), ("indices", ctypes.c_void_p),
                ("indices_pitch", ctypes.c_int64), ("values", ctypes.c_void_p),
                ("workspace", ctypes.c_void_p), ("workspace_size", ctypes.c_size_t),
                ("stream", ctypes.c_void_p)]


class _Variant(ctypes.Structure):
    _fields_ = [("abi_version", ctypes.c_uint32), ("name", ctypes.c_char_p),
                ("memory_space", ctypes.c_uint32), ("flags", ctypes.c_uint32),
                ("tie_rule", ctypes.c_uint32), ("nan_rule", ctypes.c_uint32), ("limits", _Limits),
                ("capacities", ctypes.c_void_p), ("capacity_count", ctypes.c_size_t),
                ("workspace_bytes", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Shape),
                                                     ctypes.POINTER(ctypes.c_size_t))),
                ("prepare", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Call))),
                ("select", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Call))),
                ("error_string", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_int))]


class KernelError(RuntimeError):
    """A status other than OK, with the kernel's own text."""


class Kernel:
    """One variant. Its workspaces are made once a shape and stream, and never cleared again."""

    def __init__(self, library: str | os.PathLike | None = None):
        path = library or os.environ.get("TAILPROOF_TOPK_LIBRARY")
        if not path:
            raise ValueError("which library? pass its path or set TAILPROOF_TOPK_LIBRARY")
        try:
            # RTLD_LOCAL, as every library has the one symbol; kept open for as long as the process.
            entry = ctypes.CDLL(os.path.abspath(path)).tailproof_variant_v1
        except (OSError, AttributeError) as error:
            raise ValueError(f"{path}: no variant: {error}") from None
        entry.restype = ctypes.POINTER(_Variant)
        self._variant = entry().contents
        if self._variant.abi_version != 1:
            raise ValueError(f"{path}: ABI version {self._variant.abi_version}, expected 1")
        self.name = self._variant.name.decode()
        self.on_device = self._variant.memory_space == CUDA
        self._workspaces: dict[tuple, Any] = {}

    def __call__(self, scores: Any, lengths: Any, k: int) -> Any:
        """Indices of shape (M, k), of the same framework and device as the scores."""
        if self.on_device:
            from tailproof.torch_operator import select_on_device

            return select_on_device(self, scores, lengths, k)
        rows = as_scores(scores)
        valid = as_lengths(lengths, rows)
        if valid.shape[0] != rows.shape[0]:
            raise ValueError(f"lengths: {valid.shape[0]} for {rows.shape[0]} rows")
        rank = as_rank(k)
        pitch = rows.strides[0] // 4 if rows.shape[0] > 1 else rows.shape[1]
        shape = Shape(rows.shape[0], rows.shape[1], pitch, rank, 0)
        workspace = self._workspaces.get((0, *_key(shape)))
        fresh = workspace is None
        if fresh:
            memory = np.zeros(self.workspace_bytes(shape) + ALIGNMENT, dtype=np.uint8)
            workspace = memory[-memory.ctypes.data % ALIGNMENT:][:memory.size - ALIGNMENT]
            self._workspaces[0, *_key(shape)] = workspace
        indices = np.full((rows.shape[0], rank), -2, dtype=np.int32)
        call = self.call_of(shape, rows.ctypes.data, valid.ctypes.data, indices.ctypes.data,
                            workspace.ctypes.data, workspace.size, None)
        self.run(call, prepare=fresh)
        return indices

    def workspace_bytes(self, shape: Shape) -> int:
        """Bytes that every call of this shape needs."""
        size = ctypes.c_size_t()
        self._require(self._variant.workspace_bytes(ctypes.byref(shape), ctypes.byref(size)))
        return size.value

    def call_of(self, shape: Shape, scores: int, lengths: int, indices: int, workspace: int,
                workspace_size: int, stream: int | None) -> Call:
        """A call on raw addresses."""
        return Call(shape, scores, lengths, None, indices, shape.rank, None, workspace,
                    workspace_size, stream)

    def run(self, call: Call, *, prepare: bool) -> None:
        """Enqueues one selection, after preparing the workspace where that was not done yet."""
        if prepare:
            self._require(self._variant.prepare(ctypes.byref(call)))
        self._require(self._variant.select(ctypes.byref(call)))

    def _require(self, status: int) -> None:
        if status != 0:
            raise KernelError(f"{self.name}: {self._variant.error_string(status).decode()}")


def _key(shape: Shape) -> tuple:
    return tuple(getattr(shape, name) for name, _ in Shape._fields_)
