/// Names that CUDA knows and the host runtime does not: using one is a compile-time error that says
/// what to do.
#pragma once
#include <cmath>

namespace simt::detail {
template <class...>
inline constexpr bool never = false;
}

#define SIMT_UNSUPPORTED(name, advice)                                     \
  template <class... Arguments>                                            \
  int name(const Arguments&...) {                                          \
    static_assert(simt::detail::never<Arguments...>,                       \
                  #name " is not supported by the host runtime: " advice); \
    return 0;                                                              \
  }

#define SIMT_UNSUPPORTED_LOCKSTEP(name) \
  SIMT_UNSUPPORTED(name, "it assumes lockstep; use the _sync form with an explicit mask")
SIMT_UNSUPPORTED_LOCKSTEP(__activemask)
SIMT_UNSUPPORTED_LOCKSTEP(__ballot)
SIMT_UNSUPPORTED_LOCKSTEP(__any)
SIMT_UNSUPPORTED_LOCKSTEP(__all)
SIMT_UNSUPPORTED_LOCKSTEP(__shfl)
SIMT_UNSUPPORTED_LOCKSTEP(__shfl_up)
SIMT_UNSUPPORTED_LOCKSTEP(__shfl_down)
SIMT_UNSUPPORTED_LOCKSTEP(__shfl_xor)
#undef SIMT_UNSUPPORTED_LOCKSTEP

#define SIMT_UNSUPPORTED_APPROXIMATE(name) \
  SIMT_UNSUPPORTED(name,                   \
                   "its result is not exactly defined, so it could not be reproduced bit for bit")
SIMT_UNSUPPORTED_APPROXIMATE(__fdividef)
SIMT_UNSUPPORTED_APPROXIMATE(__frsqrt_rn)
SIMT_UNSUPPORTED_APPROXIMATE(rsqrtf)
// The C library declares these itself, for its own use: only a macro keeps a kernel from calling
// them.
namespace simt::detail::approximate {
SIMT_UNSUPPORTED_APPROXIMATE(__expf)
SIMT_UNSUPPORTED_APPROXIMATE(__exp10f)
SIMT_UNSUPPORTED_APPROXIMATE(__logf)
SIMT_UNSUPPORTED_APPROXIMATE(__log2f)
SIMT_UNSUPPORTED_APPROXIMATE(__log10f)
SIMT_UNSUPPORTED_APPROXIMATE(__powf)
SIMT_UNSUPPORTED_APPROXIMATE(__sinf)
SIMT_UNSUPPORTED_APPROXIMATE(__cosf)
SIMT_UNSUPPORTED_APPROXIMATE(__tanf)
}  // namespace simt::detail::approximate
#define __expf simt::detail::approximate::__expf
#define __exp10f simt::detail::approximate::__exp10f
#define __logf simt::detail::approximate::__logf
#define __log2f simt::detail::approximate::__log2f
#define __log10f simt::detail::approximate::__log10f
#define __powf simt::detail::approximate::__powf
#define __sinf simt::detail::approximate::__sinf
#define __cosf simt::detail::approximate::__cosf
#define __tanf simt::detail::approximate::__tanf
#undef SIMT_UNSUPPORTED_APPROXIMATE

#define SIMT_UNSUPPORTED_SCOPE(name) \
  SIMT_UNSUPPORTED(name, "only device scope is modelled; use the name without suffix")
SIMT_UNSUPPORTED_SCOPE(atomicAdd_block)
SIMT_UNSUPPORTED_SCOPE(atomicAdd_system)
SIMT_UNSUPPORTED_SCOPE(atomicCAS_block)
SIMT_UNSUPPORTED_SCOPE(atomicCAS_system)
SIMT_UNSUPPORTED_SCOPE(atomicExch_block)
SIMT_UNSUPPORTED_SCOPE(atomicExch_system)
#undef SIMT_UNSUPPORTED_SCOPE

SIMT_UNSUPPORTED(clock, "the host has no cycle counter that means anything for the device")
SIMT_UNSUPPORTED(clock64, "the host has no cycle counter that means anything for the device")
SIMT_UNSUPPORTED(__float2half_rn, "use simt::half_bits_rn")
SIMT_UNSUPPORTED(__half2float, "use simt::half_bits_to_float")
SIMT_UNSUPPORTED(__cvta_generic_to_shared, "PTX operands have no host twin; use simt::'s wrappers")
SIMT_UNSUPPORTED(__isShared, "ask in the launcher")
SIMT_UNSUPPORTED(__isGlobal, "ask in the launcher")
SIMT_UNSUPPORTED(__pipeline_memcpy_async, "use simt::cp_async")
SIMT_UNSUPPORTED(__pipeline_commit, "use simt::cp_async_commit")
SIMT_UNSUPPORTED(__pipeline_wait_prior, "use simt::cp_async_wait")
SIMT_UNSUPPORTED(tex1Dfetch, "textures are not modelled")
SIMT_UNSUPPORTED(tex2D, "textures are not modelled")
SIMT_UNSUPPORTED(surf2Dread, "surfaces are not modelled")

namespace cooperative_groups {
SIMT_UNSUPPORTED(this_grid, "launch twice instead, or hand over through simt::load_acquire")
SIMT_UNSUPPORTED(coalesced_threads, "it assumes lockstep; name the lanes in a mask")
SIMT_UNSUPPORTED(tiled_partition, "use the warp functions with a mask")
}  // namespace cooperative_groups
#undef SIMT_UNSUPPORTED
