/// Fences, and the strong loads and stores with which CTAs talk through global memory.
#pragma once
#include "tailproof/simt/host/atomics.hpp"

namespace simt::detail {
enum class FenceScope { block, device };
void fence(FenceScope scope);
/// Lets other threads run; a thread that does nothing else for too long is reported as a livelock.
void pause_spinning();
}  // namespace simt::detail

SIMT_INLINE void __threadfence_block() {
  simt::detail::fence(simt::detail::FenceScope::block);
}
SIMT_INLINE void __threadfence() {
  simt::detail::fence(simt::detail::FenceScope::device);
}
SIMT_INLINE void __threadfence_system() {
  simt::detail::fence(simt::detail::FenceScope::device);
}
SIMT_INLINE void __nanosleep(unsigned) {
  simt::detail::pause_spinning();
}

namespace simt {

/// To be called in every turn of a polling loop.
SIMT_INLINE void spin_pause() {
  detail::pause_spinning();
}

/// Strong relaxed load at device scope: the only load allowed to poll.
template <class T>
SIMT_RUNTIME T load_relaxed(const T* address) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  detail::before_atomic(address, false, __builtin_return_address(0));
  return *address;
}
/// Strong relaxed store at device scope.
template <class T>
SIMT_RUNTIME void store_relaxed(T* address, T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  detail::before_atomic(address, true, __builtin_return_address(0));
  *address = value;
}
/// load_relaxed followed by a device-scope acquire.
template <class T>
SIMT_INLINE T load_acquire(const T* address) {
  const T value = load_relaxed(address);
  detail::fence(detail::FenceScope::device);
  return value;
}
/// A device-scope release followed by store_relaxed.
template <class T>
SIMT_INLINE void store_release(T* address, T value) {
  detail::fence(detail::FenceScope::device);
  store_relaxed(address, value);
}

}  // namespace simt
