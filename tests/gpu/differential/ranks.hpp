// One batch of rows under many ranks K: every K of the contract is promised, not only the tuned
// ones.
#pragma once
#include "census.hpp"
#include "tailproof/gpu/entries.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tailproof::gpu_test {

/// The greatest K that kernels promise.
inline constexpr std::int32_t greatest_rank = 4096;

/// Selects each of `ranks` from rows of spread scores, of ties and of about K scores, traced and
/// untraced, against the reference. The first failure, or "".
[[nodiscard]] std::string check_ranks(const gpu::KernelEntry& entry,
                                      std::span<const std::int32_t> ranks, Census& census);

}  // namespace tailproof::gpu_test
