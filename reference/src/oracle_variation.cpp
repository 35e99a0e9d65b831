#include "tailproof/reference/oracle_variation.hpp"

#include <algorithm>
#include <vector>

namespace tailproof::reference {

std::string_view variation_name(Variation variation) noexcept {
  switch (variation) {
    case Variation::none:
      return "none";
    case Variation::order:
      return "order";
    case Variation::tie_choice:
      return "tie-choice";
  }
  return "";
}

Variation variation_between(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
  if (std::equal(a.begin(), a.end(), b.begin(), b.end())) return Variation::none;
  std::vector<std::int32_t> in_a(a.begin(), a.end());
  std::vector<std::int32_t> in_b(b.begin(), b.end());
  std::sort(in_a.begin(), in_a.end());
  std::sort(in_b.begin(), in_b.end());
  return in_a == in_b ? Variation::order : Variation::tie_choice;
}

}  // namespace tailproof::reference
