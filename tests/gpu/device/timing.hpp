// Device time of selections against the time of reading the row once. Needs a GPU.
#pragma once
#include <string>

namespace tailproof::gpu_test {

/// Times the planner's choice for each shape by graph replays and verifies rows of the same run.
/// json receives a list of {kernel, rows, width, k, milliseconds, floor_milliseconds, ratio,
/// verified_rows}. Returns the first failure, or "".
[[nodiscard]] std::string time_selection(std::string& json);

}  // namespace tailproof::gpu_test
