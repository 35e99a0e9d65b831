#include "ranks.hpp"

#include "differential.hpp"
#include "row_builder.hpp"

#include <algorithm>

namespace tailproof::gpu_test {

std::string check_ranks(const gpu::KernelEntry& entry, std::span<const std::int32_t> ranks,
                        Census& census) {
  Random random(1);
  const planner::KernelInfo& kernel = entry.info;
  const std::int64_t width =
      kernel.in_registers ? std::min<std::int64_t>(9001, kernel.register_row()) : 9001;
  ScoreCase input;
  input.width = width;
  const auto add = [&](Values kind, std::int64_t length) {
    input.rows.push_back(row_of_values(kind, std::min(length, width), kernel.stride, random));
  };
  add(Values::spread, width);
  add(Values::two_values, width - 5);
  add(Values::any_bits, width - 2);
  input.rows.emplace_back();
  for (const std::int32_t rank : ranks) {
    input.rank = rank;
    input.name = "K = " + std::to_string(rank);
    // A row that leaves out one score alone.
    const auto tight = static_cast<std::size_t>(std::min<std::int64_t>(rank + 1, width));
    input.rows.back().assign(input.rows.front().begin(),
                             input.rows.front().begin() + static_cast<std::ptrdiff_t>(tight));
    std::string problem = check_case(entry, input, census, Tracing::scalars);
    if (!problem.empty()) return problem;
  }
  return "";
}

}  // namespace tailproof::gpu_test
