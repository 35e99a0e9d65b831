// Recipes of one family, drawn as a run draws them.
#pragma once
#include "tailproof/generators/registry.hpp"
#include "tailproof/generators/sampler.hpp"

#include <string>

namespace tailproof::test {

/// A sampler of this family alone, small and paper policies mixed, widths kept short enough for a
/// unit test.
[[nodiscard]] inline generators::Sampler sampler_of(std::string_view family,
                                                    std::uint64_t seed = 1) {
  generators::SamplerOptions options;
  options.families = {std::string(family)};
  options.max_length = 8192;
  options.max_rows = 4;
  return {seed, options};
}

[[nodiscard]] inline bool available(const generators::Family& family) {
  return family.unavailable == nullptr || !family.unavailable().has_value();
}

}  // namespace tailproof::test
