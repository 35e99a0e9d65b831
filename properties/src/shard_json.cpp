// One shard as JSON and back.
#include "case_report_json.hpp"
#include "options_json.hpp"
#include "tailproof/generators/recipe.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/property.hpp"
#include "tailproof/properties/shard.hpp"
#include "tailproof/reference/errors.hpp"

#include <array>
#include <optional>

namespace tailproof::properties {
namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;

[[noreturn]] void refuse(const std::string& file, const std::string& problem) {
  throw InputError({.file = file}, problem);
}

Json failure_json(const Failure& failure) {
  return {{"property", failure.finding.property},
          {"class", finding_class_name(failure.finding.finding_class)},
          {"case", failure.index},
          {"row", failure.finding.row},
          {"detail", failure.finding.detail},
          {"recipe", generators::to_string(failure.recipe)}};
}

Json block_json(std::uint64_t number, const CheckResult& block) {
  Json json{{"block", number},
            {"cases", block.cases},
            {"rows", block.rows},
            {"refused_cases", block.refused_cases}};
  json["tallies"] = Json::array();
  for (const PropertyTally& t : block.tallies) {
    json["tallies"].push_back({t.cases, t.violations, t.variations, t.robustness});
  }
  json["families"] = Json::object();
  for (const auto& [family, routes] : block.coverage.families) json["families"][family] = routes;
  json["marks"] = Json::array();
  for (int mark = 0; mark < reference::mark_count; ++mark) {
    json["marks"].push_back(block.coverage.marks[static_cast<reference::Mark>(mark)]);
  }
  json["admitted_tails"] = block.coverage.tails.rows;
  json["declared_capacities"] = block.coverage.capacities;
  json["failures"] = Json::array();
  for (const Failure& failure : block.failures) json["failures"].push_back(failure_json(failure));
  return json;
}

template <class Enum, class Name>
Enum of_name(const std::string& name, int count, Name name_of, const std::string& file) {
  for (int each = 0; each < count; ++each) {
    if (name_of(static_cast<Enum>(each)) == name) return static_cast<Enum>(each);
  }
  refuse(file, "unknown name " + printable(name));
}

const Property& property_of(const std::string& name, const std::string& file) {
  const Property* const property = find_property(name);
  if (property == nullptr) refuse(file, "no property " + printable(name));
  return *property;
}

Failure failure_of(const Json& json, std::uint64_t seed, const std::string& file) {
  Failure failure;
  json.at("case").get_to(failure.index);
  failure.recipe = generators::parse_recipe(json.at("recipe").get<std::string>());
  failure.law_seed = law_seed(seed, failure.index);
  failure.finding.property = property_of(json.at("property").get<std::string>(), file).name;
  failure.finding.finding_class =
      of_name<FindingClass>(json.at("class").get<std::string>(), 3, finding_class_name, file);
  json.at("row").get_to(failure.finding.row);
  json.at("detail").get_to(failure.finding.detail);
  return failure;
}

// MarkCounts only counts up: a number is added as its powers of two.
void add_hits(reference::MarkCounts& marks, reference::Mark mark, std::uint64_t hits) {
  reference::MarkCounts power;
  power.hit(mark);
  for (; hits != 0; hits >>= 1) {
    if ((hits & 1u) != 0) marks += power;
    power += reference::MarkCounts(power);
  }
}

CheckResult block_of(const Json& json, const ShardRun& shard) {
  CheckResult block = shard.totals;
  json.at("cases").get_to(block.cases);
  json.at("rows").get_to(block.rows);
  json.at("refused_cases").get_to(block.refused_cases);
  const Json& tallies = json.at("tallies");
  if (tallies.size() != block.tallies.size()) refuse(shard.file, "tallies do not fit properties");
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const auto counts = tallies[i].get<std::array<std::uint64_t, 4>>();
    PropertyTally& tally = block.tallies[i];
    tally.cases = counts[0];
    tally.violations = counts[1];
    tally.variations = counts[2];
    tally.robustness = counts[3];
  }
  for (const auto& [family, routes] : json.at("families").items()) {
    block.coverage.families[family] = routes.get<Coverage::Routes>();
  }
  const auto marks = json.at("marks").get<std::array<std::uint64_t, reference::mark_count>>();
  for (std::size_t mark = 0; mark < marks.size(); ++mark) {
    add_hits(block.coverage.marks, static_cast<reference::Mark>(mark), marks[mark]);
  }
  json.at("admitted_tails").get_to(block.coverage.tails.rows);
  json.at("declared_capacities").get_to(block.coverage.capacities);
  for (const Json& failure : json.at("failures")) {
    block.failures.push_back(failure_of(failure, shard.options.seed, shard.file));
  }
  return block;
}

