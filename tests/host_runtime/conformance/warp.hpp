/// Warp collectives: whole warps, and both parities or halves of a warp in different branches.
#pragma once
#include "elementwise.hpp"

namespace conformance::warp {

constexpr int warps = 64;
constexpr unsigned full = 0xffffffffu;

/// Op::apply(triple, mask) by whole warps.
template <class Op>
__global__ void whole(const Triple* input, u32* output) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  put64(output, i * 2, Op::apply(input[i], full));
}
/// The two halves of each warp, or its even and odd lanes, call it separately.
template <class Op, bool by_half>
__global__ void split(const Triple* input, u32* output) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool first = by_half ? simt::lane_id() < 16 : simt::lane_id() % 2 == 0;
  u64 result = 0;
  if (first) {
    result = Op::apply(input[i], by_half ? 0x0000ffffu : 0x55555555u);
  } else {
    result = Op::apply(input[i], by_half ? 0xffff0000u : 0xaaaaaaaau);
  }
  put64(output, i * 2, result);
}

/// Warps of random numbers, of one number, of one number but for one lane, and of few different
/// ones.
inline std::vector<Triple> lanes() {
  Numbers numbers(2);
  std::vector<Triple> list;
  for (int warp = 0; warp < warps; ++warp) {
    const u32 common = warp % 8 == 1 ? 0u : numbers.next();
    const u32 odd_one = numbers.next() % 32;
    for (u32 lane = 0; lane < 32; ++lane) {
      const u32 random = numbers.next();
      u32 a = random;
      if (warp % 4 == 1) a = common;
      if (warp % 4 == 2) a = lane == odd_one ? ~common : common;
      if (warp % 4 == 3) a = random % 3;
      list.push_back({a, numbers.next() % 2, numbers.next()});
    }
  }
  return list;
}

enum class Splits { none, halves, parities };

template <class Op>
void add_lanes(Table& table, const std::string& name, Splits splits) {
  static const std::vector<Triple> list = lanes();
  simt::DeviceBuffer<Triple> input(list);
  require(input.status(), name);
  Shape shape;
  shape.block = dim3(128);
  shape.grid = dim3(warps / 4);
  const std::size_t words = list.size() * 2;
  add_row(table, name, shape, words, whole<Op>, input.data());
  if (splits == Splits::halves) {
    add_row(table, name + "/halves", shape, words, split<Op, true>, input.data());
  } else if (splits == Splits::parities) {
    add_row(table, name + "/parities", shape, words, split<Op, false>, input.data());
  }
}

/// A lane's T made of its triple, and a T as 64 bits.
template <class T>
__device__ T make(const Triple& t) {
  if constexpr (sizeof(T) == 8) {
    return static_cast<T>(join(t.a, t.c & 0x3fffffffu));
  } else {
    return static_cast<T>(t.a);
  }
}
template <>
__device__ inline float make<float>(const Triple& t) {
  return __uint_as_float(t.a);
}
template <>
__device__ inline double make<double>(const Triple& t) {
  return __longlong_as_double(static_cast<long long>(join(t.a, t.c & 0x3fffffffu)));
}
template <class T>
__device__ u64 raw(T value) {
  return static_cast<u64>(value);
}
template <>
__device__ inline u64 raw<float>(float value) {
  return __float_as_uint(value);
}
template <>
__device__ inline u64 raw<double>(double value) {
  return static_cast<u64>(__double_as_longlong(value));
}

#define CONFORMANCE_LANES(op, expression)                         \
  struct op {                                                     \
    __device__ static u64 apply(const Triple& t, unsigned mask) { \
      return static_cast<u64>(expression);                        \
    }                                                             \
  };
CONFORMANCE_LANES(ballot, __ballot_sync(mask, static_cast<int>(t.a & 1u)))
CONFORMANCE_LANES(any, __any_sync(mask, static_cast<int>(t.a & 1u)) != 0)
CONFORMANCE_LANES(all, __all_sync(mask, static_cast<int>(t.a & 1u)) != 0)
CONFORMANCE_LANES(uni, __uni_sync(mask, static_cast<int>(t.a & 1u)) != 0)
CONFORMANCE_LANES(match_any, __match_any_sync(mask, t.a))
CONFORMANCE_LANES(match_any64, __match_any_sync(mask, join(t.a, t.b)))
CONFORMANCE_LANES(reduce_add, __reduce_add_sync(mask, t.a))
CONFORMANCE_LANES(reduce_add_int, __reduce_add_sync(mask, static_cast<int>(t.a)))
CONFORMANCE_LANES(reduce_min, __reduce_min_sync(mask, t.a))
CONFORMANCE_LANES(reduce_min_int, __reduce_min_sync(mask, static_cast<int>(t.a)))
CONFORMANCE_LANES(reduce_max, __reduce_max_sync(mask, t.a))
CONFORMANCE_LANES(reduce_max_int, __reduce_max_sync(mask, static_cast<int>(t.a)))
CONFORMANCE_LANES(reduce_and, __reduce_and_sync(mask, t.a))
CONFORMANCE_LANES(reduce_or, __reduce_or_sync(mask, t.a))
CONFORMANCE_LANES(reduce_xor, __reduce_xor_sync(mask, t.a))

