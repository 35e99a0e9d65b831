// The rows of a request, changed as exercises need them, and what is a right answer to them. Host
// copies only: works without a device.
#pragma once
#include "output_check.hpp"
#include "protocol.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tailproof::properties {

/// Rows to select from: legal ones if the request's are.
struct ExerciseRows {
  std::int64_t width = 0;
  std::int64_t pitch = 0;
  std::vector<float> scores;          ///< lengths.size() rows, pitch apart
  std::vector<std::int32_t> lengths;  ///< one for each row of capacity
  std::int32_t live = 0;
};

/// How many different versions there are.
inline constexpr int exercise_versions = 7;

/// Version 0 is the request itself; the others have other rows in each place, and lengths that are
/// all zero, all below K, mixed, or the rows' own. With `fewer_live`, some have fewer live rows.
[[nodiscard]] ExerciseRows exercise_rows(const Request& request, const float* scores,
                                         const std::int32_t* lengths, int version, bool fewer_live);

/// The oracle's account of the first wrong row, or of the first slot written that must not be;
/// nothing if the answer is right.
/// @param slots  rows of `pitch` slots; those of dead rows must hold the poison
struct WrongRow {
  std::int64_t row = -1;
  std::string problem;
};
[[nodiscard]] std::optional<WrongRow> first_wrong(const ExerciseRows& rows, std::int32_t rank,
                                                  std::span<const std::int32_t> slots,
                                                  std::int64_t pitch, std::int32_t poison);

}  // namespace tailproof::properties
