#include "faults_json.hpp"

#include <nlohmann/json.hpp>
#include <set>

namespace tailproof::cli {

nlohmann::ordered_json json_of(const Kill& kill) {
  return {
      {"seed", kill.seed},       {"killed", kill.killed},        {"property", kill.property},
      {"detail", kill.detail},   {"cases", kill.cases},          {"rows", kill.rows},
      {"seconds", kill.seconds}, {"shrunk_length", kill.length}, {"shrunk_rows", kill.rows_left},
      {"shrunk_rank", kill.rank}};
}

Kill kill_of(const nlohmann::ordered_json& json) {
  Kill kill;
  json.at("seed").get_to(kill.seed);
  json.at("killed").get_to(kill.killed);
  json.at("property").get_to(kill.property);
  json.at("detail").get_to(kill.detail);
  json.at("cases").get_to(kill.cases);
  json.at("rows").get_to(kill.rows);
  json.at("seconds").get_to(kill.seconds);
  json.at("shrunk_length").get_to(kill.length);
  json.at("shrunk_rows").get_to(kill.rows_left);
  json.at("shrunk_rank").get_to(kill.rank);
  return kill;
}

std::string matrix_of(const std::vector<FaultTrial>& trials) {
  nlohmann::ordered_json json;
  json["faults"] = nlohmann::ordered_json::array();
  for (const FaultTrial& trial : trials) {
    nlohmann::ordered_json one;
    one["name"] = trial.entry.name;
    one["family"] = trial.entry.family;
    one["modelled_on"] = trial.entry.modelled_on;
    one["exact"] = trial.entry.exact();
    std::set<std::string> names;
    one["seeds"] = nlohmann::ordered_json::array();
    for (const Kill& kill : trial.kills) {
      if (kill.killed) names.insert(kill.property);
      one["seeds"].push_back(json_of(kill));
    }
    one["killed_by"] = names;
    json["faults"].push_back(std::move(one));
  }
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tailproof::cli
