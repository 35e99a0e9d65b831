"""What only a GPU can show: callables, the oracle and the torch operator on device arrays."""

import importlib
import os

import numpy as np
import pytest
import tailproof

OPTIONS = {"cases": 128, "max_length": 4096, "ranks": [1, 8, 64], "store": None}
LIBRARY = os.environ.get("TAILPROOF_TOPK_LIBRARY")


def device(framework):
    """The framework, where it is here with a GPU; else the test skips and says why."""
    module = pytest.importorskip(framework, reason=f"{framework} is not installed")
    try:
        seen = {"torch": lambda: module.cuda.is_available(),
                "cupy": lambda: module.cuda.runtime.getDeviceCount() > 0,
                "jax": lambda: module.default_backend() == "gpu"}[framework]()
    except Exception as error:  # each framework has its own for a missing driver
        pytest.skip(f"{framework} sees no GPU: {error}")
    if not seen:
        pytest.skip(f"{framework} sees no GPU")
    return module


@pytest.fixture
def torch():
    return device("torch")


@pytest.fixture
def operator(torch):
    """The kernel behind torch.ops.tailproof.topk; skips where its library works on the host."""
    if not LIBRARY:
        pytest.skip("TAILPROOF_TOPK_LIBRARY is not set")
    if not tailproof.Kernel().on_device:
        pytest.skip("TAILPROOF_TOPK_LIBRARY is no device build")
    importlib.import_module("tailproof.torch_operator")
    return torch.ops.tailproof.topk


def sorting(xp, bits_of):
    """A right selector over padded rows. It sorts integers: CuPy flushes subnormals to zero."""
    def select(scores, lengths, k):
        bits = bits_of(scores)
        bits = xp.where(bits == -2**31, 0, bits)
        rising = xp.where(bits < 0, bits ^ 0x7fffffff, bits)
        valid = xp.arange(scores.shape[1])[None, :] < lengths[:, None]
        order = xp.argsort(xp.where(valid, ~rising, 2**31 - 1), axis=1)[:, :k]
        order = xp.pad(order, ((0, 0), (0, k - order.shape[1])), constant_values=-1)
        return xp.where(xp.arange(k)[None, :] < lengths[:, None], order, -1)
    return select


def torch_sorting(torch, cut=0):
    def select(scores, lengths, k):
        positions = torch.arange(scores.shape[1], device=scores.device)
        masked = torch.where(positions < (lengths - cut)[:, None], scores, -torch.inf)
        order = torch.sort(masked, dim=1, descending=True, stable=True).indices[:, :k]
        order = torch.nn.functional.pad(order, (0, k - order.shape[1]), value=-1)
        return torch.where(torch.arange(k, device=scores.device) < lengths[:, None], order, -1)
    return select


def test_a_right_torch_selector_passes(torch):
    report = tailproof.check(torch_sorting(torch), framework="torch", device="cuda", **OPTIONS)
    assert report.rows > 128 and not report.findings


def test_a_faulty_torch_selector_is_shrunk(torch):
    with pytest.raises(tailproof.Violation) as caught:
        tailproof.check(torch_sorting(torch, cut=1), framework="torch", device="cuda", **OPTIONS)
    finding = next(each for each in caught.value.findings if each.property == "contract")
    assert finding.lengths.sum() <= 4 and finding.k == 1


@pytest.mark.parametrize("framework", ["cupy", "jax"])
def test_other_frameworks_pass(framework):
    module = device(framework)
    if framework == "jax":
        select = sorting(module.numpy, lambda scores: module.lax.bitcast_convert_type(
            scores, module.numpy.int32))
    else:
        select = sorting(module, lambda scores: scores.view(module.int32))
    where = {"framework": framework, "device": "cuda:0" if framework == "cupy" else "gpu"}
    # JAX compiles once for every shape.
    options = dict(OPTIONS)
    if framework == "jax":
        options.update(cases=12, max_length=300, properties=["contract"])
    report = tailproof.check(select, **where, **options)
    assert report.rows > 0 and not report.findings


def test_device_arrays_are_verified(torch):
    scores = torch.randn(5, 4000, device="cuda")[:, :3000]  # rows with a pitch
    lengths = torch.tensor([3000, 64, 10, 0, 2999], dtype=torch.int32, device="cuda")
    picks = torch_sorting(torch)(scores, lengths, 64)
    assert tailproof.verify(scores, lengths, 64, picks).rows == 5
    picks[4, 3] = picks[4, 5]
    with pytest.raises(AssertionError, match="row 4"):
        tailproof.verify(scores, lengths, 64, picks)


def test_the_operator_passes_the_suite(operator):
    report = tailproof.check(operator, name="tailproof::topk", framework="torch", device="cuda",
                             **OPTIONS)
    assert report.rows > 128 and not report.findings


def test_the_operator_is_captured_into_a_graph(torch, operator):
    def fill(seed):
        generator = torch.Generator(device="cuda").manual_seed(seed)
        scores.copy_(torch.randn(scores.shape, device="cuda", generator=generator))
        lengths.copy_(torch.randint(0, 6001, lengths.shape, device="cuda", generator=generator))

    scores = torch.empty(8, 6000, device="cuda")
    lengths = torch.zeros(8, dtype=torch.int32, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):  # with empty rows, and no call before it
        picks = operator(scores, lengths, 256)
    for seed in range(4):
        fill(seed)
        graph.replay()
        tailproof.verify(scores, lengths, 256, picks)
    fill(99)  # other rows without a replay: the picks are those of the last ones
    assert not tailproof.judge(scores, lengths, 256, picks)


def test_two_graphs_and_eager_calls_share_nothing(torch, operator):
    scores = [torch.randn(4, 5000, device="cuda") for _ in range(3)]
    lengths = torch.full((4,), 5000, dtype=torch.int32, device="cuda")
    graphs, picks = [], []
    for each in scores[:2]:
        graphs.append(torch.cuda.CUDAGraph())
        with torch.cuda.graph(graphs[-1]):
            picks.append(operator(each, lengths, 100))
    for _ in range(3):
        eager = operator(scores[2], lengths, 100)
        for graph in graphs:
            graph.replay()
        for each, picked in zip(scores, [*picks, eager]):
            tailproof.verify(each, lengths, 100, picked)


def test_the_operator_fits_torch(torch, operator):
    scores = torch.randn(3, 2000, device="cuda")
    lengths = torch.tensor([2000, 17, 0], dtype=torch.int32, device="cuda")
    torch.library.opcheck(operator.default, (scores, lengths, 32),
                          test_utils=("test_schema", "test_faketensor"))
    with pytest.raises(TypeError, match="int32"):
        operator(scores, lengths.long(), 32)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        picks = operator(scores, lengths, 32)
    torch.cuda.current_stream().wait_stream(stream)
    assert np.array_equal(np.sort(picks.cpu().numpy()[2]), [-1] * 32)
    tailproof.verify(scores, lengths, 32, picks)
