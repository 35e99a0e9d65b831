/// Trials of the catalogue as JSON: the matrix on disk, and what a process of the pool sends home.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "faults_trial.hpp"

namespace tailproof::cli {

[[nodiscard]] nlohmann::ordered_json json_of(const Kill& kill);
/// Reads what json_of() wrote.
[[nodiscard]] Kill kill_of(const nlohmann::ordered_json& json);

/// {"faults": [{"name", "family", "modelled_on", "exact", "seeds": [...], "killed_by": [...]},
/// ...]}
[[nodiscard]] std::string matrix_of(const std::vector<FaultTrial>& trials);

}  // namespace tailproof::cli
