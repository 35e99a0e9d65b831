"""Measures selectors that Python finds installed, by the same program and under the same oracle.

Run: python3 bench/gpu/peers.py build/gpu-bench/libbench_gpu.so [BENCH OPTION...]
     scripts/gpu-bench --peers [BENCH OPTION...]

Each becomes a variant whose functions are Python's; a replay of its captured graph runs no Python. A
peer that is not installed is named and left out. torch.topk knows no lengths: it is right only where
every row holds K scores and what lies behind them is -inf.
"""

import ctypes
import sys
import traceback

OK, FAILED = 0, 5
CUDA_MEMORY, CAPTURE_SAFE = 1, 1
ABI_VERSION = 1


class Limits(ctypes.Structure):
    _fields_ = [("least_rank", ctypes.c_int32), ("greatest_rank", ctypes.c_int32),
                ("greatest_width", ctypes.c_int64), ("greatest_rows", ctypes.c_int64),
                ("pitch_multiple", ctypes.c_int64), ("base_alignment", ctypes.c_int64)]


class Shape(ctypes.Structure):
    _fields_ = [("rows", ctypes.c_int64), ("width", ctypes.c_int64), ("pitch", ctypes.c_int64),
                ("rank", ctypes.c_int32), ("device", ctypes.c_int32)]


class Call(ctypes.Structure):
    _fields_ = [("shape", Shape), ("scores", ctypes.c_void_p), ("lengths", ctypes.c_void_p),
                ("live_rows", ctypes.c_void_p), ("indices", ctypes.c_void_p),
                ("indices_pitch", ctypes.c_int64), ("values", ctypes.c_void_p),
                ("workspace", ctypes.c_void_p), ("workspace_size", ctypes.c_size_t),
                ("stream", ctypes.c_void_p)]


WorkspaceFunction = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Shape),
                                     ctypes.POINTER(ctypes.c_size_t))
CallFunction = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Call))
# A pointer, not c_char_p: ctypes cannot return strings from callbacks.
ErrorFunction = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int)


class Variant(ctypes.Structure):
    _fields_ = [("abi_version", ctypes.c_uint32), ("name", ctypes.c_char_p),
                ("memory_space", ctypes.c_uint32), ("flags", ctypes.c_uint32),
                ("tie_rule", ctypes.c_uint32), ("nan_rule", ctypes.c_uint32), ("limits", Limits),
                ("capacities", ctypes.c_void_p), ("capacity_count", ctypes.c_size_t),
                ("workspace_bytes", WorkspaceFunction), ("prepare", CallFunction),
                ("select", CallFunction), ("error_string", ErrorFunction),
                ("trace", ctypes.c_void_p), ("trace_policy", ctypes.c_char_p),
                ("histogram_bins", ctypes.c_int64)]


def describe(name, run, error, memory_space=CUDA_MEMORY, flags=CAPTURE_SAFE, ranks=(1, 4096)):
    """A variant without workspace whose prepare() and select() are run(call). error: a ctypes buffer
    with the text of the last error. The caller keeps the variant alive."""

    def no_workspace(_shape, size):
        size[0] = 0
        return OK

    return Variant(
        abi_version=ABI_VERSION, name=name.encode(), memory_space=memory_space, flags=flags,
        limits=Limits(ranks[0], ranks[1], 2**31 - 1, 2**31 - 1, 1, 1),
        workspace_bytes=WorkspaceFunction(no_workspace), prepare=CallFunction(run),
        select=CallFunction(run), error_string=ErrorFunction(lambda _: ctypes.addressof(error)))


def run_bench(library, variants, arguments):
    """The program's exit code."""
    encoded = [argument.encode() for argument in arguments]
    words = (ctypes.c_char_p * len(encoded))(*encoded)
    pointers = (ctypes.POINTER(Variant) * len(variants))(*[ctypes.pointer(each) for each in variants])
    sys.stdout.flush()
    return ctypes.CDLL(library).tailproof_bench_gpu(len(encoded), words, pointers, len(variants))


