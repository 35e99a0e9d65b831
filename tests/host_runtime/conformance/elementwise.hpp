/// Intrinsics of one thread: each applied to special values crossed with each other, and to random
/// ones.
#pragma once
#include "support.hpp"

namespace conformance {

struct Triple {
  u32 a, b, c;
};

template <class Op>
__global__ void elementwise(const Triple* input, int count, u32* output) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) {
    const Triple t = input[i];
    put64(output, static_cast<std::size_t>(i) * 2, Op::apply(t.a, t.b, t.c));
  }
}

inline std::vector<Triple> triples() {
  static const u32 special[] = {
      0x00000000u, 0x80000000u, 0x00000001u, 0x80000001u, 0x007fffffu, 0x807fffffu, 0x00800000u,
      0x80800000u, 0x3f800000u, 0xbf800000u, 0x3f000000u, 0xbf000000u, 0x3fc00000u, 0x40200000u,
      0xc0200000u, 0x4effffffu, 0x4f000000u, 0xcf000000u, 0xcf000001u, 0x4f7fffffu, 0x4f800000u,
      0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0xffc00001u, 0x7f800001u,
      0x7fffffffu, 0xffffffffu, 0x0000001fu, 0x00000020u, 0x00000021u, 0x00003210u, 0x0000fedcu,
      0x33000000u, 0x33800001u, 0x477fe000u, 0x477ff000u, 0x12345678u};
  std::vector<Triple> list;
  Numbers numbers(1);
  for (const u32 a : special) {
    for (const u32 b : special) list.push_back({a, b, special[numbers.next() % 40]});
  }
  for (int i = 0; i < 2400; ++i) {
    const u32 a = numbers.next();
    const u32 b = numbers.next();
    list.push_back({a, b, numbers.next()});
  }
  for (int i = 0; i < 800; ++i) {  // floats of like size, so that sums cancel and round
    const u32 exponent = 0x3e000000u + (numbers.next() & 0x01800000u);
    const u32 a = exponent | (numbers.next() & 0x807fffffu);
    const u32 b = exponent | (numbers.next() & 0x807fffffu);
    list.push_back({a, b, exponent | (numbers.next() & 0x807fffffu)});
  }
  return list;
}

template <class Op>
void add_elementwise(Table& table, const char* name) {
  static const std::vector<Triple> list = triples();
  simt::DeviceBuffer<Triple> input(list);
  require(input.status(), name);
  Shape shape;
  shape.block = dim3(64);
  shape.grid = dim3(static_cast<unsigned>((list.size() + 63) / 64));
  add_row(table, name, shape, list.size() * 2, elementwise<Op>, input.data(),
          static_cast<int>(list.size()));
}

}  // namespace conformance

/// A case: `expression` of the 32-bit a, b and c, turned into 64 bits.
#define CONFORMANCE_OP(op, expression)                                          \
  struct op {                                                                   \
    __device__ static u64 apply([[maybe_unused]] u32 a, [[maybe_unused]] u32 b, \
                                [[maybe_unused]] u32 c) {                       \
      return static_cast<u64>(expression);                                      \
    }                                                                           \
  };
