#include "tailproof/generators/sampler.hpp"

#include "sampler_choices.hpp"
#include "tailproof/generators/capacity_probe.hpp"
#include "tailproof/generators/registry.hpp"
#include "text.hpp"

#include <algorithm>
#include <numeric>

namespace tailproof::generators {
namespace {

// Streams of one seed, apart from each other.
constexpr std::uint64_t swarm_stream = 1;
constexpr std::uint64_t draw_stream = 2;

std::int64_t draw_parameter(const ParameterSpec& spec, Draws& draws) {
  if (spec.greatest - spec.least < 1024) return draws.between(spec.least, spec.greatest);
  return spec.least + draw_log_uniform(draws, 0, spec.greatest - spec.least);
}

// Weights of the families in one epoch: a third of them off, the others from 1 to 16.
std::vector<std::int64_t> weights(std::uint64_t seed, std::uint64_t epoch, std::size_t count) {
  Draws draws(CounterRandom(seed, swarm_stream).child(epoch));
  std::vector<std::int64_t> drawn(count);
  for (std::int64_t& weight : drawn) {
    weight = draws.chance(33) ? 0 : std::int64_t{1} << draws.between(0, 4);
  }
  const bool all_off = std::all_of(drawn.begin(), drawn.end(), [](auto w) { return w == 0; });
  if (all_off) std::fill(drawn.begin(), drawn.end(), 1);
  return drawn;
}

std::size_t pick(const std::vector<std::int64_t>& weights_of, Draws& draws) {
  const auto sum = std::accumulate(weights_of.begin(), weights_of.end(), std::int64_t{0});
  std::int64_t ticket = draws.between(0, sum - 1);
  std::size_t chosen = 0;
  while (ticket >= weights_of[chosen]) ticket -= weights_of[chosen++];
  return chosen;
}

// Which edge, counted over all capacities, it is the turn of; nothing on most draws.
std::optional<std::uint64_t> edge_in_turn(const SamplerOptions& options,
                                          const std::vector<std::string>& names,
                                          std::uint64_t index) {
  const std::uint64_t edges = options.capacities.size() * capacity_edge_count;
  if (index % capacity_turn != capacity_turn - 1 || index / capacity_turn >= edges) return {};
  const bool drawn = std::find(names.begin(), names.end(), "declared-capacity") != names.end();
  return drawn ? std::optional(index / capacity_turn) : std::nullopt;
}

void require_options(const SamplerOptions& options) {
  for (const std::int32_t rank : options.ranks) {
    if (rank < 1) refuse("ranks must be at least 1, got " + std::to_string(rank));
  }
  for (const std::int64_t capacity : options.capacities) {
    if (capacity < 1 || capacity > 1 << 24) {
      refuse("declared capacities must be in [1, 2^24], got " + std::to_string(capacity));
    }
  }
  if (options.max_length < 1 || options.max_length > (std::int64_t{1} << 31) - 1) {
    refuse("max length must be in [1, 2^31 - 1], got " + std::to_string(options.max_length));
  }
  if (options.max_rows < 1) refuse("max rows must be at least 1");
  if (options.small_policies < 0 || options.small_policies > 100) {
    refuse("small policies must be a percentage");
  }
}

}  // namespace

Sampler::Sampler(std::uint64_t seed, SamplerOptions options)
    : seed_(seed), options_(std::move(options)) {
  require_options(options_);
  for (const std::string& name : options_.families) {
    const Family& family = family_of_name(name);
    const auto reason = family.unavailable != nullptr ? family.unavailable() : std::nullopt;
    if (reason.has_value()) refuse("family " + name + " is unavailable: " + *reason);
    names_.push_back(name);
  }
  if (!names_.empty()) return;
  for (const Family* family : families()) {
    if (!family->in_contract && !options_.out_of_contract) continue;
    const auto reason = family->unavailable != nullptr ? family->unavailable() : std::nullopt;
    if (reason.has_value()) {
      left_out_.push_back(std::string(family->name) + ": " + *reason);
    } else {
      names_.emplace_back(family->name);
    }
  }
}

Recipe Sampler::draw(std::uint64_t index) const {
  Draws draws(CounterRandom(seed_, draw_stream).child(index));
  const auto turn = edge_in_turn(options_, names_, index);
  const Family& family = family_of_name(
      turn             ? "declared-capacity"
      : options_.swarm ? names_[pick(weights(seed_, index / swarm_epoch, names_.size()), draws)]
                       : draws.one_of(names_));
  Recipe recipe;
  recipe.family = family.name;
  recipe.seed = draws.bits();
  draw_shape(recipe, options_, draws);
  for (const ParameterSpec& spec : family.parameters) {
    recipe.parameters.emplace(spec.name, draw_parameter(spec, draws));
  }
  // A family that probes capacities takes a declared one, or else the policy's own.
  if (const auto capacity = recipe.parameters.find("capacity");
      capacity != recipe.parameters.end()) {
    capacity->second = options_.capacities.empty()
                           ? std::int64_t{recipe.policy.candidate_capacity()}
                           : draws.one_of(options_.capacities);
  }
  if (turn) {
    recipe.parameters["capacity"] = options_.capacities[*turn / capacity_edge_count];
    recipe.parameters["edge"] = static_cast<std::int64_t>(*turn % capacity_edge_count);
  }
  if (family.fit != nullptr) family.fit(recipe, draws);
  restore_options(recipe, options_, draws);
  return recipe;
}

}  // namespace tailproof::generators