class DeviceArray:
    """Device memory at an address, as the CUDA array interface tells it."""

    def __init__(self, address, shape, strides, kind):
        self.__cuda_array_interface__ = {
            "data": (address, False), "shape": shape, "typestr": kind, "version": 3,
            "strides": tuple(4 * stride for stride in strides)}


class Tensors:
    """A call's buffers as tensors, without copies."""

    def __init__(self, torch, call):
        def tensor(address, shape, strides, kind):
            return torch.as_tensor(DeviceArray(address, shape, strides, kind), device="cuda")

        shape = call.shape
        self.rank = shape.rank
        self.scores = tensor(call.scores, (shape.rows, shape.width), (shape.pitch, 1), "<f4")
        self.lengths = tensor(call.lengths, (shape.rows,), (1,), "<i4")
        self.indices = tensor(call.indices, (shape.rows, shape.rank), (call.indices_pitch, 1), "<i4")
        self.zeros = None  # made by the caller, outside of any capture


class Peer:
    """One selector as a variant. select(tensors) enqueues on torch's current stream."""

    def __init__(self, torch, name, select, ranks=(1, 4096)):
        self.torch = torch
        self.select = select
        self.zeros = {}
        self.error = ctypes.create_string_buffer(b"", 512)
        self.variant = describe(name, self._run, self.error, ranks=ranks)

    def _run(self, call):
        """Also prepares: what a first run allocates and loads is there when the next is captured."""
        call = call.contents
        try:
            torch = self.torch
            stream = torch.cuda.ExternalStream(call.stream or 0)
            with torch.cuda.stream(stream), torch.no_grad():
                tensors = Tensors(torch, call)
                rows = call.shape.rows
                if rows not in self.zeros:
                    self.zeros[rows] = torch.zeros(rows, dtype=torch.int32, device="cuda")
                tensors.zeros = self.zeros[rows]
                self.select(tensors)
            return OK
        except Exception as error:  # a Python error must not cross the C interface
            lines = traceback.format_exception_only(type(error), error)
            self.error.value = " ".join(" ".join(lines).split()).encode()[:500]
            return FAILED


def torch_topk(torch):
    def select(tensors):
        chosen = torch.topk(tensors.scores, tensors.rank, dim=1, sorted=False).indices
        tensors.indices.copy_(chosen)

    return [Peer(torch, "torch.topk", select)]


def flashinfer(torch):
    from flashinfer import top_k_ragged_transform

    def select(tensors):
        tensors.indices.copy_(top_k_ragged_transform(tensors.scores, tensors.zeros, tensors.lengths,
                                                     tensors.rank))

    return [Peer(torch, "flashinfer", select)]


def sglang(torch):
    from sgl_kernel import fast_topk_v2

    def select(tensors):
        tensors.indices.copy_(fast_topk_v2(tensors.scores, tensors.lengths, tensors.rank))

    return [Peer(torch, "sglang", select, (2048, 2048))]


def vllm(torch):
    import vllm._custom_ops  # noqa: F401  registers the operators

    operator = torch.ops._C.top_k_per_row_prefill

    def select(tensors):
        scores = tensors.scores
        operator(scores, tensors.zeros, tensors.lengths, tensors.indices, scores.shape[0],
                 scores.stride(0), scores.stride(1), tensors.rank)

    return [Peer(torch, "vllm", select)]


def installed_peers():
    """All that can be loaded; the others are named with the reason."""
    try:
        import torch
    except ImportError as error:
        print(f"SKIP: {error}: no peers from Python")
        return []
    peers = []
    for make in (torch_topk, flashinfer, sglang, vllm):
        try:
            peers += make(torch)
        except (ImportError, AttributeError, OSError, RuntimeError) as error:
            print(f"SKIP {make.__name__}: {error}")
    return peers


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: peers.py LIBRARY [BENCH OPTION...]")
    peers = installed_peers()
    return run_bench(sys.argv[1], [peer.variant for peer in peers], sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
