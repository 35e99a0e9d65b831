/// The generator behind every choice of a schedule: small, fast, the same everywhere.
#pragma once
#include <cstdint>

namespace simt::detail {

class Random {
 public:
  /// Streams of one seed that differ in `purpose` are independent of each other.
  Random(std::uint64_t seed, std::uint64_t purpose)
      : state_(seed * 0x9e3779b97f4a7c15ull + purpose * 0xd1342543de82ef95ull +
               0x2545f4914f6cdd1dull) {
    if (state_ == 0) state_ = 1;
    for (int i = 0; i < 4; ++i) next();
  }
  std::uint64_t next() {  // xorshift64*
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1dull;
  }
  /// Uniform in [0, bound), bound > 0.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace simt::detail
