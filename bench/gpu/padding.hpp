// What lies behind a row's valid prefix.
#pragma once
#include <cstdint>

namespace tailproof::gpu_bench {

/// Contents between a row's length and its width; beyond the width there is always NaN.
enum class Padding : std::uint32_t { minus_inf, nan };

}  // namespace tailproof::gpu_bench
