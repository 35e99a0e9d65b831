/// Function multiversioning by hand, for the few loops whose speed the build's baseline
/// instructions limit. The results are the same bits in every version.
///
/// Unlike target_clones this needs no ifunc resolver, which runs before the sanitizers' runtimes
/// do, and clang 14 takes it too. The body is an always_inline function that both versions call, so
/// the source is the same for each.
#pragma once
#include <cstdlib>

#if defined(__x86_64__) && defined(__GNUC__)
#define TAILPROOF_HAS_AVX2_VERSION 1
#define TAILPROOF_AVX2 [[gnu::target("avx2,bmi,popcnt")]]
#else
#define TAILPROOF_HAS_AVX2_VERSION 0
#endif
#define TAILPROOF_BODY [[gnu::always_inline]] inline

namespace tailproof::reference {

/// Whether this processor runs the AVX2 versions. TAILPROOF_BASELINE in the environment says no, so
/// that the baseline versions can be tested on any machine.
[[nodiscard]] inline bool has_avx2() noexcept {
#if TAILPROOF_HAS_AVX2_VERSION
  static const bool has =
      std::getenv("TAILPROOF_BASELINE") == nullptr && __builtin_cpu_supports("avx2") != 0 &&
      __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("popcnt") != 0;
  return has;
#else
  return false;
#endif
}

#if TAILPROOF_HAS_AVX2_VERSION
/// Everything that the body calls is inlined, so that it is compiled for AVX2 too.
template <class Body>
TAILPROOF_AVX2 [[gnu::flatten]] void run_avx2(Body& body) noexcept {
  body();
}
#endif

/// Runs the body, in the version for the widest vectors that this processor has.
template <class Body>
void run_widest(Body body) noexcept {
#if TAILPROOF_HAS_AVX2_VERSION
  if (has_avx2()) return run_avx2(body);
#endif
  body();
}

}  // namespace tailproof::reference
