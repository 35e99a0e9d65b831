#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/variant/description.hpp"
#include "tailproof/reference/errors.hpp"

#include <nlohmann/json.hpp>

namespace tailproof::properties {

using Json = nlohmann::ordered_json;

std::string to_json(const VariantDescription& description) {
  const tailproof_limits& limits = description.limits;
  Json json;
  json["name"] = description.name;
  json["memory_space"] = description.memory_space;
  json["flags"] = description.flags;
  json["flag_names"] = flag_names(description.flags);
  json["tie_rule"] = description.tie_rule;
  json["nan_rule"] = description.nan_rule;
  json["limits"] = {
      {"least_rank", limits.least_rank},         {"greatest_rank", limits.greatest_rank},
      {"greatest_width", limits.greatest_width}, {"greatest_rows", limits.greatest_rows},
      {"pitch_multiple", limits.pitch_multiple}, {"base_alignment", limits.base_alignment}};
  json["capacities"] = description.capacities;
  json["trace_policy"] =
      description.policy ? Json(reference::to_string(*description.policy)) : Json(nullptr);
  json["histogram_bins"] = description.histogram_bins;
  return json.dump();
}

VariantDescription description_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    const Json& limits = json.at("limits");
    VariantDescription description;
    json.at("name").get_to(description.name);
    json.at("memory_space").get_to(description.memory_space);
    json.at("flags").get_to(description.flags);
    json.at("tie_rule").get_to(description.tie_rule);
    json.at("nan_rule").get_to(description.nan_rule);
    limits.at("least_rank").get_to(description.limits.least_rank);
    limits.at("greatest_rank").get_to(description.limits.greatest_rank);
    limits.at("greatest_width").get_to(description.limits.greatest_width);
    limits.at("greatest_rows").get_to(description.limits.greatest_rows);
    limits.at("pitch_multiple").get_to(description.limits.pitch_multiple);
    limits.at("base_alignment").get_to(description.limits.base_alignment);
    json.at("capacities").get_to(description.capacities);
    json.at("histogram_bins").get_to(description.histogram_bins);
    const Json& policy = json.at("trace_policy");
    if (!policy.is_null()) description.policy = reference::parse_policy(policy.get<std::string>());
    return description;
  } catch (const nlohmann::json::exception& error) {
    throw InputError({"variant"}, std::string("description cannot be read: ") + error.what());
  } catch (const reference::PolicyError& error) {
    throw InputError({"variant"}, std::string("description cannot be read: ") + error.what());
  }
}

}  // namespace tailproof::properties