template <class T>
struct match_all {
  __device__ static u64 apply(const Triple& t, unsigned mask) {
    int predicate = -1;
    const unsigned equal = __match_all_sync(mask, make<T>(t), &predicate);
    return join(equal, predicate != 0 ? 1u : 0u);
  }
};
template <int width>
struct shfl {
  __device__ static u64 apply(const Triple& t, unsigned mask) {
    return __shfl_sync(mask, t.a, static_cast<int>(t.c & 63u), width);
  }
};
template <int width>
struct shfl_up {
  __device__ static u64 apply(const Triple& t, unsigned mask) {
    u64 result = 0;
    for (unsigned delta = 0; delta < 32; ++delta) {
      result = result * 31 + __shfl_up_sync(mask, t.a, delta, width);
    }
    return result;
  }
};
template <int width>
struct shfl_down {
  __device__ static u64 apply(const Triple& t, unsigned mask) {
    u64 result = 0;
    for (unsigned delta = 0; delta < 32; ++delta) {
      result = result * 31 + __shfl_down_sync(mask, t.a, delta, width);
    }
    return result;
  }
};
template <int width>
struct shfl_xor {
  __device__ static u64 apply(const Triple& t, unsigned mask) {
    u64 result = 0;
    for (int lanes = 0; lanes < width; ++lanes) {
      result = result * 31 + __shfl_xor_sync(mask, t.a, lanes, width);
    }
    return result;
  }
};
/// All four shuffles of one type.
template <class T>
struct shuffled {
  __device__ static u64 apply(const Triple& t, unsigned mask) {
    const T value = make<T>(t);
    u64 result = raw(__shfl_sync(mask, value, static_cast<int>(t.c & 31u)));
    result = result * 31 + raw(__shfl_up_sync(mask, value, 3));
    result = result * 31 + raw(__shfl_down_sync(mask, value, 5));
    return result * 31 + raw(__shfl_xor_sync(mask, value, 9));
  }
};
/// What lanes exchange through shared memory on both sides of __syncwarp.
struct Exchange {
  simt::shared_array<u32, 128> slots;
};
__global__ void syncwarp(const Triple* input, u32* output) {
  SIMT_SHARED(Exchange, sm);
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sm.slots[threadIdx.x] = input[i].a;
  __syncwarp();
  const u32 neighbour = sm.slots[threadIdx.x ^ 1u];
  __syncwarp();
  sm.slots[threadIdx.x] = neighbour + 1;
  const unsigned half = simt::lane_id() < 16 ? 0x0000ffffu : 0xffff0000u;
  __syncwarp(half);
  put64(output, i * 2, join(neighbour, sm.slots[threadIdx.x ^ 2u]));
}

template <int width>
void add_width(Table& table, Splits splits) {
  const std::string suffix = "/width" + std::to_string(width);
  add_lanes<shfl<width>>(table, "__shfl_sync" + suffix, splits);
  add_lanes<shfl_up<width>>(table, "__shfl_up_sync" + suffix, splits);
  add_lanes<shfl_down<width>>(table, "__shfl_down_sync" + suffix, splits);
  add_lanes<shfl_xor<width>>(table, "__shfl_xor_sync" + suffix, splits);
}

inline void add(Table& table) {
  add_lanes<ballot>(table, "__ballot_sync", Splits::parities);
  add_lanes<any>(table, "__any_sync", Splits::parities);
  add_lanes<all>(table, "__all_sync", Splits::parities);
  add_lanes<uni>(table, "__uni_sync", Splits::parities);
  add_lanes<match_any>(table, "__match_any_sync", Splits::parities);
  add_lanes<match_any64>(table, "__match_any_sync/64", Splits::halves);
  add_lanes<match_all<u32>>(table, "__match_all_sync", Splits::parities);
  add_lanes<match_all<u64>>(table, "__match_all_sync/64", Splits::halves);
  add_lanes<reduce_add>(table, "__reduce_add_sync", Splits::parities);
  add_lanes<reduce_add_int>(table, "__reduce_add_sync/int", Splits::halves);
  add_lanes<reduce_min>(table, "__reduce_min_sync", Splits::parities);
  add_lanes<reduce_min_int>(table, "__reduce_min_sync/int", Splits::halves);
  add_lanes<reduce_max>(table, "__reduce_max_sync", Splits::parities);
  add_lanes<reduce_max_int>(table, "__reduce_max_sync/int", Splits::halves);
  add_lanes<reduce_and>(table, "__reduce_and_sync", Splits::parities);
  add_lanes<reduce_or>(table, "__reduce_or_sync", Splits::parities);
  add_lanes<reduce_xor>(table, "__reduce_xor_sync", Splits::parities);
  add_width<32>(table, Splits::none);
  add_width<16>(table, Splits::halves);
  add_width<8>(table, Splits::halves);
  add_width<4>(table, Splits::halves);
  add_width<2>(table, Splits::halves);
  add_width<1>(table, Splits::none);
  add_lanes<shuffled<int>>(table, "__shfl_sync/int", Splits::none);
  add_lanes<shuffled<float>>(table, "__shfl_sync/float", Splits::none);
  add_lanes<shuffled<long long>>(table, "__shfl_sync/longlong", Splits::none);
  add_lanes<shuffled<u64>>(table, "__shfl_sync/ulonglong", Splits::none);
  add_lanes<shuffled<double>>(table, "__shfl_sync/double", Splits::none);

  const std::vector<Triple> list = lanes();
  simt::DeviceBuffer<Triple> input(list);
  Shape shape;
  shape.block = dim3(128);
  shape.grid = dim3(warps / 4);
  shape.shared_bytes = sizeof(Exchange);
  add_row(table, "__syncwarp", shape, list.size() * 2, syncwarp, input.data());
}

}  // namespace conformance::warp
