// The input buffers of one call in shared memory: the same arithmetic on both sides.
#pragma once
#include "placement.hpp"
#include "protocol.hpp"
#include "tailproof/variant.h"

#include <cstddef>

namespace tailproof::properties {

/// Scores, lengths and the live row count, each on pages of its own.
struct InputLayout {
  Placement scores;  ///< where they are no part of the input: on the pages of their own memory
  Placement lengths;
  Placement live_rows;
  /// First page in shared memory, where the scores start at page 0; 0: they are no part of it.
  std::size_t lengths_page = 0;
  std::size_t live_rows_page = 0;
  std::size_t pages = 0;
};
[[nodiscard]] InputLayout input_layout(const Request& request, const tailproof_limits& limits);

/// The answer in shared memory: M x K indices, then row traces, then histograms, then a byte a row
/// that tells whether an oracle beside the variant accepts it.
struct ResultLayout {
  std::size_t traces = 0;  ///< offsets in bytes
  std::size_t histograms = 0;
  std::size_t accepted = 0;
  std::size_t bytes = 0;
};
[[nodiscard]] ResultLayout result_layout(const Request& request, std::int64_t histogram_bins);

}  // namespace tailproof::properties
