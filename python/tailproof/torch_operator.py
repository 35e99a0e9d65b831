"""``torch.ops.tailproof.topk(scores, lengths, k) -> indices``: our GPU kernels as a torch operator.

Importing this module registers the operator; the library is that of TAILPROOF_TOPK_LIBRARY (see
``tailproof.kernels``). Capture-safe: within a CUDA graph each call has a workspace in the graph's own
pool, prepared by the graph; outside, one a shape and stream, prepared once.
"""

from __future__ import annotations

import functools

import torch

from tailproof.kernels import ALIGNMENT, Kernel, Shape, _key


@functools.lru_cache(maxsize=None)
def _kernel() -> Kernel:
    return Kernel()


def select_on_device(kernel: Kernel, scores: torch.Tensor, lengths: torch.Tensor,
                     k: int) -> torch.Tensor:
    """Enqueues one selection on the current stream; nothing waits for it."""
    if scores.dtype != torch.float32 or scores.dim() != 2 or not scores.is_cuda:
        raise TypeError(f"scores: expected float32 (M, N) on a CUDA device, got {scores.dtype} of "
                        f"shape {tuple(scores.shape)} on {scores.device}")
    if lengths.dtype != torch.int32 or lengths.shape != (scores.shape[0],) or (
            lengths.device != scores.device):
        raise TypeError("lengths: expected int32 (M,) on the device of the scores")
    rows, width = scores.shape
    if width > 1 and scores.stride(1) != 1 or rows > 1 and scores.stride(0) < width:
        scores = scores.contiguous()
    pitch = scores.stride(0) if rows > 1 else width
    device = scores.device.index
    shape = Shape(rows, width, pitch, k, device)
    with torch.cuda.device(device):
        stream = torch.cuda.current_stream().cuda_stream
        capturing = torch.cuda.is_current_stream_capturing()
        workspace = None if capturing else kernel._workspaces.get((stream, *_key(shape)))
        fresh = workspace is None
        if fresh:
            size = kernel.workspace_bytes(shape)
            workspace = torch.zeros(max(size, 1), dtype=torch.uint8, device=scores.device)
            if workspace.data_ptr() % ALIGNMENT:
                raise RuntimeError("the allocator's memory is not aligned to 256 bytes")
            if not capturing:
                kernel._workspaces[stream, *_key(shape)] = workspace
        indices = torch.empty((rows, k), dtype=torch.int32, device=scores.device)
        call = kernel.call_of(shape, scores.data_ptr(), lengths.contiguous().data_ptr(),
                              indices.data_ptr(), workspace.data_ptr(), workspace.numel(), stream)
        kernel.run(call, prepare=fresh)
    return indices


@torch.library.custom_op("tailproof::topk", mutates_args=())
def topk(scores: torch.Tensor, lengths: torch.Tensor, k: int) -> torch.Tensor:
    """Indices int32 (M, k) of an exact Top-K of each row's valid prefix, -1 after min(k, length)."""
    kernel = _kernel()
    if scores.is_cuda != kernel.on_device:
        raise TypeError(f"{kernel.name} works in {'device' if kernel.on_device else 'host'} memory, "
                        f"the scores are on {scores.device}")
    if kernel.on_device:
        return select_on_device(kernel, scores, lengths, k)
    return torch.from_numpy(kernel(scores, lengths, k))


@topk.register_fake
def _(scores: torch.Tensor, lengths: torch.Tensor, k: int) -> torch.Tensor:
    return scores.new_empty((scores.shape[0], k), dtype=torch.int32)
