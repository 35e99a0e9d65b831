/// Where a trace of the reference and the independent account of the same row differ.
#pragma once
#include "independent_account.hpp"
#include "tailproof/reference/trace.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace tailproof::test {

/// Differences between two summaries in explain --json's form, "" if they agree entirely.
[[nodiscard]] std::string differences(const nlohmann::json& expected, const nlohmann::json& actual);

/// The same for a whole trace: its JSON form, every histogram, and the reads of its rounds.
[[nodiscard]] std::string differences(const independent::Account& expected,
                                      const reference::Trace& actual);

}  // namespace tailproof::test
