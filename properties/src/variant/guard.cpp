#include "tailproof/properties/variant/guard.hpp"

#include <array>

namespace tailproof::properties {

std::string_view guard_name(Guard guard) noexcept {
  static constexpr std::array<std::string_view, guard_count> names = {
      "input-written",     "input-overrun",  "output-overrun", "output-pitch",     "dead-rows",
      "workspace-overrun", "workspace-size", "values",         "trace-format",     "leak",
      "two-streams",       "capture",        "graph-replays",  "competing-kernel", "wide-offsets"};
  return names[static_cast<std::size_t>(guard)];
}

}  // namespace tailproof::properties
