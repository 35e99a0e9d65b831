/// What a variant says of itself, checked and copied out of its library. Source: spec section 10.
#pragma once
#include "tailproof/reference/policy.hpp"
#include "tailproof/variant.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tailproof::properties {

/// A variant's description without its functions: what crosses from the worker process.
struct VariantDescription {
  std::string name;
  std::uint32_t memory_space = TAILPROOF_MEMORY_HOST;
  std::uint32_t flags = 0;
  std::uint32_t tie_rule = TAILPROOF_TIES_UNSPECIFIED;
  std::uint32_t nan_rule = TAILPROOF_NAN_UNDEFINED;
  tailproof_limits limits{};
  std::vector<std::int64_t> capacities;     ///< in scores
  std::optional<reference::Policy> policy;  ///< of its traces; nothing: offers none
  std::int64_t histogram_bins = 0;          ///< words of the longest; 0: scalars only

  [[nodiscard]] bool has(std::uint32_t flag) const noexcept { return (flags & flag) != 0; }
  [[nodiscard]] bool traces() const noexcept { return policy.has_value(); }
};

/// What is wrong with a description ("limits.least_rank is 0, must be at least 1"), or nothing.
/// Reads everything that it points to.
[[nodiscard]] std::optional<std::string> description_fault(const tailproof_variant_v1_t* variant);

/// Copies a description that has no fault.
[[nodiscard]] VariantDescription describe(const tailproof_variant_v1_t& variant);

/// "capture-safe", "reads-live-rows", ... of a set of flags.
[[nodiscard]] std::vector<std::string> flag_names(std::uint32_t flags);
/// "host" or "cuda".
[[nodiscard]] std::string memory_space_name(std::uint32_t memory_space);
/// "unspecified", "smallest-index" or "largest-index".
[[nodiscard]] std::string tie_rule_name(std::uint32_t tie_rule);
/// "undefined", "memory-safe", "greatest" or "least".
[[nodiscard]] std::string nan_rule_name(std::uint32_t nan_rule);

/// One JSON object on one line.
[[nodiscard]] std::string to_json(const VariantDescription& description);
/// Reads such an object back. Throws InputError for anything else.
[[nodiscard]] VariantDescription description_from_json(const std::string& text);

}  // namespace tailproof::properties
