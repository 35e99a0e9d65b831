"""A Triton kernel: one program a row, K rounds of a maximum. Slow, exact, and checked on a GPU."""

import sys

try:
    import torch
    import triton
    import triton.language as tl
except ImportError as error:
    print(f"SKIP: {error.name} is not installed")
    sys.exit(77)
if not torch.cuda.is_available():
    print("SKIP: Triton kernels need a GPU")
    sys.exit(77)
import tailproof

WIDEST = 4096


@triton.jit
def select_rows(scores, lengths, indices, pitch, k, block: tl.constexpr):
    row = tl.program_id(0)
    length = tl.load(lengths + row)
    positions = tl.arange(0, block)
    valid = positions < length
    bits = tl.load(scores + row.to(tl.int64) * pitch + positions, mask=valid, other=0.0)
    raw = (bits + 0.0).to(tl.int32, bitcast=True)  # + 0.0 makes -0 and +0 one key
    key = tl.where(raw < 0, raw ^ 0x7FFFFFFF, raw).to(tl.int64)
    key = tl.where(valid, key, -(1 << 40))
    for slot in range(k):
        best = tl.argmax(key, axis=0)
        tl.store(indices + row.to(tl.int64) * k + slot, tl.where(slot < length, best, -1))
        key = tl.where(positions == best, -(1 << 41), key)


def triton_topk(scores, lengths, k):
    rows, width = scores.shape
    indices = torch.empty((rows, k), dtype=torch.int32, device=scores.device)
    if rows:
        block = triton.next_power_of_2(max(width, 16))
        select_rows[(rows,)](scores, lengths, indices, scores.stride(0), k, block)
    return indices


def main():
    report = tailproof.check(triton_topk, framework="torch", device="cuda", cases=100,
                             max_length=WIDEST, ranks=[1, 8, 64])
    print("triton:", report)


if __name__ == "__main__":
    main()
