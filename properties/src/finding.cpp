#include "tailproof/properties/finding.hpp"

#include <array>

namespace tailproof::properties {

std::string_view finding_class_name(FindingClass finding_class) noexcept {
  static constexpr std::array<std::string_view, 3> names = {"violation", "legal variation",
                                                            "out-of-contract robustness"};
  return names[static_cast<std::size_t>(finding_class)];
}

}  // namespace tailproof::properties
