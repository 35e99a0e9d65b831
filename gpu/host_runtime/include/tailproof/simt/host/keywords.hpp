/// CUDA's keywords on the host, and the attributes of the dialect's own functions.
#pragma once

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __grid_constant__

// Variables that would be shared by all live CTAs of an OS thread: refused by a name that says what
// to use instead.
#define __shared__ shared_variables_are_unsupported_on_the_host_use_SIMT_SHARED
#define __constant__ constant_variables_are_unsupported_on_the_host_pass_a_kernel_parameter
#define __managed__ managed_variables_are_unsupported_on_the_host_use_device_alloc

/// CUDA's `__noinline__`, which cannot be defined on the host: libstdc++ writes
/// `__attribute__((__noinline__))`.
#define SIMT_NOINLINE __attribute__((noinline))
#define SIMT_UNROLL
#define SIMT_UNROLL_BY(times)
#define SIMT_INLINE inline __attribute__((always_inline))

#if defined(__SANITIZE_THREAD__)
#define SIMT_INSTRUMENTED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SIMT_INSTRUMENTED 1
#endif
#endif

/// A function that touches the runtime's own state: in an instrumented (race) build neither it nor
/// its inlined copies may be instrumented, or the runtime would watch itself.
#if defined(SIMT_INSTRUMENTED)
#define SIMT_RUNTIME inline __attribute__((noinline, no_sanitize("thread")))
#else
#define SIMT_RUNTIME inline __attribute__((always_inline))
#endif

/// The caller's source position as two defaulted parameters.
#define SIMT_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()
