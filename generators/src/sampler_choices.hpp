// What the sampler draws besides the family: K, policy, width, rows, lengths, layout.
#pragma once
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/generators/sampler.hpp"

#include <cstdint>

namespace tailproof::generators {

/// An integer in [least, greatest] whose number of bits is about uniform.
[[nodiscard]] std::int64_t draw_log_uniform(Draws& draws, std::int64_t least,
                                            std::int64_t greatest);

/// Draws everything but family, parameters and seed.
void draw_shape(Recipe& recipe, const SamplerOptions& options, Draws& draws);

/// After a family's fit: puts back what the options fix, within what they allow.
void restore_options(Recipe& recipe, const SamplerOptions& options, Draws& draws);

}  // namespace tailproof::generators
