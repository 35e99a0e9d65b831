/// What every mapping is launched with.
#pragma once
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::kernels {

/// Device pointers and dimensions; sizes in elements. Sections of the workspace as the planner lays
/// them out.
struct Params {
  const float* scores = nullptr;
  const std::int32_t* lengths = nullptr;
  const std::int32_t* live_rows = nullptr;  ///< null: row_capacity rows are live
  std::int32_t* indices = nullptr;
  std::int64_t pitch = 0;
  std::int64_t indices_pitch = 0;
  std::int64_t first_row = 0;  ///< of this launch; not 0 only in a split plan beyond its slots
  std::int32_t row_capacity = 0;
  std::int32_t width = 0;
  std::int32_t rank = 0;
  std::uint32_t* counters = nullptr;  ///< [0] row queue, [1 + slot] arrivals; zero between launches
  std::int32_t* spill = nullptr;      ///< worker w's two slices at w * 2 * spill_capacity
  std::int64_t spill_capacity = 0;
  std::uint32_t* split_counts = nullptr;
  std::uint32_t* split_histograms = nullptr;
  std::int32_t* split_candidates = nullptr;
  std::int64_t segment_capacity = 0;
};

/// One row as its CTAs see it.
struct Row {
  const float* scores = nullptr;
  std::int32_t* indices = nullptr;
  std::int64_t number = 0;
  std::uint32_t length = 0;  ///< L, clamped to [0, N]
  std::uint32_t rank = 0;    ///< K
};

/// Rows to select in this launch or replay, clamped to what the buffers hold.
SIMT_INLINE std::uint32_t live_row_count(const Params& params) {
  std::int32_t rows = params.row_capacity;
  if (params.live_rows != nullptr) rows = min(max(*params.live_rows, 0), rows);
  return static_cast<std::uint32_t>(rows);
}

SIMT_INLINE Row row_of(const Params& params, std::int64_t number) {
  Row row;
  row.scores = params.scores + number * params.pitch;
  row.indices = params.indices + number * params.indices_pitch;
  row.number = number;
  row.length = static_cast<std::uint32_t>(min(max(params.lengths[number], 0), params.width));
  row.rank = static_cast<std::uint32_t>(params.rank);
  return row;
}

}  // namespace tailproof::kernels
