#include "case_manifest.hpp"

#include "tailproof/reference/errors.hpp"

#include <fmt/format.h>

#include <charconv>

namespace tailproof::properties {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const fs::path& file, const std::string& problem) {
  throw InputError({file.string()}, problem);
}

std::uint64_t hexadecimal(const Json& manifest, const char* key, const fs::path& file) {
  const auto text = get<std::string>(manifest, key, file);
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const bool prefixed = text.starts_with("0x");
  const auto [stop, error] = std::from_chars(text.data() + (prefixed ? 2 : 0), end, value, 16);
  if (!prefixed || error != std::errc{} || stop != end) {
    refuse(file, std::string("key \"") + key + "\" is no number as 0x...");
  }
  return value;
}

generators::Layout layout_of(const Json& manifest, const fs::path& file) {
  const Json object = get<Json>(manifest, "layout", file);
  generators::Layout layout;
  layout.pitch_extra = get<std::int64_t>(object, "pitch_extra", file);
  layout.base_offset = get<std::uint32_t>(object, "base_offset", file);
  layout.dead_rows = get<std::int32_t>(object, "dead_rows", file);
  const auto padding = generators::padding_of_name(get<std::string>(object, "padding", file));
  if (!padding) refuse(file, "key \"padding\" is no padding");
  constexpr std::int64_t most = std::int64_t{1} << 24;  // far beyond any layout worth storing
  if (layout.pitch_extra < 0 || layout.pitch_extra > most || layout.dead_rows < 0 ||
      layout.dead_rows > most || layout.base_offset > 3) {
    refuse(file, "key \"layout\" is out of range");
  }
  layout.padding = *padding;
  return layout;
}

}  // namespace

Json manifest_of(const CaseReport& report) {
  const generators::RawRows& rows = report.specimen.rows;
  Json manifest;
  manifest["format"] = manifest_format;
  manifest["subject"] = report.subject;
  manifest["property"] = report.property;
  manifest["class"] = finding_class_name(report.finding_class);
  manifest["status"] = status_name(report.status);
  manifest["row"] = report.row;
  manifest["detail"] = report.detail;
  manifest["departure"] = report.departure;
  manifest["rate"] = {{"failures", report.rate.failures}, {"runs", report.rate.runs}};
  manifest["shrinking"] = {{"end", shrink_end_name(report.end)}, {"candidates", report.candidates}};
  manifest["recipe"] = report.recipe;
  manifest["rows"] = rows.scores.size();
  manifest["width"] = rows.width;
  manifest["rank"] = rows.rank;
  manifest["policy"] = reference::to_string(rows.policy);
  manifest["layout"] = {{"pitch_extra", rows.layout.pitch_extra},
                        {"base_offset", rows.layout.base_offset},
                        {"padding", generators::padding_name(rows.layout.padding)},
                        {"dead_rows", rows.layout.dead_rows}};
  manifest["law_seed"] = fmt::format("{:#018x}", report.specimen.seed);
  return manifest;
}

void read_manifest(const Json& manifest, const fs::path& file, Specimen& specimen) {
  specimen.rows.rank = get<std::int32_t>(manifest, "rank", file);
  if (specimen.rows.rank < 1) refuse(file, "key \"rank\" must be at least 1");
  try {
    specimen.rows.policy = reference::parse_policy(get<std::string>(manifest, "policy", file));
  } catch (const reference::PolicyError& error) {
    refuse(file, error.what());
  }
  specimen.seed = hexadecimal(manifest, "law_seed", file);
  specimen.rows.layout = layout_of(manifest, file);
}

}  // namespace tailproof::properties
