/// What the rows of a file came to, as one table.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "output.hpp"
#include "tailproof/reference/trace.hpp"

namespace tailproof::cli {

/// Collects traces (their numbers, not their histograms) and prints routes, sizes and reads.
class RouteSummary final {
 public:
  void add(const reference::Trace& trace);
  void print(Output& output) const;

 private:
  std::array<std::int64_t, reference::route_count> routes_{};
  std::vector<double> primary_tails_;  ///< C(tau0) / K of each row that sampled
  std::vector<double> rescued_tails_;  ///< C(tau1) / K of each row whose band ran
  std::vector<double> frontiers_;      ///< |Q_0| / K of each row that refined
  std::vector<double> reads_;          ///< reads / L of each row that is not empty
  std::int64_t rows_ = 0;
  std::int64_t scores_ = 0;
  std::int64_t total_reads_ = 0;
  std::int64_t total_frontier_reads_ = 0;
  std::int64_t spilled_rows_ = 0;
};

}  // namespace tailproof::cli
