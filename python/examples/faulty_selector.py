"""A selector with room for 8 candidates of the boundary's FP16 bin, found and shrunk to a row."""

import numpy as np
import tailproof

ROOM = 8


def overflowing_topk(scores, lengths, k):
    indices = np.full((scores.shape[0], k), -1, dtype=np.int32)
    for row, length in enumerate(lengths):
        valid = scores[row, :length]
        wanted = min(k, valid.size)
        if wanted == 0:
            continue
        with np.errstate(over="ignore"):
            coarse = valid.astype(np.float16)
        boundary = np.sort(coarse)[::-1][wanted - 1]
        sure = np.flatnonzero(coarse > boundary)
        missing = wanted - sure.size
        candidates = np.flatnonzero(coarse == boundary)[:max(ROOM, missing)]  # the fault
        best = candidates[np.argsort(-valid[candidates], kind="stable")][:missing]
        indices[row, :wanted] = np.concatenate([sure, best])
    return indices


def main():
    try:
        tailproof.check(overflowing_topk, cases=2000, max_length=4096, store=None)
    except tailproof.Violation as violation:
        print(violation)
        row = next(each for each in violation.findings if each.property == "contract")
        print(f"\nshrunk to L = {row.lengths.max()}, K = {row.k}")
    else:
        raise SystemExit("the fault was not found")


if __name__ == "__main__":
    main()
