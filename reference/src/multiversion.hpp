// Function multiversioning by hand; private to the reference.
//
// Unlike target_clones this needs no ifunc resolver, which runs before the sanitizers' runtimes do,
// and clang 14 takes it too. The body is an always_inline function that both versions call, so the
// source is the same for each.
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

// Whether this processor runs the AVX2 versions. TAILPROOF_BASELINE in the environment says no, so
// that the baseline versions can be tested on any machine.
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

}  // namespace tailproof::reference
