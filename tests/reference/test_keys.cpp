// Keys, halves and bins at every value where a rule changes; the exhaustive tests take long, these
// do not. Linked without the library.
#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof_catch.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

using namespace tailproof::reference;

namespace {

constexpr std::uint32_t sign = 0x80000000u;

// The value of a finite non-negative half by its definition.
double value_of_half(std::uint32_t half) {
  const int exponent = static_cast<int>(half >> 10);
  const double fraction = (half & 0x3ffu) / 1024.0;
  return exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1.0 + fraction, exponent - 15);
}

std::uint32_t bits_of(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

}  // namespace

TEST_CASE("NaN patterns are those beyond infinity, of either sign") {
  for (const std::uint32_t s : {0u, sign}) {
    for (const std::uint32_t magnitude : {0u, 1u, 0x3f800000u, 0x7f7fffffu, 0x7f800000u}) {
      CHECK_FALSE(is_nan_bits(s | magnitude));
    }
    for (const std::uint32_t magnitude : {0x7f800001u, 0x7fc00000u, 0x7fffffffu}) {
      CHECK(is_nan_bits(s | magnitude));
    }
  }
}

TEST_CASE("key32 at signs, zeros and infinities, and back") {
  CHECK(key32_of_bits(0) == 0x7fffffffu);
  CHECK(key32_of_bits(sign) == 0x7fffffffu);
  CHECK(key32_of_bits(1) == 0x7ffffffeu);
  CHECK(key32_of_bits(sign | 1u) == 0x80000001u);
  CHECK(key32(1.0f) == 0x407fffffu);
  CHECK(key32(-1.0f) == 0xbf800000u);
  CHECK(key32_of_bits(0x7f800000u) == 0x007fffffu);
  CHECK(key32_of_bits(0xff800000u) == 0xff800000u);
  for (const std::uint32_t bits : {0u, 1u, 0x3f800000u, 0x7f800000u, 0x7fffffffu, 0x80000001u,
                                   0xbf800000u, 0xff800000u, 0xffffffffu}) {
    CHECK(bits_of_key32(key32_of_bits(bits)) == bits);
  }
  CHECK(bits_of_key32(key32_of_bits(sign)) == 0u);
}

TEST_CASE("halves round to nearest, ties to even, at every pair of neighbours") {
  int wrong = 0;
  const auto expect = [&](std::uint32_t bits, std::uint32_t half) {
    if (half_of_bits(bits) != half || half_of_bits(sign | bits) != (0x8000u | half)) ++wrong;
  };
  for (std::uint32_t half = 0; half < 0x7c00u; ++half) {
    // The last finite half ends where an eleventh bit more would: at 65520.
    const double next = half == 0x7bffu ? 65536.0 : value_of_half(half + 1);
    const std::uint32_t tie = bits_of((value_of_half(half) + next) / 2.0);
    expect(bits_of(value_of_half(half)), half);
    expect(tie - 1, half);
    expect(tie, half + (half & 1u));
    expect(tie + 1, half + 1);
  }
  CHECK(wrong == 0);
}

TEST_CASE("halves of zeros, FP32 subnormals, overflow, infinities and NaN") {
  for (const std::uint32_t s : {0u, sign}) {
    const std::uint32_t h = s >> 16;
    for (const std::uint32_t tiny : {0u, 1u, 0x007fffffu, 0x00800000u, 0x32ffffffu, 0x33000000u}) {
      CHECK(half_of_bits(s | tiny) == h);
    }
    CHECK(half_of_bits(s | 0x33000001u) == (h | 1u));
    for (const std::uint32_t large :
         {0x477ff000u, 0x47800000u, 0x501502f9u, 0x7f7fffffu, 0x7f800000u}) {
      CHECK(half_of_bits(s | large) == (h | 0x7c00u));
    }
    for (const std::uint32_t nan : {0x7f800001u, 0x7fc00000u, 0x7fffffffu}) {
      CHECK(half_of_bits(s | nan) == (h | 0x7e00u));
    }
  }
}

TEST_CASE("key16 and the coarse bin at signs, zeros and infinities") {
  CHECK(key16_of_half(0) == 0x7fffu);
  CHECK(key16_of_half(0x8000u) == 0x7fffu);
  CHECK(key16_of_half(1) == 0x7ffeu);
  CHECK(key16_of_half(0x8001u) == 0x8001u);
  CHECK(key16_of_half(0x3c00u) == 0x43ffu);
  CHECK(key16_of_half(0x7c00u) == 0x03ffu);
  CHECK(key16_of_half(0xfc00u) == 0xfc00u);
  CHECK(coarse_bits == 11);
  CHECK(coarse_bins == 2048);
  CHECK(coarse(0.0f) == 1023);
  CHECK(coarse(-0.0f) == 1023);
  CHECK(coarse(1.0f) == 543);
  CHECK(coarse(-1.0f) == 1504);
  CHECK(coarse(std::numeric_limits<float>::infinity()) == first_reachable_bin);
  CHECK(coarse(-std::numeric_limits<float>::infinity()) == last_reachable_bin);
}
