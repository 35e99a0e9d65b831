/// How large admitted tails get against K: what a candidate buffer has to be made for.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace tailproof::properties {

/// Counts of rows by C(tau0) / K, in bins whose edges are quarters of K. Additive and exact.
struct TailSizes {
  /// Upper edges of all bins but the last, which is open, in quarters of K.
  static constexpr std::array<std::int64_t, 14> edges{1, 2,  3,  4,  5,  6,   7,
                                                      8, 10, 12, 16, 32, 128, 1024};
  std::array<std::uint64_t, edges.size() + 1> rows{};

  /// A row whose primary boundary admits count scores, with rank K >= 1.
  void add(std::int64_t count, std::int32_t rank) noexcept {
    std::size_t bin = 0;
    while (bin < edges.size() && 4 * count >= edges[bin] * rank) ++bin;
    ++rows[bin];
  }
  TailSizes& operator+=(const TailSizes& other) noexcept {
    for (std::size_t bin = 0; bin < rows.size(); ++bin) rows[bin] += other.rows[bin];
    return *this;
  }
};

}  // namespace tailproof::properties
