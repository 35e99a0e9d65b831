"""numpy.argpartition as a Top-K: exact on numbers; with NaN it depends on what NaN is to mean."""

import numpy as np
import tailproof


def argpartition_topk(scores, lengths, k):
    indices = np.full((scores.shape[0], k), -1, dtype=np.int32)
    for row, length in enumerate(lengths):
        chosen = min(k, int(length))
        if chosen:
            valid = scores[row, :length]
            indices[row, :chosen] = np.argpartition(valid, length - chosen)[length - chosen:]
    return indices


def main():
    report = tailproof.check(argpartition_topk, cases=300, max_length=4096)
    print("without NaN:", report)

    row = np.array([[3.0, np.nan, 1.0, np.inf, -np.inf, 2.0]], dtype=np.float32)
    picks = argpartition_topk(row, [6], 2)
    for rule in ("largest", "smallest"):
        verdict = tailproof.judge(row, [6], 2, picks, nan=rule)
        print(f"NaN is the {rule}:", "right" if verdict else "wrong")
    try:
        tailproof.judge(row, [6], 2, picks)
    except ValueError as error:
        print("NaN is outside the contract:", error)


if __name__ == "__main__":
    main()
