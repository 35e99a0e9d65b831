// The cases of the differential suite, shaped by each kernel's own capacities. Deterministic.
#pragma once
#include "census.hpp"
#include "score_case.hpp"
#include "tailproof/planner/kernel_info.hpp"

#include <cstdint>
#include <vector>

namespace tailproof::gpu_test {

/// Every one of reachable_routes(), with and without spill and ties, trivial rows in
/// between, in one batch a rank. Throws std::logic_error if a route could not be built at all.
[[nodiscard]] std::vector<ScoreCase> route_cases(const planner::KernelInfo& kernel,
                                                 std::uint64_t seed);

/// Awkward values: plateaus, signed zeros, infinities, one bin, ramps, aliases, ...
[[nodiscard]] std::vector<ScoreCase> value_cases(const planner::KernelInfo& kernel,
                                                 std::uint64_t seed);

/// Lengths around K, the resident capacity, the stride, segment seams and the register row.
[[nodiscard]] std::vector<ScoreCase> length_cases(const planner::KernelInfo& kernel,
                                                  std::uint64_t seed);

/// Every residue of base and pitch that decides the load width, and padded outputs.
[[nodiscard]] std::vector<ScoreCase> layout_cases(const planner::KernelInfo& kernel,
                                                  std::uint64_t seed);

/// Row counts from none to several times `workers`, and live counts below the capacity.
[[nodiscard]] std::vector<ScoreCase> row_count_cases(const planner::KernelInfo& kernel,
                                                     std::int64_t workers, std::uint64_t seed);

/// `rows` rows of at most 24 scores, most of them trivial.
[[nodiscard]] ScoreCase many_rows_case(std::int64_t rows, std::uint64_t seed);

/// Outside the contract: NaN rows, lengths below 0 and beyond N. Only bounds may be asked.
[[nodiscard]] ScoreCase hostile_case(const planner::KernelInfo& kernel, std::uint64_t seed);

}  // namespace tailproof::gpu_test
