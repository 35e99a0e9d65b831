/// One score row whose reads are counted: the only way the phases touch scores. Spec section 6.
#pragma once
#include <cstdint>
#include <span>

namespace tailproof::reference {

/// The valid prefix of one row. Every access adds the scores it covers to reads().
class CountedRow {
 public:
  explicit CountedRow(std::span<const float> valid) noexcept : scores_(valid) {}

  [[nodiscard]] std::int64_t length() const noexcept {
    return static_cast<std::int64_t>(scores_.size());
  }
  /// One score at position i < length().
  [[nodiscard]] float at(std::int64_t i) noexcept {
    ++reads_;
    return scores_[static_cast<std::size_t>(i)];
  }
  /// Scores [first, first + count), all inside the row.
  [[nodiscard]] std::span<const float> block(std::int64_t first, std::int64_t count) noexcept {
    reads_ += count;
    return scores_.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  }
  [[nodiscard]] std::int64_t reads() const noexcept { return reads_; }

 private:
  std::span<const float> scores_;
  std::int64_t reads_ = 0;
};

}  // namespace tailproof::reference
