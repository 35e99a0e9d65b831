#include "census.hpp"

namespace tailproof::gpu_test {
namespace {

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

}  // namespace

std::vector<reference::Route> reachable_routes(const planner::KernelInfo& kernel) {
  using reference::Route;
  if (!kernel.sampled) return {Route::trivial, Route::direct};
  std::vector<Route> routes = {Route::trivial, Route::certified, Route::certified_exactly,
                               Route::exact_no_view};
  if (kernel.has_rescue) {
    routes.push_back(Route::band);
    routes.push_back(Route::exact_after_band);
  } else {
    routes.push_back(Route::exact_no_rescue);
  }
  return routes;
}

std::string Census::table() const {
  constexpr std::size_t first = 20;
  constexpr std::size_t column = 19;
  std::string text = padded("mapping", first);
  for (int r = 0; r < reference::route_count; ++r) {
    text += padded(std::string(reference::route_name(static_cast<reference::Route>(r))), column);
  }
  text += "\n";
  for (int m = 0; m < planner::mapping_count; ++m) {
    const auto mapping = static_cast<planner::Mapping>(m);
    text += padded(std::string(planner::mapping_name(mapping)), first);
    for (int r = 0; r < reference::route_count; ++r) {
      const auto route = static_cast<reference::Route>(r);
      text += padded(std::to_string(rows(mapping, route)) + " (" +
                         std::to_string(spilled(mapping, route)) + ")",
                     column);
    }
    text += "\n";
  }
  return text;
}

std::string Census::json() const {
  std::string text = "{";
  for (int m = 0; m < planner::mapping_count; ++m) {
    const auto mapping = static_cast<planner::Mapping>(m);
    text += (m == 0 ? "\"" : ", \"") + std::string(planner::mapping_name(mapping)) + "\": {";
    for (int r = 0; r < reference::route_count; ++r) {
      const auto route = static_cast<reference::Route>(r);
      text += (r == 0 ? "\"" : ", \"") + std::string(reference::route_name(route)) +
              "\": {\"rows\": " + std::to_string(rows(mapping, route)) +
              ", \"spilled\": " + std::to_string(spilled(mapping, route)) + "}";
    }
    text += "}";
  }
  return text + "}";
}

}  // namespace tailproof::gpu_test
