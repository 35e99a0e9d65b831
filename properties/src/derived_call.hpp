// Calls that laws derive from a call, and the scores that an answer selected; private.
#pragma once
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/properties/trial.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tailproof::properties {

/// Rows of a derived call, dense and owned. Made to measure, then filled row by row.
class DerivedCall {
 public:
  /// One length a row; the rank and policy of the original call. As wide as the longest row, or
  /// wider where asked to be.
  DerivedCall(const Call& original, std::vector<std::int32_t> lengths, std::int64_t width = 0);

  /// The valid prefix of a row, to be written.
  [[nodiscard]] std::span<float> row(std::int64_t row) noexcept;
  [[nodiscard]] Call call() const noexcept;

  std::int32_t rank;
  reference::Policy policy;

 private:
  std::vector<std::int32_t> lengths_;
  std::int64_t width_ = 0;
  std::vector<float> memory_;
};

/// Lengths of a legal call's rows.
[[nodiscard]] std::vector<std::int32_t> lengths_of(const Call& call);

/// Keys of the scores that valid slots select, ascending (best first). A slot that holds neither
/// -1 nor a position counts as the worst key there is, so that it never compares equal.
[[nodiscard]] std::vector<std::uint32_t> selected_keys(std::span<const float> scores,
                                                       std::span<const std::int32_t> indices);

/// A monotone numbering of all non-NaN values without holes: +inf first, zeros one value.
[[nodiscard]] constexpr std::int64_t dense_of_key(std::uint32_t key) noexcept {
  return static_cast<std::int64_t>(key) - (key >= 0x80000000u ? 1 : 0);
}
[[nodiscard]] constexpr std::uint32_t key_of_dense(std::int64_t dense) noexcept {
  return static_cast<std::uint32_t>(dense + (dense >= 0x7fffffff + std::int64_t{1} ? 1 : 0));
}
inline constexpr std::int64_t first_dense = 0x007fffff;                   ///< +inf
inline constexpr std::int64_t last_dense = std::int64_t{0xff800000} - 1;  ///< -inf

/// The draws of a law for a trial.
[[nodiscard]] inline generators::Draws law_draws(const Trial& trial) noexcept {
  return generators::Draws(generators::CounterRandom(trial.seed(), 0x1a3));
}

/// The K slots of one row of an answer.
[[nodiscard]] std::span<const std::int32_t> row_slots(const Answer& answer, std::int64_t row,
                                                      std::int32_t rank) noexcept;

}  // namespace tailproof::properties
