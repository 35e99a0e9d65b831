/// A shrunk case whole, as part of a shard: what merging needs to draw it on another machine.
#pragma once
#include "tailproof/properties/investigate.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>

namespace tailproof::properties {

/// A shard holds the cases of up to so many scores; shrunk ones have a handful.
inline constexpr std::size_t most_scores_of_a_case = std::size_t{1} << 17;

/// The manifest, and with it the valid scores as FP32 bits, lengths, picks and traces of both
/// sides. Null for a case of more than most_scores_of_a_case.
[[nodiscard]] nlohmann::ordered_json case_report_json(const CaseReport& report);

/// Reads it back. Throws InputError that names the file and what is wrong, or nlohmann's
/// exceptions.
[[nodiscard]] CaseReport case_report_of(const nlohmann::ordered_json& json,
                                        const std::string& file);

}  // namespace tailproof::properties
