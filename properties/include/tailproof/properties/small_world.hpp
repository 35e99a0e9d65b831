/// The exhaustive small world: every short row over a few telling values, every K, every mapping.
#pragma once
#include "tailproof/properties/specimen.hpp"
#include "tailproof/properties/subject.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::properties {

/// -inf, -1, -0, +0, the least subnormal, 1, +inf: rows are words over these.
[[nodiscard]] std::span<const float> small_world_values() noexcept;

/// The mappings and their small parameters: plain, without rescue, split, direct, from registers,
/// strides 2 and 4, capacities 1 to 4, early exit.
[[nodiscard]] const std::vector<reference::Policy>& small_world_policies();

/// How much of the small world.
struct SmallWorldOptions {
  int longest = 6;  ///< rows of length 0 to this
  int threads = 1;
};

/// What the sweep counted.
struct SmallWorldResult {
  std::uint64_t rows = 0;        ///< distinct rows
  std::uint64_t selections = 0;  ///< (row, K, policy) judged
  std::uint64_t refused = 0;     ///< calls that the subject declined
  std::uint64_t wrong = 0;       ///< selections that break the contract
  /// The first wrong row, alone; or the first call that the subject died of, whole.
  std::optional<Specimen> first_wrong;
  std::string_view broken;  ///< the property that it breaks: "contract" or "survives"
  double seconds = 0;
};

/// Puts every row, K in [1, L + 1] and policy to clones of the subject and judges each answer
/// by sorting, apart from the oracle. A subject with a policy of its own sees each row and K once.
[[nodiscard]] SmallWorldResult check_small_world(const Subject& subject,
                                                 const SmallWorldOptions& options);

}  // namespace tailproof::properties
