/// Atomics on shared and global memory. Alone on its word, a thread's old values are compared too;
/// many threads on one word, what must not depend on their order.
#pragma once
#include "elementwise.hpp"

namespace conformance::atomics {

constexpr int threads = 64;
constexpr int rounds = 16;

template <class T>
struct Slots {
  simt::shared_array<T, threads> words;
};

/// Op::apply(place, operand, other operand) returns the old value; each thread has its own place.
template <class Op, class T>
__device__ void run_rounds(T* place, const Triple* input, u32* output) {
  const unsigned i = threadIdx.x;
  *place = Op::make(input[i]);
  u64 olds = 0;
  for (int round = 0; round < rounds; ++round) {
    const Triple& t = input[threads * (round + 1) + static_cast<int>(i)];
    const Triple& u = input[threads * (round + 2) + static_cast<int>(i)];
    olds = olds * 31 + Op::raw(Op::apply(place, Op::make(t), Op::make(u)));
  }
  put64(output, i * 4, olds);
  put64(output, i * 4 + 2, Op::raw(*place));
}
template <class Op>
__global__ void alone_in_shared(const Triple* input, u32* output) {
  using T = typename Op::type;
  SIMT_SHARED(Slots<T>, sm);
  run_rounds<Op>(&sm.words[threadIdx.x], input, output);
}
template <class Op>
__global__ void alone_in_global(const Triple* input, typename Op::type* places, u32* output) {
  run_rounds<Op>(&places[threadIdx.x], input, output);
}

/// All threads of all CTAs on one word, which starts as `start`.
template <class Op>
__global__ void together(const Triple* input, typename Op::type* place, u32* output) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Op::apply(place, Op::make(input[i]), Op::make(input[i + 1]));
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(&output[2], 1u) == gridDim.x - 1) {
    __threadfence();
    put64(output, 0, Op::raw(simt::load_relaxed(place)));
  }
}

// Values: integers from few bits, so that old values meet bounds and expected values.
struct Narrow32 {
  using type = u32;
  __device__ static u32 make(const Triple& t) { return t.a % 5; }
  __device__ static u64 raw(u32 value) { return value; }
};
struct Wide32 {
  using type = u32;
  __device__ static u32 make(const Triple& t) { return t.a; }
  __device__ static u64 raw(u32 value) { return value; }
};
struct Signed32 {
  using type = int;
  __device__ static int make(const Triple& t) { return static_cast<int>(t.a); }
  __device__ static u64 raw(int value) { return static_cast<u32>(value); }
};
struct Wide64 {
  using type = u64;
  __device__ static u64 make(const Triple& t) { return join(t.a, t.b); }
  __device__ static u64 raw(u64 value) { return value; }
};
struct Narrow64 {
  using type = u64;
  __device__ static u64 make(const Triple& t) { return (u64{1} << 40) + t.a % 3; }
  __device__ static u64 raw(u64 value) { return value; }
};
struct Signed64 {
  using type = long long;
  __device__ static long long make(const Triple& t) {
    return static_cast<long long>(join(t.a, t.b));
  }
  __device__ static u64 raw(long long value) { return static_cast<u64>(value); }
};
struct Signed32Narrow {
  using type = int;
  __device__ static int make(const Triple& t) { return static_cast<int>(t.a % 3) - 1; }
  __device__ static u64 raw(int value) { return static_cast<u32>(value); }
};
// Small integers, whose sums are exact in any order, plus halves that round when alone.
struct Float32 {
  using type = float;
  __device__ static float make(const Triple& t) {
    return static_cast<float>(static_cast<int>(t.a % 4096) - 2048);
  }
  __device__ static u64 raw(float value) { return __float_as_uint(value); }
};
struct Float32Rounding {
  using type = float;
  __device__ static float make(const Triple& t) {
    return __uint_as_float(0x3f000000u + (t.a & 0x83ffffffu));
  }
  __device__ static u64 raw(float value) { return __float_as_uint(value); }
};
struct Float64 {
  using type = double;
  __device__ static double make(const Triple& t) {
    return static_cast<double>(static_cast<int>(t.a)) * 0.125;
  }
  __device__ static u64 raw(double value) { return static_cast<u64>(__double_as_longlong(value)); }
};

