/// Loads and stores with cache hints: plain accesses here, with the alignment checked as the
/// hardware would.
#pragma once
#include "tailproof/simt/host/atomics.hpp"

namespace simt::detail {

template <class T>
SIMT_RUNTIME void before_access(const T* address) {
  if (reinterpret_cast<std::uintptr_t>(address) % alignof(T) != 0) [[unlikely]] {
    misaligned(address, alignof(T), __builtin_return_address(0));
  }
#if !defined(SIMT_INSTRUMENTED)  // there the access itself is the scheduling point
  scheduling_point();
#endif
}
template <class T>
SIMT_INLINE T hinted_load(const T* address) {
  before_access(address);
  return *address;
}
template <class T>
SIMT_INLINE void hinted_store(T* address, T value) {
  before_access(address);
  *address = value;
}

}  // namespace simt::detail

#define SIMT_LOAD(name)                        \
  template <class T>                           \
  SIMT_INLINE T name(const T* address) {       \
    return simt::detail::hinted_load(address); \
  }
#define SIMT_STORE(name)                        \
  template <class T>                            \
  SIMT_INLINE void name(T* address, T value) {  \
    simt::detail::hinted_store(address, value); \
  }
SIMT_LOAD(__ldg)
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldlu)
SIMT_LOAD(__ldcv)
SIMT_STORE(__stwb)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwt)

namespace simt {
/// Load that leaves no line in L1, for data read once. T has 4, 8 or 16 bytes.
SIMT_LOAD(load_no_allocate)
/// Hints without an effect on the host.
SIMT_INLINE void prefetch_l2(const void*) {}
SIMT_INLINE void prefetch_l2_bulk(const void*, unsigned) {}
SIMT_INLINE void grid_dependency_wait() {}
SIMT_INLINE void grid_dependency_launch() {}
}  // namespace simt
#undef SIMT_STORE
#undef SIMT_LOAD
