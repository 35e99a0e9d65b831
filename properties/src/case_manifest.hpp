/// What a failing case says of itself besides its scores, as JSON and back: manifest.json of a
/// case folder, and part of a shard.
#pragma once
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/investigate.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <type_traits>
#include <utility>

namespace tailproof::properties {

/// Of the format of case folders.
inline constexpr int manifest_format = 1;

[[nodiscard]] nlohmann::ordered_json manifest_of(const CaseReport& report);

/// The parts of a specimen that are no scores: rank, policy, layout, width and seed of laws. Throws
/// InputError that names file and key.
void read_manifest(const nlohmann::ordered_json& manifest, const std::filesystem::path& file,
                   Specimen& specimen);

/// One value of a JSON object. Throws InputError that names file and key where it is missing, has
/// another type, or does not fit.
template <class T>
[[nodiscard]] T get(const nlohmann::ordered_json& object, const char* key,
                    const std::filesystem::path& file) {
  const auto refuse = [&](const char* problem) {
    throw InputError({file.string()}, "key \"" + std::string(key) + "\" " + problem);
  };
  try {
    const auto& value = object.at(key);
    // The library converts any number to any other without a word.
    if constexpr (std::is_integral_v<T>) {
      const bool fits =
          value.is_number_integer() &&
          (value.is_number_unsigned() ? std::in_range<T>(value.template get<std::uint64_t>())
                                      : std::in_range<T>(value.template get<std::int64_t>()));
      if (!fits) refuse("is no whole number in range");
    }
    return value.template get<T>();
  } catch (const nlohmann::ordered_json::exception&) {
    refuse("is missing or has the wrong type");
  }
  return {};
}

}  // namespace tailproof::properties
