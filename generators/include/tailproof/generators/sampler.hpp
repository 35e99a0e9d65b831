/// Draws recipes, swarm style: each epoch switches some families off and weights the rest.
#pragma once
#include "tailproof/generators/recipe.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tailproof::generators {

/// What a run may draw. The defaults are the default mix.
struct SamplerOptions {
  std::vector<std::string> families;  ///< names; empty: all that are in contract and available
  bool out_of_contract = false;       ///< with no names given: the out-of-contract ones as well
  std::vector<std::int32_t> ranks;    ///< K is one of these; empty: small ones and the paper's
  std::optional<reference::Policy> policy;  ///< fixed; nothing: drawn
  int small_policies = 70;          ///< percent of draws with tiny strides, capacities and ranks
  std::int64_t max_length = 65536;  ///< greatest width
  std::int32_t max_rows = 8;        ///< greatest live row count
  bool layouts = true;              ///< false: plain layout only
  bool swarm = true;                ///< false: all families, equally often
  /// A subject's declared buffer sizes, 1 to 2^24: the first draws probe every edge of each.
  std::vector<std::int64_t> capacities;
};

/// Draws that share one choice of families and weights.
inline constexpr std::uint64_t swarm_epoch = 128;

/// Every so manyth draw probes an edge of a declared capacity until all had their turn; after that
/// chance takes over.
inline constexpr std::uint64_t capacity_turn = 8;

/// Recipe number i of a run is a pure function of (seed, options, i): threads share one sampler.
class Sampler {
 public:
  /// Throws InputError for an unknown or unavailable family, a rank below 1, a max_length below 1,
  /// a declared capacity outside [1, 2^24].
  Sampler(std::uint64_t seed, SamplerOptions options);

  /// Always valid; family promises apply wherever the options leave room for them.
  [[nodiscard]] Recipe draw(std::uint64_t index) const;

  [[nodiscard]] const SamplerOptions& options() const noexcept { return options_; }
  /// The families that draws come from, in registry order.
  [[nodiscard]] const std::vector<std::string>& drawn_families() const noexcept { return names_; }
  /// "captured: no captures at ..." for each family left out because it is unavailable.
  [[nodiscard]] const std::vector<std::string>& left_out() const noexcept { return left_out_; }

 private:
  std::uint64_t seed_;
  SamplerOptions options_;
  std::vector<std::string> names_;
  std::vector<std::string> left_out_;
};

}  // namespace tailproof::generators