ShardRun shard_of(const Json& json, const std::string& file) {
  ShardRun shard;
  shard.file = file;
  if (json.value("kind", "") != "tailproof-shard") refuse(file, "is no shard of a check run");
  if (json.at("format").get<int>() != format_version) {
    refuse(file, "written by another version of the format");
  }
  json.at("version").get_to(shard.version);
  json.at("subject").get_to(shard.options.subject);
  json.at("seed").get_to(shard.options.seed);
  json.at("shard").at("number").get_to(shard.options.shard.number);
  json.at("shard").at("of").get_to(shard.options.shard.of);
  read_options(json.at("options"), shard.options);
  json.at("min_hits").get_to(shard.min_hits);
  for (const Json& each : json.at("properties")) {
    PropertyTally tally;
    tally.property = &property_of(each.at("name").get<std::string>(), file);
    each.at("not_checked").get_to(tally.not_checked);
    shard.totals.tallies.push_back(std::move(tally));
  }
  json.at("families_left_out").get_to(shard.totals.left_out);
  const Json& ends = json.at("timings").at("block_seconds");
  if (ends.size() != json.at("blocks").size()) refuse(file, "block_seconds does not fit blocks");
  for (const Json& block : json.at("blocks")) {
    shard.blocks.emplace_back(block.at("block").get<std::uint64_t>(), block_of(block, shard));
    ends[shard.blocks.size() - 1].get_to(shard.blocks.back().second.seconds);
  }
  for (const Json& each : json.at("stored_cases")) {
    StoredFailure stored;
    each.at("property").get_to(stored.property);
    each.at("folder").get_to(stored.folder);
    stored.status = of_name<Status>(each.at("status").get<std::string>(), 4, status_name, file);
    if (!each.at("case").is_null()) stored.report = case_report_of(each.at("case"), file);
    shard.stored.push_back(std::move(stored));
  }
  json.at("timings").at("seconds").get_to(shard.totals.seconds);
  json.at("timings").at("threads").get_to(shard.options.threads);
  return shard;
}

}  // namespace

std::string to_json(const ShardRun& shard) {
  Json json;
  json["format"] = format_version;
  json["kind"] = "tailproof-shard";
  json["version"] = shard.version;
  json["subject"] = shard.options.subject;
  json["seed"] = shard.options.seed;
  json["shard"] = {{"number", shard.options.shard.number}, {"of", shard.options.shard.of}};
  json["options"] = options_json(shard.options);
  json["min_hits"] = shard.min_hits;
  json["properties"] = Json::array();
  for (const PropertyTally& tally : shard.totals.tallies) {
    json["properties"].push_back(
        {{"name", tally.property->name}, {"not_checked", tally.not_checked}});
  }
  json["families_left_out"] = shard.totals.left_out;
  json["blocks"] = Json::array();
  for (const auto& [number, block] : shard.blocks) {
    json["blocks"].push_back(block_json(number, block));
  }
  json["stored_cases"] = Json::array();
  for (const StoredFailure& each : shard.stored) {
    json["stored_cases"].push_back(
        {{"property", each.property},
         {"folder", each.folder},
         {"status", status_name(each.status)},
         {"case", each.report ? case_report_json(*each.report) : Json()}});
  }
  Json ends = Json::array();
  for (const auto& [number, block] : shard.blocks) ends.push_back(block.seconds);
  json["timings"] = {{"seconds", shard.totals.seconds},
                     {"threads", shard.options.threads},
                     {"block_seconds", std::move(ends)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

ShardRun shard_from_json(std::string_view text, const std::string& file) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) refuse(file, "is no JSON object");
  try {
    return shard_of(json, file);
  } catch (const Json::exception& error) {
    refuse(file, std::string("is no whole shard: ") + error.what());
  } catch (const reference::PolicyError& error) {
    refuse(file, error.what());
  }
}

}  // namespace tailproof::properties
