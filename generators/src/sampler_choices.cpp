#include "sampler_choices.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tailproof::generators {
namespace {

using reference::PolicyParameters;
using reference::Proposal;
using reference::Ratio;

constexpr std::array<std::int32_t, 12> small_ranks{1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 32, 64};
constexpr std::array<std::int32_t, 6> paper_ranks{512, 1024, 2048, 2048, 100, 705};
constexpr std::int64_t longest_small_row = 1024;
// Strides up to this are "small": no kernel uses them, but rows of a few scores reach every route.
constexpr std::uint32_t largest_small_stride = 16;

PolicyParameters draw_small_policy(Draws& draws) {
  static constexpr std::array<std::array<std::uint8_t, 3>, 4> digits{
      {{8, 12, 12}, {10, 11, 11}, {16, 8, 8}, {12, 10, 10}}};
  static constexpr std::array<Ratio, 4> retentions{{{3, 2}, {3, 2}, {1, 1}, {5, 4}}};
  static constexpr std::array<Ratio, 3> rescues{{{7, 4}, {2, 1}, {3, 2}}};
  PolicyParameters p;
  p.stride = 1u << draws.between(1, std::countr_zero(largest_small_stride));
  p.retention = draws.one_of(retentions);
  p.rescue = draws.one_of(rescues);
  if (draws.chance(25)) p.rescue.reset();
  p.candidate_capacity = 1u << draws.between(0, 6);
  if (draws.chance(20)) p.candidate_capacity += 1;
  if (draws.chance(40)) p.segments = static_cast<std::uint32_t>(draws.between(2, 8));
  if (draws.chance(15)) p.digit_widths = draws.one_of(digits);
  return p;
}

PolicyParameters draw_paper_policy(Draws& draws) {
  static constexpr std::array<std::uint32_t, 3> capacities{4096, 3072, 2048};
  PolicyParameters p;
  p.stride = draws.chance(50) ? 128 : 64;
  p.candidate_capacity = draws.one_of(capacities);
  if (draws.chance(20)) p.rescue.reset();
  if (draws.chance(40)) p.segments = 1u << draws.between(1, 3);
  return p;
}

reference::Policy draw_policy(bool small, Draws& draws) {
  PolicyParameters p = small ? draw_small_policy(draws) : draw_paper_policy(draws);
  p.early_exit = draws.chance(20);
  if (draws.chance(10)) {
    p.proposal = draws.chance(50) ? Proposal::direct : Proposal::direct_registers;
  }
  return reference::Policy(p);
}

Lengths draw_lengths(const Recipe& recipe, Draws& draws) {
  const std::int64_t kind = draws.between(0, 99);
  const std::int64_t above_rank =
      std::min<std::int64_t>(recipe.rank + std::int64_t{1}, recipe.width);
  if (kind < 45) return {};
  if (kind < 55) return {LengthKind::ragged, 0, {}};
  if (kind < 80) return {LengthKind::ragged, above_rank, {}};
  if (kind < 90) return {LengthKind::edges, 0, {}};
  if (kind < 95) return {LengthKind::capacity_edges, 0, {}};
  return {LengthKind::view_edges, 0, {}};
}

Layout draw_layout(Draws& draws) {
  static constexpr std::array<std::int64_t, 8> extras{0, 1, 2, 3, 4, 5, 7, 64};
  Layout layout;
  layout.padding = static_cast<Padding>(draws.between(0, padding_count - 1));
  if (draws.chance(40)) return layout;
  layout.pitch_extra = draws.one_of(extras);
  layout.base_offset = static_cast<std::uint32_t>(draws.between(0, 3));
  if (draws.chance(30)) layout.dead_rows = static_cast<std::int32_t>(draws.between(1, 3));
  return layout;
}

}  // namespace

std::int64_t draw_log_uniform(Draws& draws, std::int64_t least, std::int64_t greatest) {
  const int least_bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(least)));
  const int most_bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(greatest)));
  const std::int64_t bits = draws.between(least_bits, most_bits);
  const std::int64_t from = bits == 0 ? 0 : std::int64_t{1} << (bits - 1);
  const std::int64_t to = bits == 0 ? 0 : 2 * from - 1;
  return draws.between(std::max(from, least), std::min(to, greatest));
}

void draw_shape(Recipe& recipe, const SamplerOptions& options, Draws& draws) {
  bool small = draws.chance(options.small_policies);
  if (options.policy.has_value()) small = options.policy->stride() <= largest_small_stride;
  recipe.policy = options.policy.has_value() ? *options.policy : draw_policy(small, draws);
  if (!options.ranks.empty()) {
    recipe.rank = draws.one_of(options.ranks);
  } else {
    recipe.rank = small ? draws.one_of(small_ranks) : draws.one_of(paper_ranks);
  }
  // Mostly longer than K, since shorter rows are all alike.
  const std::int64_t longest =
      small ? std::min(options.max_length,
                       std::max<std::int64_t>(longest_small_row, 4 * std::int64_t{recipe.rank}))
            : options.max_length;
  const std::int64_t least =
      draws.chance(95) ? std::min(longest, recipe.rank + std::int64_t{1}) : 1;
  recipe.width = draw_log_uniform(draws, least, longest);
  const std::int64_t most_rows = small ? options.max_rows : std::min(options.max_rows, 4);
  recipe.rows = static_cast<std::int32_t>(draws.chance(30) ? 1 : draws.between(1, most_rows));
  recipe.lengths = draw_lengths(recipe, draws);
  if (options.layouts) recipe.layout = draw_layout(draws);
}

void restore_options(Recipe& recipe, const SamplerOptions& options, Draws& draws) {
  if (options.policy.has_value()) recipe.policy = *options.policy;
  const auto& ranks = options.ranks;
  if (!ranks.empty() && std::find(ranks.begin(), ranks.end(), recipe.rank) == ranks.end()) {
    recipe.rank = draws.one_of(ranks);
  }
  recipe.width = std::min(recipe.width, options.max_length);
  recipe.lengths.least = std::min(recipe.lengths.least, recipe.width);
}

}  // namespace tailproof::generators
