#include "case_report_json.hpp"

#include "case_manifest.hpp"
#include "tailproof/io/trace_json.hpp"
#include "tailproof/properties/property.hpp"

#include <bit>
#include <optional>

namespace tailproof::properties {
namespace {

using Json = nlohmann::ordered_json;

Json traces_json(const std::vector<reference::Trace>& traces) {
  Json list = Json::array();
  for (const reference::Trace& trace : traces) list.push_back(Json::parse(io::to_json(trace)));
  return list;
}

std::vector<reference::Trace> traces_of(const Json& list) {
  std::vector<reference::Trace> traces;
  for (const Json& each : list) traces.push_back(io::trace_from_json(each.dump()));
  return traces;
}

template <class Enum, class Name>
Enum named(const Json& json, int count, Name name_of, const std::string& file) {
  const auto name = json.get<std::string>();
  for (int each = 0; each < count; ++each) {
    if (name_of(static_cast<Enum>(each)) == name) return static_cast<Enum>(each);
  }
  throw InputError({.file = file}, "unknown name " + printable(name));
}

// What is drawn and printed is indexed by rows, lengths and slots: their numbers must agree.
void require_shape(const CaseReport& report, const std::string& file) {
  const generators::RawRows& rows = report.specimen.rows;
  const std::size_t count = rows.scores.size();
  const std::size_t slots = count * static_cast<std::size_t>(rows.rank);
  const auto& lengths = report.specimen.lengths;
  bool fits = count > 0 && report.row >= -1 && report.row < static_cast<std::int64_t>(count);
  for (const auto& row : rows.scores) fits = fits && std::cmp_less_equal(row.size(), rows.width);
  fits = fits && (lengths.empty() || lengths.size() == count);
  for (const auto* picks : {&report.indices, &report.expected_indices}) {
    fits = fits && (picks->empty() || picks->size() == slots);
  }
  if (!fits) throw InputError({.file = file}, "the rows and picks of a case do not fit");
}

}  // namespace

Json case_report_json(const CaseReport& report) {
  const generators::RawRows& rows = report.specimen.rows;
  std::size_t scores = 0;
  for (const auto& row : rows.scores) scores += row.size();
  if (scores > most_scores_of_a_case) return nullptr;
  Json json{{"manifest", manifest_of(report)}};
  json["score_bits"] = Json::array();
  for (const auto& row : rows.scores) {
    Json bits = Json::array();
    for (const float score : row) bits.push_back(std::bit_cast<std::uint32_t>(score));
    json["score_bits"].push_back(std::move(bits));
  }
  json["lengths"] = report.specimen.lengths;
  json["picks"] = report.indices;
  json["expected"] = report.expected_indices;
  json["traces"] = traces_json(report.traces);
  json["expected_traces"] = traces_json(report.expected_traces);
  return json;
}

CaseReport case_report_of(const Json& json, const std::string& file) {
  const Json& manifest = json.at("manifest");
  CaseReport report;
  read_manifest(manifest, file, report.specimen);
  report.specimen.rows.width = get<std::int64_t>(manifest, "width", file);
  report.subject = get<std::string>(manifest, "subject", file);
  report.property = get<std::string>(manifest, "property", file);
  if (find_property(report.property) == nullptr) {
    throw InputError({.file = file}, "no property " + printable(report.property));
  }
  report.recipe = get<std::string>(manifest, "recipe", file);
  report.detail = get<std::string>(manifest, "detail", file);
  report.departure = get<std::string>(manifest, "departure", file);
  report.row = get<std::int64_t>(manifest, "row", file);
  report.finding_class = named<FindingClass>(manifest.at("class"), 3, finding_class_name, file);
  report.status = named<Status>(manifest.at("status"), 4, status_name, file);
  report.rate.failures = get<std::int32_t>(manifest.at("rate"), "failures", file);
  report.rate.runs = get<std::int32_t>(manifest.at("rate"), "runs", file);
  report.end = named<ShrinkEnd>(manifest.at("shrinking").at("end"), 5, shrink_end_name, file);
  report.candidates = get<std::int64_t>(manifest.at("shrinking"), "candidates", file);
  for (const Json& row : json.at("score_bits")) {
    std::vector<float>& scores = report.specimen.rows.scores.emplace_back();
    for (const Json& bits : row) scores.push_back(std::bit_cast<float>(bits.get<std::uint32_t>()));
  }
  json.at("lengths").get_to(report.specimen.lengths);
  json.at("picks").get_to(report.indices);
  json.at("expected").get_to(report.expected_indices);
  report.traces = traces_of(json.at("traces"));
  report.expected_traces = traces_of(json.at("expected_traces"));
  require_shape(report, file);
  return report;
}

}  // namespace tailproof::properties
