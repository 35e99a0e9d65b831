// Every short row over a few telling values, through a kernel: the small world of the properties,
// with the standard library alone, so that it runs on a GPU too.
#pragma once
#include "census.hpp"
#include "tailproof/gpu/entries.hpp"

#include <cstdint>
#include <string>

namespace tailproof::gpu_test {

/// Puts every row of length 0 to `longest` over {-inf, -1, -0, +0, least subnormal, 1, +inf} to the
/// kernel, for every K in [1, L + 1], traced and untraced, against the reference. The first
/// failure, or "". Adds the selections made to `selections`.
[[nodiscard]] std::string check_small_world(const gpu::KernelEntry& entry, int longest,
                                            Census& census, std::uint64_t& selections);

}  // namespace tailproof::gpu_test
