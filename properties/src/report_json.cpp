#include "tailproof/properties/report_json.hpp"

#include "options_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tailproof::properties {
namespace {

using Json = nlohmann::ordered_json;

Json properties_of(const CheckResult& result) {
  Json list = Json::array();
  for (const PropertyTally& tally : result.tallies) {
    Json each;
    each["name"] = tally.property->name;
    each["kind"] = property_kind_name(tally.property->kind);
    each["cases"] = tally.cases;
    each["violations"] = tally.violations;
    each["legal_variations"] = tally.variations;
    each["robustness_findings"] = tally.robustness;
    if (!tally.not_checked.empty()) each["not_checked"] = tally.not_checked;
    list.push_back(std::move(each));
  }
  return list;
}

Json coverage_of(const Coverage& coverage, std::uint64_t min_hits) {
  Json json;
  json["families"] = Json::object();
  for (const auto& [family, counts] : coverage.families) {
    Json routes;
    for (std::size_t route = 0; route < counts.size(); ++route) {
      routes[std::string(reference::route_name(static_cast<reference::Route>(route)))] =
          counts[route];
    }
    json["families"][family] = std::move(routes);
  }
  json["marks"] = Json::object();
  for (int each = 0; each < reference::mark_count; ++each) {
    const auto mark = static_cast<reference::Mark>(each);
    json["marks"][std::string(reference::mark_name(mark))] = coverage.marks[mark];
  }
  json["admitted_tails"] = coverage.tails.rows;
  json["declared_capacities"] = Json::array();
  for (const auto& [capacity, counts] : coverage.capacities) {
    Json edges{{"capacity", capacity}};
    for (int edge = 0; edge < generators::capacity_edge_count; ++edge) {
      edges[std::string(generators::capacity_edge_name(edge))] =
          counts[static_cast<std::size_t>(edge)];
    }
    json["declared_capacities"].push_back(std::move(edges));
  }
  json["unprobed_capacity_edges"] = unprobed(coverage);
  json["min_hits"] = min_hits;
  json["short_of_min_hits"] = Json::array();
  for (const Shortfall& each : shortfalls(coverage, min_hits)) {
    json["short_of_min_hits"].push_back(reference::mark_name(each.mark));
  }
  return json;
}

}  // namespace

std::string report_json(const CheckOptions& options, const CheckResult& result,
                        std::uint64_t min_hits, const std::vector<std::string>& case_folders) {
  Json json;
  json["format"] = 1;
  json["subject"] = options.subject;
  json["seed"] = options.seed;
  json["options"] = options_json(options);
  json["cases"] = result.cases;
  json["rows"] = result.rows;
  json["refused_cases"] = result.refused_cases;
  json["properties"] = properties_of(result);
  json["failures"] = Json::array();
  for (const Failure& failure : result.failures) {
    json["failures"].push_back({{"property", failure.finding.property},
                                {"class", finding_class_name(failure.finding.finding_class)},
                                {"case", failure.index},
                                {"row", failure.finding.row},
                                {"detail", failure.finding.detail},
                                {"recipe", generators::to_string(failure.recipe)}});
  }
  json["case_folders"] = case_folders;
  json["coverage"] = coverage_of(result.coverage, min_hits);
  json["families_left_out"] = result.left_out;
  json["timings"] = {{"seconds", result.seconds},
                     {"rows_per_second", result.rows_per_second()},
                     {"threads", options.threads}};
  // Names come from outside: bytes that are no UTF-8 are replaced, not refused after the run.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tailproof::properties
