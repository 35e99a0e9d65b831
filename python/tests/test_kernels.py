"""Kernels behind the variant ABI, called from Python."""

import os

import numpy as np
import pytest
import tailproof

LIBRARY = os.environ.get("TAILPROOF_TOPK_LIBRARY")
needs_library = pytest.mark.skipif(not LIBRARY or tailproof.Kernel().on_device,
                                   reason="TAILPROOF_TOPK_LIBRARY names no host build")


@needs_library
def test_a_kernel_on_the_host_runtime_passes(tmp_path):
    kernel = tailproof.Kernel()
    report = tailproof.check(kernel, name=kernel.name, cases=64, max_length=3000,
                             ranks=[1, 8, 100], store=tmp_path)
    assert report.rows > 64 and not report.findings


@needs_library
def test_a_workspace_serves_many_calls():
    kernel = tailproof.Kernel(LIBRARY)
    rng = np.random.default_rng(3)
    for _ in range(3):
        scores = rng.standard_normal((4, 2000)).astype(np.float32)
        lengths = rng.integers(0, 2001, 4)
        tailproof.verify(scores, lengths, 64, kernel(scores, lengths, 64))
    assert len(kernel._workspaces) == 1


@needs_library
def test_what_the_kernel_refuses_is_told():
    with pytest.raises((tailproof.KernelError, ValueError), match=".+"):
        tailproof.Kernel()(np.zeros((1, 10), dtype=np.float32), None, 2**31 - 1)


@needs_library
def test_the_torch_operator_selects():
    torch = pytest.importorskip("torch")
    import tailproof.torch_operator  # noqa: F401

    scores = torch.randn(3, 2000)
    lengths = torch.tensor([2000, 17, 0], dtype=torch.int32)
    indices = torch.ops.tailproof.topk(scores, lengths, 32)
    tailproof.verify(scores, lengths, 32, indices)
    torch.library.opcheck(torch.ops.tailproof.topk.default, (scores, lengths, 32),
                          test_utils=("test_schema", "test_faketensor"))


@pytest.mark.parametrize("path", ["/nowhere/lib.so", __file__])
def test_what_is_no_variant_is_told(path):
    with pytest.raises(ValueError, match="no variant"):
        tailproof.Kernel(path)
