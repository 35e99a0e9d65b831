// How often each mapping took each route, as the kernels' own traces say.
#pragma once
#include "tailproof/planner/kernel_info.hpp"
#include "tailproof/reference/trace.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_test {

/// Every route that the kernel's policy can take.
[[nodiscard]] std::vector<reference::Route> reachable_routes(const planner::KernelInfo& kernel);

class Census {
 public:
  void count(planner::Mapping mapping, const reference::Trace& trace) {
    auto& cell = cells_[static_cast<std::size_t>(mapping)][static_cast<std::size_t>(trace.route)];
    ++cell.rows;
    if (trace.spilled > 0) ++cell.spilled;
  }
  Census& operator+=(const Census& other) {
    for (std::size_t m = 0; m < cells_.size(); ++m) {
      for (std::size_t r = 0; r < cells_[m].size(); ++r) {
        cells_[m][r].rows += other.cells_[m][r].rows;
        cells_[m][r].spilled += other.cells_[m][r].spilled;
      }
    }
    return *this;
  }
  [[nodiscard]] std::uint64_t rows(planner::Mapping mapping, reference::Route route) const {
    return cells_[static_cast<std::size_t>(mapping)][static_cast<std::size_t>(route)].rows;
  }
  [[nodiscard]] std::uint64_t spilled(planner::Mapping mapping, reference::Route route) const {
    return cells_[static_cast<std::size_t>(mapping)][static_cast<std::size_t>(route)].spilled;
  }

  /// A table of mapping x route: rows, and in parentheses those that spilled.
  [[nodiscard]] std::string table() const;
  /// {"persistent-sampled": {"trivial": {"rows": 1, "spilled": 0}, ...}, ...}
  [[nodiscard]] std::string json() const;

 private:
  struct Cell {
    std::uint64_t rows = 0;
    std::uint64_t spilled = 0;
  };
  std::array<std::array<Cell, reference::route_count>, planner::mapping_count> cells_{};
};

}  // namespace tailproof::gpu_test
