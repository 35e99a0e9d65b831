/// Atomics on shared and global memory, relaxed as in CUDA. All GPU threads of a launch run on one
/// OS thread, so the update itself is plain; the scheduling point before it is what lets other
/// threads in between.
#pragma once
#include <cstdint>

#include "tailproof/simt/host/running.hpp"

namespace simt::detail {

enum class AtomicOp { add, sub, exchange, minimum, maximum, bit_and, bit_or, bit_xor, inc, dec };

/// Tells the checks that an atomic of `size` bytes touches `address` now. Cheap when nothing is
/// checked.
void note_atomic(const void* address, unsigned size, bool write, const void* pc);
[[noreturn]] void misaligned(const void* address, unsigned alignment, const void* pc);

template <class T>
SIMT_INLINE void before_atomic(const T* address, bool write, const void* pc) {
  scheduling_point();
  if (reinterpret_cast<std::uintptr_t>(address) % sizeof(T) != 0) [[unlikely]] {
    misaligned(address, sizeof(T), pc);
  }
#if defined(SIMT_INSTRUMENTED)
  note_atomic(address, sizeof(T), write, pc);
#else
  static_cast<void>(write);
#endif
}

template <AtomicOp op, class T>
SIMT_INLINE T combine(T old, T value) {
  if constexpr (op == AtomicOp::add) {
    if constexpr (T(0.5) != T(0)) {
      return old + value;
    } else {
      return static_cast<T>(static_cast<std::uint64_t>(old) + static_cast<std::uint64_t>(value));
    }
  } else if constexpr (op == AtomicOp::sub) {
    return static_cast<T>(static_cast<std::uint64_t>(old) - static_cast<std::uint64_t>(value));
  } else if constexpr (op == AtomicOp::exchange) {
    return value;
  } else if constexpr (op == AtomicOp::minimum) {
    return old < value ? old : value;
  } else if constexpr (op == AtomicOp::maximum) {
    return old > value ? old : value;
  } else if constexpr (op == AtomicOp::bit_and) {
    return old & value;
  } else if constexpr (op == AtomicOp::bit_or) {
    return old | value;
  } else if constexpr (op == AtomicOp::bit_xor) {
    return old ^ value;
  } else if constexpr (op == AtomicOp::inc) {
    return old >= value ? T{0} : old + T{1};
  } else {
    return old == T{0} || old > value ? value : old - T{1};
  }
}

template <AtomicOp op, class T>
SIMT_RUNTIME T atomic_update(T* address, T value) {
  before_atomic(address, true, __builtin_return_address(0));
  const T old = *address;
  *address = combine<op>(old, value);
  return old;
}

template <class T>
SIMT_RUNTIME T atomic_compare_exchange(T* address, T expected, T desired) {
  before_atomic(address, true, __builtin_return_address(0));
  const T old = *address;
  if (old == expected) *address = desired;
  return old;
}

}  // namespace simt::detail

#define SIMT_ATOMIC(name, op, type)                                                 \
  SIMT_INLINE type name(type* address, type value) {                                \
    return simt::detail::atomic_update<simt::detail::AtomicOp::op>(address, value); \
  }
#define SIMT_ATOMIC_32(name, op) \
  SIMT_ATOMIC(name, op, int)     \
  SIMT_ATOMIC(name, op, unsigned)
#define SIMT_ATOMIC_INTEGERS(name, op) \
  SIMT_ATOMIC_32(name, op)             \
  SIMT_ATOMIC(name, op, unsigned long long)

SIMT_ATOMIC_INTEGERS(atomicAdd, add)
SIMT_ATOMIC(atomicAdd, add, float)
SIMT_ATOMIC(atomicAdd, add, double)
SIMT_ATOMIC_32(atomicSub, sub)
SIMT_ATOMIC_INTEGERS(atomicExch, exchange)
SIMT_ATOMIC(atomicExch, exchange, float)
SIMT_ATOMIC_INTEGERS(atomicMin, minimum)
SIMT_ATOMIC(atomicMin, minimum, long long)
SIMT_ATOMIC_INTEGERS(atomicMax, maximum)
SIMT_ATOMIC(atomicMax, maximum, long long)
SIMT_ATOMIC_INTEGERS(atomicAnd, bit_and)
SIMT_ATOMIC_INTEGERS(atomicOr, bit_or)
SIMT_ATOMIC_INTEGERS(atomicXor, bit_xor)
SIMT_ATOMIC(atomicInc, inc, unsigned)
SIMT_ATOMIC(atomicDec, dec, unsigned)
#undef SIMT_ATOMIC_INTEGERS
#undef SIMT_ATOMIC_32
#undef SIMT_ATOMIC

#define SIMT_ATOMIC_CAS(type)                                                 \
  SIMT_INLINE type atomicCAS(type* address, type expected, type desired) {    \
    return simt::detail::atomic_compare_exchange(address, expected, desired); \
  }
SIMT_ATOMIC_CAS(int)
SIMT_ATOMIC_CAS(unsigned)
SIMT_ATOMIC_CAS(unsigned long long)
#undef SIMT_ATOMIC_CAS
