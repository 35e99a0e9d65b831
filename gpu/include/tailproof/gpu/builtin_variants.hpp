/// The kernels of this library as variants of the ABI, without dlopen().
#pragma once
#include "tailproof/variant.h"

#include <string_view>
#include <vector>

namespace tailproof::gpu {

/// One variant for each entry, under the same name, and "topk": the library behind its planner,
/// which has no trace because its policy depends on the shape.
[[nodiscard]] const std::vector<const tailproof_variant_v1_t*>& builtin_variants();

/// By name; nullptr for an unknown one.
[[nodiscard]] const tailproof_variant_v1_t* find_builtin_variant(std::string_view name);

}  // namespace tailproof::gpu
