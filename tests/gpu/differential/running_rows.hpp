// Rows that make the running selector take a wished way, built around the sectors that it samples.
#pragma once
#include "tailproof/reference/running.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tailproof::gpu_test {

/// Ways of a row: a route, and what is particular about it.
enum class RunningWay : std::uint8_t {
  trivial,
  whole,
  guessed,
  tied,
  crowded,
  crowded_ties,          ///< crowded with one value: room is made by position
  underfull,             ///< the fallback admits K
  underfull_twice,       ///< it does not
  underfull_after_ties,  ///< the guess was by ties, and the row has too few of them
};
inline constexpr int running_ways = 9;
[[nodiscard]] const char* running_way_name(RunningWay way);

/// The way that a trace tells of; never crowded_ties, which no trace shows.
[[nodiscard]] RunningWay running_way_of(const reference::RunningTrace& trace);

/// A row of this length that goes the wished way, or nothing where no such row is found. row: its
/// number, which decides what is sampled.
[[nodiscard]] std::optional<std::vector<float>> running_row(const reference::RunningPolicy& policy,
                                                            RunningWay way, std::uint32_t rank,
                                                            std::uint32_t length, std::uint32_t row,
                                                            std::uint64_t seed);

}  // namespace tailproof::gpu_test
