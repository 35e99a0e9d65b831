/// Reading numbers from an input: never fails, an exhausted input reads as zeros.
#pragma once
#include "target.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tailproof::fuzz {

/// Consumes an input from the front.
class Input {
 public:
  explicit Input(Bytes bytes) : rest_(bytes) {}

  /// The next n bytes as a little-endian number, n <= 8.
  [[nodiscard]] std::uint64_t number(std::size_t bytes) noexcept {
    std::uint64_t value = 0;
    const std::size_t taken = std::min(bytes, rest_.size());
    for (std::size_t i = 0; i < taken; ++i) value |= std::uint64_t{rest_[i]} << (8 * i);
    rest_ = rest_.subspan(taken);
    return value;
  }
  [[nodiscard]] std::uint32_t byte() noexcept { return static_cast<std::uint32_t>(number(1)); }
  /// In [0, bound), from as many bytes as the bound needs; bound >= 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) noexcept {
    const auto bytes = static_cast<std::size_t>((std::bit_width(bound - 1) + 7) / 8);
    return bound <= 1 ? 0 : number(bytes) % bound;
  }
  /// In [least, greatest]; the difference must be less than 2^63.
  [[nodiscard]] std::int64_t between(std::int64_t least, std::int64_t greatest) noexcept {
    return least +
           static_cast<std::int64_t>(below(static_cast<std::uint64_t>(greatest - least) + 1));
  }
  /// One of a sequence that is not empty.
  template <class Sequence>
  [[nodiscard]] const auto& one_of(const Sequence& sequence) noexcept {
    return sequence.begin()[static_cast<std::ptrdiff_t>(below(sequence.size()))];
  }
  [[nodiscard]] Bytes rest() const noexcept { return rest_; }
  [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }

 private:
  Bytes rest_;
};

/// The bytes as text.
[[nodiscard]] inline std::string text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace tailproof::fuzz
