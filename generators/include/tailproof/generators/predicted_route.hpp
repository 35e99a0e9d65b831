/// The route a row must take, worked out from its scores by sorting, not by the phases. Spec 6.
#pragma once
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/trace.hpp"

#include <cstdint>
#include <span>

namespace tailproof::generators {

/// Route of a NaN-free row. Shares with the selector only keys, view phases and requested ranks.
[[nodiscard]] reference::Route predicted_route(std::span<const float> scores, std::int64_t row,
                                               std::int32_t rank, const reference::Policy& policy);

}  // namespace tailproof::generators
