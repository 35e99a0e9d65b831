/// Warp collectives with explicit masks. Each waits for exactly the lanes named in its mask.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tailproof/simt/host/running.hpp"

namespace simt::detail {

enum class WarpOp : std::uint8_t {
  sync,
  ballot,
  any,
  all,
  uniform,
  shfl,
  shfl_up,
  shfl_down,
  shfl_xor,
  match_any,
  match_all,
  add,
  min_signed,
  max_signed,
  min_unsigned,
  max_unsigned,
  bit_and,
  bit_or,
  bit_xor,
};

struct WarpCall {
  WarpOp op;
  unsigned mask;
  std::uint64_t value = 0;  // this lane's operand, zero-extended
  int argument = 0;         // source lane, distance or lane mask of a shuffle
  int width = 32;           // shuffle segment
};

/// The collective's result for this lane; match_all puts its predicate into bit 32.
std::uint64_t warp_collective(const WarpCall& call, const char* file, int line);

template <class T>
constexpr bool is_lane_value = std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

template <class T>
SIMT_INLINE std::uint64_t to_bits(T value) {
  static_assert(is_lane_value<T>,
                "warp collectives take 32- and 64-bit arithmetic types, as in CUDA");
  if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(std::uint32_t, value);
  } else {
    return __builtin_bit_cast(std::uint64_t, value);
  }
}
template <class T>
SIMT_INLINE T from_bits(std::uint64_t bits) {
  if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(T, static_cast<std::uint32_t>(bits));
  } else {
    return __builtin_bit_cast(T, bits);
  }
}
template <class T>
SIMT_RUNTIME T shuffle(WarpOp op, unsigned mask, T value, int argument, int width, const char* file,
                       int line) {
  return from_bits<T>(warp_collective({op, mask, to_bits(value), argument, width}, file, line));
}
template <class T>
SIMT_RUNTIME T lane_fold(WarpOp op, unsigned mask, T value, const char* file, int line) {
  return from_bits<T>(warp_collective({op, mask, to_bits(value)}, file, line));
}

}  // namespace simt::detail

SIMT_RUNTIME void __syncwarp(unsigned mask = 0xffffffffu, SIMT_HERE) {
  simt::detail::warp_collective({simt::detail::WarpOp::sync, mask}, file, line);
}
SIMT_RUNTIME unsigned __ballot_sync(unsigned mask, int predicate, SIMT_HERE) {
  return static_cast<unsigned>(simt::detail::warp_collective(
      {simt::detail::WarpOp::ballot, mask, predicate != 0 ? 1u : 0u}, file, line));
}
SIMT_RUNTIME int __any_sync(unsigned mask, int predicate, SIMT_HERE) {
  return static_cast<int>(simt::detail::warp_collective(
      {simt::detail::WarpOp::any, mask, predicate != 0 ? 1u : 0u}, file, line));
}
SIMT_RUNTIME int __all_sync(unsigned mask, int predicate, SIMT_HERE) {
  return static_cast<int>(simt::detail::warp_collective(
      {simt::detail::WarpOp::all, mask, predicate != 0 ? 1u : 0u}, file, line));
}
SIMT_RUNTIME int __uni_sync(unsigned mask, int predicate, SIMT_HERE) {
  return static_cast<int>(simt::detail::warp_collective(
      {simt::detail::WarpOp::uniform, mask, predicate != 0 ? 1u : 0u}, file, line));
}

/// CUDA's shuffles; the mask names the lanes that take part.
template <class T>
SIMT_INLINE T __shfl_sync(unsigned mask, T value, int source, int width = 32, SIMT_HERE) {
  return simt::detail::shuffle(simt::detail::WarpOp::shfl, mask, value, source, width, file, line);
}
template <class T>
SIMT_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, SIMT_HERE) {
  return simt::detail::shuffle(simt::detail::WarpOp::shfl_up, mask, value, static_cast<int>(delta),
                               width, file, line);
}
template <class T>
SIMT_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, SIMT_HERE) {
  return simt::detail::shuffle(simt::detail::WarpOp::shfl_down, mask, value,
                               static_cast<int>(delta), width, file, line);
}
template <class T>
SIMT_INLINE T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32, SIMT_HERE) {
  return simt::detail::shuffle(simt::detail::WarpOp::shfl_xor, mask, value, lane_mask, width, file,
                               line);
}

/// CUDA's match and reduce collectives.
template <class T>
SIMT_INLINE unsigned __match_any_sync(unsigned mask, T value, SIMT_HERE) {
  return simt::detail::shuffle<std::uint64_t>(simt::detail::WarpOp::match_any, mask,
                                              simt::detail::to_bits(value), 0, 32, file, line) &
         0xffffffffu;
}
template <class T>
SIMT_INLINE unsigned __match_all_sync(unsigned mask, T value, int* predicate, SIMT_HERE) {
  const std::uint64_t result = simt::detail::shuffle<std::uint64_t>(
      simt::detail::WarpOp::match_all, mask, simt::detail::to_bits(value), 0, 32, file, line);
  *predicate = static_cast<int>(result >> 32);
  return static_cast<unsigned>(result);
}

// CUDA offers these for exactly int and unsigned (bitwise ones: unsigned).
#define SIMT_REDUCE(name, type, op)                                                    \
  SIMT_INLINE type name(unsigned mask, type value, SIMT_HERE) {                        \
    return simt::detail::lane_fold(simt::detail::WarpOp::op, mask, value, file, line); \
  }
SIMT_REDUCE(__reduce_add_sync, unsigned, add)
SIMT_REDUCE(__reduce_add_sync, int, add)
SIMT_REDUCE(__reduce_min_sync, unsigned, min_unsigned)
SIMT_REDUCE(__reduce_min_sync, int, min_signed)
SIMT_REDUCE(__reduce_max_sync, unsigned, max_unsigned)
SIMT_REDUCE(__reduce_max_sync, int, max_signed)
SIMT_REDUCE(__reduce_and_sync, unsigned, bit_and)
SIMT_REDUCE(__reduce_or_sync, unsigned, bit_or)
SIMT_REDUCE(__reduce_xor_sync, unsigned, bit_xor)
#undef SIMT_REDUCE
