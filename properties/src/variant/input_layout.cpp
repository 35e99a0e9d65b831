#include "input_layout.hpp"

#include "shared_memory.hpp"

namespace tailproof::properties {

InputLayout input_layout(const Request& request, const tailproof_limits& limits) {
  const auto capacity = static_cast<std::size_t>(request.row_capacity);
  InputLayout layout;
  layout.scores =
      place(capacity * static_cast<std::size_t>(request.pitch) * sizeof(float),
            static_cast<std::size_t>(limits.base_alignment) * sizeof(float), request.shift);
  layout.lengths = place(capacity * sizeof(std::int32_t), sizeof(std::int32_t), request.shift);
  layout.live_rows = place(sizeof(std::int32_t), sizeof(std::int32_t), request.shift);
  layout.lengths_page = request.scores_apart != 0 ? 0 : layout.scores.pages;
  layout.live_rows_page = layout.lengths_page + layout.lengths.pages;
  layout.pages = layout.live_rows_page + layout.live_rows.pages;
  return layout;
}

ResultLayout result_layout(const Request& request, std::int64_t histogram_bins) {
  const auto rows = static_cast<std::size_t>(request.rows);
  ResultLayout layout;
  const std::size_t indices = rows * static_cast<std::size_t>(request.rank) * sizeof(std::int32_t);
  layout.traces =
      (indices + alignof(tailproof_row_trace) - 1) & ~(alignof(tailproof_row_trace) - 1);
  layout.histograms = layout.traces;
  if (request.traced != 0) layout.histograms += rows * sizeof(tailproof_row_trace);
  layout.accepted = layout.histograms;
  if (request.traced != 0) {
    layout.accepted += rows * TAILPROOF_HISTOGRAMS * static_cast<std::size_t>(histogram_bins) *
                       sizeof(std::uint32_t);
  }
  layout.bytes = layout.accepted + rows;
  return layout;
}

}  // namespace tailproof::properties
