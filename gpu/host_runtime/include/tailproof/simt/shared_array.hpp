/// Array member of a kernel's shared storage: on the device a bare `T[N]`; on the host indexing is
/// checked and a red zone follows, so that an overrun never lands unseen in the next member.
#pragma once
#include <cstddef>

#if defined(__CUDACC__)
#define SIMT_MEMBER __device__ __forceinline__
/// Declares a gap between members of shared storage; nothing on the device.
#define SIMT_RED_ZONE(name) static_assert(true, "")
#else
#include "tailproof/simt/host/shared_storage.hpp"
#define SIMT_MEMBER SIMT_INLINE
#define SIMT_RED_ZONE(name) ::simt::detail::RedZone name
#endif

namespace simt {

/// N elements of shared storage; indexing past them is reported on the host.
template <class T, int N>
struct shared_array {
  T items[N];
  SIMT_RED_ZONE(zone);

  /// Element `i`, 0 <= i < N; on the host an index outside is reported.
  template <class Index>
  SIMT_MEMBER T& operator[](Index i) {
#if !defined(__CUDACC__)
    if (static_cast<std::size_t>(i) >= static_cast<std::size_t>(N)) [[unlikely]] {
      detail::bad_index(static_cast<long long>(i), N);
    }
#endif
    return items[i];
  }
  SIMT_MEMBER operator T*() {
    return items;
  }
  SIMT_MEMBER T* data() {
    return items;
  }
  static constexpr int size() {
    return N;
  }
};

}  // namespace simt
