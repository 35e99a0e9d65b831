"""torch.topk over padded rows, on the CPU or on a GPU: right once the padding is masked."""

import sys

try:
    import torch
except ImportError:
    print("SKIP: torch is not installed")
    sys.exit(77)
import tailproof


def masked_topk(scores, lengths, k):
    positions = torch.arange(scores.shape[1], device=scores.device)
    valid = positions[None, :] < lengths[:, None]
    # A stable descending sort keeps valid -inf scores before the masked ones, which come later.
    masked = torch.where(valid, scores, torch.full_like(scores, -torch.inf))
    order = torch.sort(masked, dim=1, descending=True, stable=True).indices[:, :k]
    if order.shape[1] < k:
        order = torch.nn.functional.pad(order, (0, k - order.shape[1]), value=-1)
    slots = torch.arange(k, device=scores.device)
    return torch.where(slots[None, :] < lengths[:, None], order, -1)


def unmasked_topk(scores, lengths, k):
    return torch.topk(scores, k, dim=1)


def main():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    report = tailproof.check(masked_topk, framework="torch", device=device, cases=300,
                             max_length=4096)
    print(f"masked, on {device}:", report)
    report = tailproof.check(unmasked_topk, framework="torch", device=device, cases=300,
                             max_length=4096, store=None, raises=False)
    print(f"unmasked, on {device}:", report.findings[0].detail)


if __name__ == "__main__":
    main()
