#include "options_json.hpp"

namespace tailproof::properties {

using Json = nlohmann::ordered_json;

Json options_json(const CheckOptions& options) {
  Json json;
  json["cases"] = options.cases ? Json(*options.cases) : Json();
  json["budget_seconds"] = options.cases ? Json() : Json(options.budget_seconds);
  json["families"] = options.sampler.families;
  json["out_of_contract"] = options.sampler.out_of_contract;
  json["ranks"] = options.sampler.ranks;
  json["policy"] =
      options.sampler.policy ? Json(reference::to_string(*options.sampler.policy)) : Json();
  json["max_length"] = options.sampler.max_length;
  json["properties"] = options.properties;
  json["laws_per_case"] = options.laws_per_case;
  return json;
}

void read_options(const Json& json, CheckOptions& options) {
  if (!json.at("cases").is_null()) options.cases = json.at("cases").get<std::uint64_t>();
  if (!json.at("budget_seconds").is_null())
    json.at("budget_seconds").get_to(options.budget_seconds);
  json.at("families").get_to(options.sampler.families);
  json.at("out_of_contract").get_to(options.sampler.out_of_contract);
  json.at("ranks").get_to(options.sampler.ranks);
  if (!json.at("policy").is_null()) {
    options.sampler.policy = reference::parse_policy(json.at("policy").get<std::string>());
  }
  json.at("max_length").get_to(options.sampler.max_length);
  json.at("properties").get_to(options.properties);
  json.at("laws_per_case").get_to(options.laws_per_case);
}

}  // namespace tailproof::properties
