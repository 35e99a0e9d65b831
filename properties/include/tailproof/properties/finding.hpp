/// What a property found, and how it counts. Source: spec section 1, three classes of finding.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace tailproof::properties {

/// The classes that are kept apart everywhere.
enum class FindingClass : std::uint8_t {
  violation,        ///< the contract, or a promise about the trace, is broken
  legal_variation,  ///< another tie choice or another order: reported, never an error
  robustness        ///< input outside the contract was not survived
};
[[nodiscard]] std::string_view finding_class_name(FindingClass finding_class) noexcept;

/// One finding about one row of a call; row -1 is the call as a whole.
struct Finding {
  std::string_view property;  ///< name in the property table
  FindingClass finding_class = FindingClass::violation;
  std::int64_t row = -1;
  std::string detail;
};

/// True for what ends a check with exit code 1 or 4.
[[nodiscard]] inline bool is_failure(const Finding& finding) noexcept {
  return finding.finding_class != FindingClass::legal_variation;
}

}  // namespace tailproof::properties
