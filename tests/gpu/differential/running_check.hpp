// The running selector against its reference: records field by field, answers exactly.
#pragma once
#include "running_kernels.hpp"
#include "running_rows.hpp"
#include "score_case.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace tailproof::gpu_test {

/// What the rows of a suite went through, as the reference's traces say.
struct RunningCensus {
  std::array<std::uint64_t, running_ways> ways{};
  std::uint64_t settled_whole = 0;  ///< the last bin was taken whole
  std::uint64_t settled_listed = 0;
  std::uint64_t settled_by_position = 0;
  std::uint64_t compacted = 0;  ///< redone rows that made room
  [[nodiscard]] std::uint64_t of(RunningWay way) const {
    return ways[static_cast<std::size_t>(way)];
  }
  [[nodiscard]] std::string table() const;
};

/// The first field in which the record departs from what the trace says ("count: 3, not 4"), or "".
/// Of a crowded row only what no schedule decides.
[[nodiscard]] std::string record_problem(const reference::RunningTrace& expected,
                                         const kernels::running::RowRecord& actual);

/// What is wrong with K slots whose expected positions are ascending, then -1; or "".
[[nodiscard]] std::string positions_problem(std::span<const std::int32_t> expected,
                                            std::span<const std::int32_t> slots);

/// Runs the case traced and untraced; the first departure from the reference, or "".
[[nodiscard]] std::string check_running(const RunningKernel& kernel, const ScoreCase& input,
                                        unsigned grid, RunningCensus& census);

/// Runs a case outside the contract: indices in bounds or -1 are all that is asked.
[[nodiscard]] std::string check_running_bounds(const RunningKernel& kernel, const ScoreCase& input,
                                               unsigned grid);

}  // namespace tailproof::gpu_test
