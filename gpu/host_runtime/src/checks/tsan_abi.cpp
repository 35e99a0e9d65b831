/// The ThreadSanitizer compiler ABI, answered by the host runtime's checks. Linked only into
/// programs with an instrumented translation unit; libtsan must not be linked as well.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../arena.hpp"
#include "../engine.hpp"
#include "access.hpp"
#include "state.hpp"
#include "tailproof/simt/host/running.hpp"

namespace {

using simt::detail::checks::Kind;

/// The common case of a kernel that streams its input: aligned words of the read-only buffer that
/// was read last, all initialised and none forbidden.
inline bool initialised_read_only(const void* address, std::size_t size) {
  using simt::detail::checks::hot;
  const auto offset =
      static_cast<std::size_t>(static_cast<const unsigned char*>(address) - hot.read_only);
  if (offset >= hot.read_only_bytes || offset + size > hot.read_only_bytes) return false;
  if (offset % 4 != 0 || size % 4 != 0) return false;
  for (std::size_t word = 0; word < size / 4; ++word) {
    if (hot.read_only_states[offset / 4 + word] != simt::detail::checks::all_initialised)
      return false;
  }
  ++hot.accesses;
  return true;
}

/// Whether a kernel shares the address with other threads. Anything else may be the runtime's own:
/// where the program and the runtime instantiate the same standard template, the linker keeps one
/// copy, perhaps the instrumented one, and a switch in the middle of the runtime would be fatal.
inline bool is_device_memory(const simt::detail::Fiber& thread, const void* address) {
  const auto* bytes = static_cast<const unsigned char*>(address);
  return static_cast<std::size_t>(bytes - thread.cta->shared) < thread.cta->shared_bytes ||
         static_cast<std::size_t>(bytes - simt::detail::checks::hot.arena) <
             simt::detail::Arena::capacity ||
         simt::detail::active_engine->shared.contains(address);
}

template <Kind kind>
inline void seen(const void* address, std::size_t size, const void* pc) {
  const simt::detail::Fiber* thread = simt::detail::current();
  if (thread == nullptr || thread->quiet || size == 0) return;
  const auto depth =
      static_cast<std::size_t>(static_cast<const unsigned char*>(address) - thread->stack);
  if (depth < thread->stack_size) return;  // its own local memory: nothing to see or to wait for
  if (is_device_memory(*thread, address)) simt::detail::scheduling_point();
  if constexpr (kind == Kind::read) {
    if (initialised_read_only(address, size)) return;
  }
  const simt::detail::Quiet quiet;
  simt::detail::checks::check<kind>(address, static_cast<unsigned>(size), pc);
}

}  // namespace

#define CALLER __builtin_return_address(0)

extern "C" {

// Called by a constructor of every instrumented translation unit.
void __tsan_init() {
  simt::detail::checks::enable();
}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

#define ACCESSES(n)                              \
  void __tsan_read##n(void* p) {                 \
    seen<Kind::read>(p, n, CALLER);              \
  }                                              \
  void __tsan_write##n(void* p) {                \
    seen<Kind::write>(p, n, CALLER);             \
  }                                              \
  void __tsan_unaligned_read##n(void* p) {       \
    seen<Kind::read>(p, n, CALLER);              \
  }                                              \
  void __tsan_unaligned_write##n(void* p) {      \
    seen<Kind::write>(p, n, CALLER);             \
  }                                              \
  void __tsan_volatile_read##n(void* p) {        \
    seen<Kind::read>(p, n, CALLER);              \
  }                                              \
  void __tsan_volatile_write##n(void* p) {       \
    seen<Kind::write>(p, n, CALLER);             \
  }                                              \
  void __tsan_read_write##n(void* p) {           \
    seen<Kind::read>(p, n, CALLER);              \
    seen<Kind::write>(p, n, CALLER);             \
  }                                              \
  void __tsan_unaligned_read_write##n(void* p) { \
    seen<Kind::read>(p, n, CALLER);              \
    seen<Kind::write>(p, n, CALLER);             \
  }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
void __tsan_read_range(void* p, std::size_t n) {
  seen<Kind::read>(p, n, CALLER);
}
void __tsan_write_range(void* p, std::size_t n) {
  seen<Kind::write>(p, n, CALLER);
}

// Emitted by newer compilers instead of calls of the C library.
void* __tsan_memcpy(void* to, const void* from, std::size_t n) {
  seen<Kind::read>(from, n, CALLER);
  seen<Kind::write>(to, n, CALLER);
  return std::memcpy(to, from, n);
}
void* __tsan_memmove(void* to, const void* from, std::size_t n) {
  seen<Kind::read>(from, n, CALLER);
  seen<Kind::write>(to, n, CALLER);
  return std::memmove(to, from, n);
}
void* __tsan_memset(void* to, int value, std::size_t n) {
  seen<Kind::write>(to, n, CALLER);
  return std::memset(to, value, n);
}

// std::atomic and static-local guards of host code in the same translation unit: the real
// operations, unchecked.
#define ATOMICS(bits, T)                                                                    \
  T __tsan_atomic##bits##_load(const volatile T* a, int) {                                  \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                            \
  }                                                                                         \
  void __tsan_atomic##bits##_store(volatile T* a, T v, int) {                               \
    __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                               \
  }                                                                                         \
  T __tsan_atomic##bits##_exchange(volatile T* a, T v, int) {                               \
    return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                     \
  }                                                                                         \
  T __tsan_atomic##bits##_fetch_add(volatile T* a, T v, int) {                              \
    return __atomic_fetch_add(a, v, __ATOMIC_SEQ_CST);                                      \
  }                                                                                         \
  T __tsan_atomic##bits##_fetch_sub(volatile T* a, T v, int) {                              \
    return __atomic_fetch_sub(a, v, __ATOMIC_SEQ_CST);                                      \
  }                                                                                         \
  T __tsan_atomic##bits##_fetch_and(volatile T* a, T v, int) {                              \
    return __atomic_fetch_and(a, v, __ATOMIC_SEQ_CST);                                      \
  }                                                                                         \
  T __tsan_atomic##bits##_fetch_or(volatile T* a, T v, int) {                               \
    return __atomic_fetch_or(a, v, __ATOMIC_SEQ_CST);                                       \
  }                                                                                         \
  T __tsan_atomic##bits##_fetch_xor(volatile T* a, T v, int) {                              \
    return __atomic_fetch_xor(a, v, __ATOMIC_SEQ_CST);                                      \
  }                                                                                         \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* a, T* c, T v, int, int) {   \
    return __atomic_compare_exchange_n(a, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }                                                                                         \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* a, T* c, T v, int, int) {     \
    return __atomic_compare_exchange_n(a, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }                                                                                         \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* a, T c, T v, int, int) {         \
    __atomic_compare_exchange_n(a, &c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
    return c;                                                                               \
  }
ATOMICS(8, std::uint8_t)
ATOMICS(16, std::uint16_t)
ATOMICS(32, std::uint32_t)
ATOMICS(64, std::uint64_t)
void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

}  // extern "C"
