/// cp.async (compute capability 8.0), mbarrier and 1-D bulk copies (9.0).
#pragma once
#if defined(__CUDACC__)
#include <cuda_runtime.h>

#include <cstdint>

#include "tailproof/simt/device/primitives.hpp"

namespace simt {

namespace detail {
SIMT_INLINE std::uint32_t shared_address(const void* address) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(address));
}
}  // namespace detail

/// Queues a copy of 4, 8 or 16 bytes from global to shared memory (PTX cp.async).
template <unsigned bytes>
SIMT_INLINE void cp_async(void* shared, const void* global) {
  static_assert(bytes == 4 || bytes == 8 || bytes == 16, "cp.async moves 4, 8 or 16 bytes");
  if constexpr (bytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(detail::shared_address(shared)),
                 "l"(__cvta_generic_to_global(global))
                 : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(detail::shared_address(shared)),
                 "l"(__cvta_generic_to_global(global)), "n"(bytes)
                 : "memory");
  }
}
/// Cache hints of copies: the data leave L2 first, or last.
struct ReadOnce {};
struct ReadAgain {};

/// cp_async<16>, with a hint.
template <unsigned bytes>
SIMT_INLINE void cp_async(void* shared, const void* global, ReadAgain) {
  static_assert(bytes == 16, "the hint goes with 16 bytes");
  constexpr unsigned long long evict_last = 0x14f0000000000000ull;
  asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(
                   detail::shared_address(shared)),
               "l"(__cvta_generic_to_global(global)), "l"(evict_last)
               : "memory");
}
SIMT_INLINE void cp_async_commit() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
template <unsigned newest>
SIMT_INLINE void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(newest) : "memory");
}

/// A barrier in shared memory that counts arrivals and bytes of bulk copies (PTX mbarrier).
struct alignas(8) mbarrier {
  unsigned long long state;

  SIMT_INLINE void init(unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address()), "r"(arrivals)
                 : "memory");
  }
  SIMT_INLINE void invalidate() {
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(address()) : "memory");
  }
  SIMT_INLINE void arrive() {
    asm volatile("{\n.reg .b64 t;\nmbarrier.arrive.shared::cta.b64 t, [%0];\n}" ::"r"(address())
                 : "memory");
  }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  SIMT_INLINE void arrive_remote(unsigned rank) {
    asm volatile(
        "{\n.reg .b32 remote;\nmapa.shared::cluster.u32 remote, %0, %1;\n"
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote];\n}" ::"r"(address()),
        "r"(rank)
        : "memory");
  }
  SIMT_INLINE void arrive_expect_tx(unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address()),
                 "r"(bytes)
                 : "memory");
  }
  SIMT_INLINE void expect_tx(unsigned bytes) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(address()),
                 "r"(bytes)
                 : "memory");
  }
  SIMT_INLINE bool test_wait(unsigned parity) {
    std::uint32_t done;
    asm volatile(
        "{\n.reg .pred p;\nmbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p;\n}"
        : "=r"(done)
        : "r"(address()), "r"(parity)
        : "memory");
    return done != 0;
  }
  SIMT_INLINE bool try_wait(unsigned parity) {
    std::uint32_t done;
    asm volatile(
        "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p;\n}"
        : "=r"(done)
        : "r"(address()), "r"(parity)
        : "memory");
    return done != 0;
  }
#else  // no such instructions: a kernel that gets here on an older device stops
  SIMT_INLINE void arrive_remote(unsigned) {
    __trap();
  }
  SIMT_INLINE void arrive_expect_tx(unsigned) {
    __trap();
  }
  SIMT_INLINE void expect_tx(unsigned) {
    __trap();
  }
  SIMT_INLINE bool test_wait(unsigned) {
    __trap();
    return false;
  }
  SIMT_INLINE bool try_wait(unsigned parity) {
    return test_wait(parity);
  }
#endif
  SIMT_INLINE void wait(unsigned parity) {
    while (!try_wait(parity)) {
    }
  }

 private:
  SIMT_INLINE std::uint32_t address() const {
    return detail::shared_address(this);
  }
};

SIMT_INLINE void fence_mbarrier_init() {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}
SIMT_INLINE void fence_proxy_async() {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}
SIMT_INLINE void bulk_copy(void* shared, const void* global, unsigned bytes, mbarrier& barrier) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(detail::shared_address(shared)),
      "l"(__cvta_generic_to_global(global)), "r"(bytes), "r"(detail::shared_address(&barrier))
      : "memory");
#else
  __trap();
#endif
}
/// bulk_copy, with a hint.
SIMT_INLINE void bulk_copy(void* shared, const void* global, unsigned bytes, mbarrier& barrier,
                           ReadOnce) {
#if __CUDA_ARCH__ >= 900
  constexpr unsigned long long evict_first = 0x12f0000000000000ull;
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint"
      " [%0], [%1], %2, [%3], %4;" ::"r"(detail::shared_address(shared)),
      "l"(__cvta_generic_to_global(global)), "r"(bytes), "r"(detail::shared_address(&barrier)),
      "l"(evict_first)
      : "memory");
#else
  __trap();
#endif
}

}  // namespace simt
#endif