#define CONFORMANCE_ATOMIC(op, values, function)                    \
  struct op : values {                                              \
    __device__ static type apply(type* place, type operand, type) { \
      return function(place, operand);                              \
    }                                                               \
  };
#define CONFORMANCE_CAS(op, values)                                          \
  struct op : values {                                                       \
    __device__ static type apply(type* place, type expected, type desired) { \
      return atomicCAS(place, expected, desired);                            \
    }                                                                        \
  };
CONFORMANCE_ATOMIC(add_int, Signed32, atomicAdd)
CONFORMANCE_ATOMIC(add_unsigned, Wide32, atomicAdd)
CONFORMANCE_ATOMIC(add_u64, Wide64, atomicAdd)
CONFORMANCE_ATOMIC(add_float, Float32, atomicAdd)
CONFORMANCE_ATOMIC(add_float_rounding, Float32Rounding, atomicAdd)
CONFORMANCE_ATOMIC(add_double, Float64, atomicAdd)
CONFORMANCE_ATOMIC(sub_int, Signed32, atomicSub)
CONFORMANCE_ATOMIC(sub_unsigned, Wide32, atomicSub)
CONFORMANCE_ATOMIC(exchange_int, Signed32, atomicExch)
CONFORMANCE_ATOMIC(exchange_unsigned, Wide32, atomicExch)
CONFORMANCE_ATOMIC(exchange_u64, Wide64, atomicExch)
CONFORMANCE_ATOMIC(exchange_float, Float32, atomicExch)
CONFORMANCE_ATOMIC(min_int, Signed32, atomicMin)
CONFORMANCE_ATOMIC(min_unsigned, Wide32, atomicMin)
CONFORMANCE_ATOMIC(min_u64, Wide64, atomicMin)
CONFORMANCE_ATOMIC(min_i64, Signed64, atomicMin)
CONFORMANCE_ATOMIC(max_int, Signed32, atomicMax)
CONFORMANCE_ATOMIC(max_unsigned, Wide32, atomicMax)
CONFORMANCE_ATOMIC(max_u64, Wide64, atomicMax)
CONFORMANCE_ATOMIC(max_i64, Signed64, atomicMax)
CONFORMANCE_ATOMIC(and_int, Signed32, atomicAnd)
CONFORMANCE_ATOMIC(and_unsigned, Wide32, atomicAnd)
CONFORMANCE_ATOMIC(and_u64, Wide64, atomicAnd)
CONFORMANCE_ATOMIC(or_int, Signed32, atomicOr)
CONFORMANCE_ATOMIC(or_unsigned, Wide32, atomicOr)
CONFORMANCE_ATOMIC(or_u64, Wide64, atomicOr)
CONFORMANCE_ATOMIC(xor_int, Signed32, atomicXor)
CONFORMANCE_ATOMIC(xor_unsigned, Wide32, atomicXor)
CONFORMANCE_ATOMIC(xor_u64, Wide64, atomicXor)
CONFORMANCE_ATOMIC(inc, Narrow32, atomicInc)
CONFORMANCE_ATOMIC(inc_wide, Wide32, atomicInc)
CONFORMANCE_ATOMIC(dec, Narrow32, atomicDec)
CONFORMANCE_ATOMIC(dec_wide, Wide32, atomicDec)
CONFORMANCE_CAS(cas_int, Signed32Narrow)
CONFORMANCE_CAS(cas_unsigned, Narrow32)
CONFORMANCE_CAS(cas_u64, Narrow64)

inline std::vector<Triple> operands() {
  Numbers numbers(3);
  std::vector<Triple> list;
  for (int i = 0; i < threads * (rounds + 2) + 1; ++i) {
    const u32 a = numbers.next();
    list.push_back({a, numbers.next(), 0});
  }
  return list;
}

