/// What a run was asked to do, as JSON and back: part of reports and of shards.
#pragma once
#include "tailproof/properties/check_run.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace tailproof::properties {

/// Everything that decides what is drawn and checked, but subject and seed. "budget_seconds" is
/// null where cases are counted, "cases" where they are not.
[[nodiscard]] nlohmann::ordered_json options_json(const CheckOptions& options);

/// Reads such an object into options. Throws nlohmann's exceptions and PolicyError.
void read_options(const nlohmann::ordered_json& json, CheckOptions& options);

}  // namespace tailproof::properties
