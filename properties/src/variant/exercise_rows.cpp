#include "exercise_rows.hpp"

#include "tailproof/reference/oracle.hpp"

#include <algorithm>

namespace tailproof::properties {
namespace {

// The length of a version's row whose own is `length`.
std::int32_t changed_length(std::int32_t length, int version, std::int64_t row, std::int32_t rank) {
  const std::int32_t below_rank = static_cast<std::int32_t>(row * 7 % rank);
  switch (version) {
    case 2:
      return 0;
    case 3:
      return std::min(length, below_rank);
    case 5:
      return row % 3 == 0 ? length : row % 3 == 1 ? length / 2 : 0;
    default:
      return length;
  }
}

}  // namespace

ExerciseRows exercise_rows(const Request& request, const float* scores, const std::int32_t* lengths,
                           int version, bool fewer_live) {
  ExerciseRows made;
  made.width = request.width;
  made.pitch = request.pitch;
  const auto pitch = static_cast<std::size_t>(request.pitch);
  const auto capacity = static_cast<std::size_t>(request.row_capacity);
  // Dead rows keep what the request has there.
  made.scores.assign(scores, scores + capacity * pitch);
  made.lengths.assign(lengths, lengths + capacity);
  made.live = static_cast<std::int32_t>(request.rows);
  for (std::int64_t row = 0; row < request.rows; ++row) {
    const std::int64_t from = (row + version) % request.rows;
    std::copy_n(scores + from * request.pitch, pitch, made.scores.begin() + row * request.pitch);
    made.lengths[static_cast<std::size_t>(row)] =
        changed_length(lengths[from], version, row, request.rank);
  }
  if (fewer_live && version == 4) made.live = static_cast<std::int32_t>(request.rows / 2);
  if (fewer_live && version == 6) made.live = 0;
  return made;
}

std::optional<WrongRow> first_wrong(const ExerciseRows& rows, std::int32_t rank,
                                    std::span<const std::int32_t> slots, std::int64_t pitch,
                                    std::int32_t poison) {
  reference::Oracle oracle(rank);
  const auto capacity = static_cast<std::int64_t>(rows.lengths.size());
  for (std::int64_t row = 0; row < capacity; ++row) {
    const auto of_row =
        slots.subspan(static_cast<std::size_t>(row * pitch), static_cast<std::size_t>(rank));
    if (row >= rows.live) {
      const auto written = std::find_if(of_row.begin(), of_row.end(),
                                        [poison](std::int32_t slot) { return slot != poison; });
      if (written == of_row.end()) continue;
      return WrongRow{row, "slot " + std::to_string(written - of_row.begin()) + " became " +
                               std::to_string(*written) + " although only " +
                               std::to_string(rows.live) + " rows are live"};
    }
    const std::span<const float> scores(
        rows.scores.data() + row * rows.pitch,
        static_cast<std::size_t>(rows.lengths[static_cast<std::size_t>(row)]));
    if (scores.size() > 0 && of_row[0] == poison) return WrongRow{row, "slot 0 was not written"};
    const reference::Verdict verdict = oracle.judge_row(scores, row, of_row);
    for (const auto& kind : verdict.findings) {
      if (kind) return WrongRow{row, reference::to_string(kind->first)};
    }
  }
  return std::nullopt;
}

}  // namespace tailproof::properties