template <class Op>
void add_alone(Table& table, const std::string& name) {
  using T = typename Op::type;
  simt::DeviceBuffer<Triple> input(operands());
  simt::DeviceBuffer<T> places(threads);
  Shape shape;
  shape.block = dim3(threads);
  add_row(table, name + "/global", shape, threads * 4, alone_in_global<Op>, input.data(),
          places.data());
  shape.shared_bytes = sizeof(Slots<T>);
  add_row(table, name + "/shared", shape, threads * 4, alone_in_shared<Op>, input.data());
}
template <class Op>
void add_together(Table& table, const std::string& name) {
  using T = typename Op::type;
  simt::DeviceBuffer<Triple> input(operands());
  simt::DeviceBuffer<T> place(1);
  require(place.fill_bytes(0), name);
  Shape shape;
  shape.block = dim3(threads);
  shape.grid = dim3(8);
  add_row(table, name + "/together", shape, 3, together<Op>, input.data(), place.data());
}

inline void add(Table& table) {
  add_alone<add_int>(table, "atomicAdd/int");
  add_alone<add_unsigned>(table, "atomicAdd/unsigned");
  add_alone<add_u64>(table, "atomicAdd/ulonglong");
  add_alone<add_float>(table, "atomicAdd/float");
  add_alone<add_float_rounding>(table, "atomicAdd/float-rounding");
  add_alone<add_double>(table, "atomicAdd/double");
  add_alone<sub_int>(table, "atomicSub/int");
  add_alone<sub_unsigned>(table, "atomicSub/unsigned");
  add_alone<exchange_int>(table, "atomicExch/int");
  add_alone<exchange_unsigned>(table, "atomicExch/unsigned");
  add_alone<exchange_u64>(table, "atomicExch/ulonglong");
  add_alone<exchange_float>(table, "atomicExch/float");
  add_alone<min_int>(table, "atomicMin/int");
  add_alone<min_unsigned>(table, "atomicMin/unsigned");
  add_alone<min_u64>(table, "atomicMin/ulonglong");
  add_alone<min_i64>(table, "atomicMin/longlong");
  add_alone<max_int>(table, "atomicMax/int");
  add_alone<max_unsigned>(table, "atomicMax/unsigned");
  add_alone<max_u64>(table, "atomicMax/ulonglong");
  add_alone<max_i64>(table, "atomicMax/longlong");
  add_alone<and_int>(table, "atomicAnd/int");
  add_alone<and_unsigned>(table, "atomicAnd/unsigned");
  add_alone<and_u64>(table, "atomicAnd/ulonglong");
  add_alone<or_int>(table, "atomicOr/int");
  add_alone<or_unsigned>(table, "atomicOr/unsigned");
  add_alone<or_u64>(table, "atomicOr/ulonglong");
  add_alone<xor_int>(table, "atomicXor/int");
  add_alone<xor_unsigned>(table, "atomicXor/unsigned");
  add_alone<xor_u64>(table, "atomicXor/ulonglong");
  add_alone<inc>(table, "atomicInc/small");
  add_alone<inc_wide>(table, "atomicInc/wide");
  add_alone<dec>(table, "atomicDec/small");
  add_alone<dec_wide>(table, "atomicDec/wide");
  add_alone<cas_int>(table, "atomicCAS/int");
  add_alone<cas_unsigned>(table, "atomicCAS/unsigned");
  add_alone<cas_u64>(table, "atomicCAS/ulonglong");
  add_together<add_unsigned>(table, "atomicAdd/unsigned");
  add_together<add_u64>(table, "atomicAdd/ulonglong");
  add_together<add_float>(table, "atomicAdd/float");
  add_together<max_int>(table, "atomicMax/int");
  add_together<min_i64>(table, "atomicMin/longlong");
  add_together<or_u64>(table, "atomicOr/ulonglong");
  add_together<xor_unsigned>(table, "atomicXor/unsigned");
}

}  // namespace conformance::atomics
