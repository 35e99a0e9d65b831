#include "layout.hpp"

#include <algorithm>
#include <numeric>

namespace tailproof::gpu_bench {
namespace {

// Views repeat their phases after so many rows: a block that is shared keeps every call's phases.
constexpr std::int64_t phase_period = 128;
// Blocks of a trace start at multiples of this, and rows are padded to it, as scoring kernels do.
constexpr std::int64_t row_multiple = 256;

std::int64_t rounded_up(std::int64_t number, std::int64_t multiple) {
  return (number + multiple - 1) / multiple * multiple;
}

std::int32_t causal_length(std::int64_t rows, std::int64_t width, std::int64_t row) {
  return static_cast<std::int32_t>(std::max<std::int64_t>(1, width - rows + 1 + row));
}

// The prefix grows by a step at a time; a step's calls share its width and its rows of scores, each
// with the lengths of its own queries.
Layout lay_out_trace(const Shape& shape, const LayoutLimits& limits) {
  Layout layout;
  layout.rank = shape.rank;
  for (std::int64_t first = 0; first < shape.context; first += limits.step_queries) {
    const std::int64_t queries = std::min(limits.step_queries, shape.context - first);
    const std::int64_t width = first + queries;
    const std::int64_t pitch = rounded_up(width, row_multiple);
    const std::int64_t most = std::clamp<std::int64_t>(limits.call_scores / width, 1, queries);
    layout.blocks.push_back({layout.elements, most, width, pitch, most, false});
    for (std::int64_t query = 0; query < queries; query += most) {
      const std::int64_t rows = std::min(most, queries - query);
      layout.launches.push_back(
          {rows, width, pitch, layout.elements, static_cast<std::int64_t>(layout.lengths.size())});
      for (std::int64_t row = 0; row < rows; ++row) {
        layout.lengths.push_back(static_cast<std::int32_t>(first + query + row + 1));
      }
    }
    layout.elements += most * pitch;
  }
  layout.judged = layout.launches;
  return layout;
}

}  // namespace

std::int64_t Layout::valid_scores() const {
  return std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
}

std::int64_t shared_rows(const Shape& shape, const std::vector<Shape>& chosen) {
  std::int64_t rows = shape.rows;
  for (const Shape& other : chosen) {
    const bool same = other.width == shape.width && other.pitch == shape.pitch &&
                      other.base == shape.base && other.rank == shape.rank;
    if (same && other.context == 0) rows = std::max(rows, other.rows);
  }
  return (rows - shape.rows) % phase_period == 0 ? rows : shape.rows;
}

Layout lay_out(const Shape& shape, std::int64_t rows, const LayoutLimits& limits) {
  if (shape.context != 0) return lay_out_trace(shape, limits);
  Layout layout;
  layout.rank = shape.rank;
  std::int64_t scores = 0;
  for (std::int64_t row = 0; row < shape.rows; ++row) {
    layout.lengths.push_back(causal_length(shape.rows, shape.width, row));
    scores += layout.lengths.back();
  }
  const std::int64_t bytes = scores * 4;
  if (bytes < limits.cold_bytes / 2) {
    layout.copies = std::min(limits.most_copies, (limits.cold_bytes + bytes - 1) / bytes);
  }
  const bool repeated = layout.copies > 1;
  const std::int64_t made = repeated ? layout.copies * shape.rows : rows;
  layout.blocks.push_back(
      {shape.base, made, shape.width, shape.pitch, repeated ? shape.rows : rows, true});
  layout.elements = shape.base + made * shape.pitch;
  const std::int64_t first = repeated ? 0 : rows - shape.rows;
  for (std::int64_t copy = 0; copy < layout.copies; ++copy) {
    const std::int64_t row = copy * shape.rows;
    layout.launches.push_back(
        {shape.rows, shape.width, shape.pitch, shape.base + (first + row) * shape.pitch, row});
  }
  layout.judged.push_back(
      {layout.copies * shape.rows, shape.width, shape.pitch, shape.base + first * shape.pitch, 0});
  const std::vector<std::int32_t> once = layout.lengths;
  for (std::int64_t copy = 1; copy < layout.copies; ++copy) {
    layout.lengths.insert(layout.lengths.end(), once.begin(), once.end());
  }
  return layout;
}

}  // namespace tailproof::gpu_bench
