// Compiled with -mf16c on x86-64; nothing here may run before f16c_available() said yes.
#include "f16c.hpp"

#if defined(__F16C__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace tailproof::test {

#if defined(__F16C__)

bool f16c_available() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __builtin_cpu_supports("avx") != 0 && __get_cpuid(1, &a, &b, &c, &d) != 0 &&
         (c & (1u << 29)) != 0;
}

void f16c_halves(std::uint32_t first, std::span<std::uint16_t> halves) {
  alignas(32) float values[8];
  for (std::size_t i = 0; i < halves.size(); i += 8) {
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      const std::uint32_t bits = first + static_cast<std::uint32_t>(i) + lane;
      __builtin_memcpy(&values[lane], &bits, sizeof bits);
    }
    const __m128i converted =
        _mm256_cvtps_ph(_mm256_load_ps(values), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(halves.data() + i), converted);
  }
}

#else

bool f16c_available() {
  return false;
}

void f16c_halves(std::uint32_t, std::span<std::uint16_t>) {}

#endif

}  // namespace tailproof::test
