/// A failing call as material to be reduced, stored and printed.
#pragma once
#include "tailproof/generators/case.hpp"
#include "tailproof/properties/call.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tailproof::properties {

/// Everything that a failing call needs to fail again, value by value.
struct Specimen {
  generators::RawRows rows;
  /// Given lengths where they differ from the scores' sizes (bad lengths); else empty.
  std::vector<std::int32_t> lengths;
  std::uint64_t seed = 0;  ///< what laws draw from

  /// Copies a case. Rows with a bad length keep the scores of [0, min(L, N)).
  [[nodiscard]] static Specimen of(const generators::Case& made, std::uint64_t seed);
};

/// A specimen in memory. Keeps a reference to a plain specimen: the specimen must live on.
class SpecimenCall {
 public:
  explicit SpecimenCall(const Specimen& specimen);
  [[nodiscard]] Call call() const noexcept;

 private:
  std::optional<generators::Case> made_;  ///< empty where the only row can be used in place
  const Specimen& specimen_;
  std::vector<std::int32_t> lengths_;
};

/// How simple a specimen is; smaller in lexicographic order is simpler. Every step of a shrinker
/// makes it strictly smaller, which is why shrinking ends.
struct Size {
  std::int64_t rows = 0;
  std::int64_t scores = 0;      ///< valid scores of all rows
  std::int64_t rank = 0;        ///< K
  std::int64_t distinct = 0;    ///< distinct keys, row by row
  std::int64_t complexity = 0;  ///< sum of complexity() over the scores
  std::int64_t layout = 0;      ///< what is not plain
  std::int64_t policy = 0;      ///< stride, capacity, segments, ...

  [[nodiscard]] auto tied() const noexcept {
    return std::tie(rows, scores, rank, distinct, complexity, layout, policy);
  }
  friend bool operator<(const Size& a, const Size& b) noexcept { return a.tied() < b.tied(); }
  friend bool operator==(const Size& a, const Size& b) noexcept { return a.tied() == b.tied(); }
};
/// The size of a specimen as it stands.
[[nodiscard]] Size size_of(const Specimen& specimen);

/// 0 for +0, then 1, -0, -1, small integers by size, infinities, values some steps from 1 (the
/// low digits alone), and all else by how many significand bits it needs: what a person takes in
/// first is least.
[[nodiscard]] std::int64_t complexity(float score) noexcept;

}  // namespace tailproof::properties
