#include "tailproof/reference/trace.hpp"

#include <array>

namespace tailproof::reference {
namespace {

constexpr std::array<std::string_view, route_count> names = {
    "trivial",         "certified",        "certified-exactly", "band",
    "exact-no-rescue", "exact-after-band", "exact-no-view",     "direct",
};

}  // namespace

std::string_view route_name(Route route) noexcept {
  return names[static_cast<std::size_t>(route)];
}

std::optional<Route> route_of_name(std::string_view name) noexcept {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Route>(i);
  }
  return std::nullopt;
}

}  // namespace tailproof::reference
