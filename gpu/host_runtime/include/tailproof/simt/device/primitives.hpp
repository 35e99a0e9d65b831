/// Shared storage, named barriers, strong loads and stores, cache hints: the small PTX of the
/// dialect.
#pragma once
#if defined(__CUDACC__)
#include <cuda_runtime.h>

#include <cstdint>

#define SIMT_NOINLINE __noinline__
#define SIMT_UNROLL _Pragma("unroll")
#define SIMT_UNROLL_BY(times) SIMT_PRAGMA(unroll times)
#define SIMT_PRAGMA(text) _Pragma(#text)
#define SIMT_INLINE __device__ __forceinline__
#define SIMT_SHARED(Storage, name)                                      \
  extern __shared__ __align__(128) unsigned char simt_dynamic_shared[]; \
  Storage& name = *reinterpret_cast<Storage*>(simt_dynamic_shared)

namespace simt {

SIMT_INLINE unsigned lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
SIMT_INLINE unsigned lanemask_lt() {
  unsigned mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}
SIMT_INLINE void spin_pause() {
  __nanosleep(64);
}

SIMT_INLINE void barrier_sync(unsigned id, unsigned threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
SIMT_INLINE void barrier_arrive(unsigned id, unsigned threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

namespace detail {

template <int bytes>
struct Bits;
template <>
struct Bits<4> {
  using type = std::uint32_t;
};
template <>
struct Bits<8> {
  using type = unsigned long long;
};
template <class T>
using bits_of = typename Bits<sizeof(T)>::type;

// One function per instruction and width; T's bits travel through an integer register.
#define SIMT_LOAD(name, instruction)                                                   \
  SIMT_INLINE std::uint32_t name(const std::uint32_t* address) {                       \
    std::uint32_t bits;                                                                \
    asm volatile(instruction ".u32 %0, [%1];" : "=r"(bits) : "l"(address) : "memory"); \
    return bits;                                                                       \
  }                                                                                    \
  SIMT_INLINE unsigned long long name(const unsigned long long* address) {             \
    unsigned long long bits;                                                           \
    asm volatile(instruction ".u64 %0, [%1];" : "=l"(bits) : "l"(address) : "memory"); \
    return bits;                                                                       \
  }
#define SIMT_STORE(name, instruction)                                                \
  SIMT_INLINE void name(std::uint32_t* address, std::uint32_t bits) {                \
    asm volatile(instruction ".u32 [%0], %1;" ::"l"(address), "r"(bits) : "memory"); \
  }                                                                                  \
  SIMT_INLINE void name(unsigned long long* address, unsigned long long bits) {      \
    asm volatile(instruction ".u64 [%0], %1;" ::"l"(address), "l"(bits) : "memory"); \
  }
SIMT_LOAD(ld_relaxed, "ld.relaxed.gpu")
SIMT_LOAD(ld_acquire, "ld.acquire.gpu")
SIMT_STORE(st_relaxed, "st.relaxed.gpu")
SIMT_STORE(st_release, "st.release.gpu")
#undef SIMT_STORE
#undef SIMT_LOAD

template <class To, class From>
SIMT_INLINE To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From), "bit_cast keeps the size");
  To to;
  __builtin_memcpy(&to, &from, sizeof(To));
  return to;
}

}  // namespace detail

/// Loads and stores of 4 or 8 bytes that talk between CTAs, relaxed or ordered at device scope.
template <class T>
SIMT_INLINE T load_relaxed(const T* address) {
  using Raw = detail::bits_of<T>;
  return detail::bit_cast<T>(detail::ld_relaxed(reinterpret_cast<const Raw*>(address)));
}
template <class T>
SIMT_INLINE T load_acquire(const T* address) {
  using Raw = detail::bits_of<T>;
  return detail::bit_cast<T>(detail::ld_acquire(reinterpret_cast<const Raw*>(address)));
}
template <class T>
SIMT_INLINE void store_relaxed(T* address, T value) {
  using Raw = detail::bits_of<T>;
  detail::st_relaxed(reinterpret_cast<Raw*>(address), detail::bit_cast<Raw>(value));
}
template <class T>
SIMT_INLINE void store_release(T* address, T value) {
  using Raw = detail::bits_of<T>;
  detail::st_release(reinterpret_cast<Raw*>(address), detail::bit_cast<Raw>(value));
}

/// A load that leaves no line in L1: scores that are read once.
template <class T>
SIMT_INLINE T load_no_allocate(const T* address) {
  if constexpr (sizeof(T) == 16) {
    uint4 raw;
    asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(raw.x), "=r"(raw.y), "=r"(raw.z), "=r"(raw.w)
                 : "l"(__cvta_generic_to_global(address)));
    return detail::bit_cast<T>(raw);
  } else if constexpr (sizeof(T) == 8) {
    uint2 raw;
    asm volatile("ld.global.L1::no_allocate.v2.u32 {%0, %1}, [%2];"
                 : "=r"(raw.x), "=r"(raw.y)
                 : "l"(__cvta_generic_to_global(address)));
    return detail::bit_cast<T>(raw);
  } else {
    static_assert(sizeof(T) == 4, "4, 8 or 16 bytes");
    std::uint32_t raw;
    asm volatile("ld.global.L1::no_allocate.u32 %0, [%1];"
                 : "=r"(raw)
                 : "l"(__cvta_generic_to_global(address)));
    return detail::bit_cast<T>(raw);
  }
}
SIMT_INLINE void prefetch_l2(const void* address) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global(address)));
}

// Kernels for older devices compile too: there these have no effect.
SIMT_INLINE void prefetch_l2_bulk(const void* address, unsigned bytes) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(address)),
      "r"(bytes));
#endif
}
SIMT_INLINE void grid_dependency_wait() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
SIMT_INLINE void grid_dependency_launch() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

}  // namespace simt
#endif
