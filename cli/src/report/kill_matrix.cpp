#include "report/kill_matrix.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "tailproof/io/input_error.hpp"

namespace tailproof::cli {

KillMatrix read_kill_matrix(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw InputError({.file = file}, "cannot be read");
  const auto json = nlohmann::ordered_json::parse(in, nullptr, false);
  KillMatrix matrix;
  try {
    for (const auto& fault : json.at("faults")) {
      matrix.faults.push_back({fault.at("name").get<std::string>(),
                               fault.at("killed_by").get<std::vector<std::string>>()});
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError({.file = file}, std::string("holds no kill matrix: ") + error.what());
  }
  return matrix;
}

}  // namespace tailproof::cli
