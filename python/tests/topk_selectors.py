"""Selectors in NumPy: right ones, and faulty ones modelled on real kernels."""

import functools

import numpy as np


def per_row(pick):
    """A selector out of ``pick(valid scores, k) -> positions``, with sentinels for short rows."""

    @functools.wraps(pick)
    def select(scores, lengths, k):
        out = np.full((scores.shape[0], k), -1, dtype=np.int32)
        for row, length in enumerate(lengths):
            chosen = pick(scores[row, :length], min(k, int(length)))
            out[row, :len(chosen)] = chosen
        return out

    return select


@per_row
def argpartition(valid, k):
    return np.argpartition(-valid, k - 1)[:k] if k else []


@per_row
def lexicographic(valid, k):
    return np.lexsort((np.arange(valid.size), -(valid + 0.0)))[:k]


@per_row
def full_buffer(valid, k):
    """Keeps 8 candidates of the boundary's FP16 bin and drops the rest: a buffer that overflows."""
    if k == 0:
        return []
    with np.errstate(over="ignore"):
        coarse = valid.astype(np.float16)
    boundary = np.sort(coarse)[::-1][k - 1]
    above = np.flatnonzero(coarse > boundary)
    wanted = k - above.size
    held = np.flatnonzero(coarse == boundary)[:max(8, wanted)]
    return np.concatenate([above, held[np.argsort(-valid[held], kind="stable")][:wanted]])


@per_row
def half_precision(valid, k):
    """Compares in FP16, where neighbours look equal."""
    with np.errstate(over="ignore"):
        return np.argsort(-valid.astype(np.float16), kind="stable")[:k]


def ignores_lengths(scores, lengths, k):
    """Takes the padding for scores."""
    del lengths
    with np.errstate(invalid="ignore"):
        return np.argsort(-scores, axis=1)[:, :k] if scores.shape[1] >= k else np.pad(
            np.argsort(-scores, axis=1), ((0, 0), (0, k - scores.shape[1])), constant_values=-1)
