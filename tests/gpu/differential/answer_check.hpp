// The operator's contract checked on integer keys, independently of the reference's selector.
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace tailproof::gpu_test {

/// What is wrong with a row's K slots ("slot 3: index 12 outside [0, 10)"), or "". Spec section 1.
[[nodiscard]] std::string answer_problem(std::span<const float> scores,
                                         std::span<const std::int32_t> slots);

/// For a row with NaN: each index in [0, L) or -1, nothing else is asked.
[[nodiscard]] std::string bounds_problem(std::int64_t length, std::span<const std::int32_t> slots);

}  // namespace tailproof::gpu_test
