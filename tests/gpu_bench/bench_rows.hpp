// Rows of the bench on the host runtime.
#pragma once
#include "layout.hpp"
#include "rows.hpp"
#include "tailproof_catch.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::gpu_bench {

/// A layout of one block whose calls are not repeated.
inline Layout plain_layout(std::int64_t rows, std::int64_t width, std::int32_t rank,
                           std::int64_t pitch = 0) {
  Shape shape;
  shape.rows = rows;
  shape.width = width;
  shape.pitch = pitch == 0 ? width : pitch;
  shape.rank = rank;
  LayoutLimits limits;
  limits.cold_bytes = 0;
  return lay_out(shape, rows, limits);
}

/// Rows of a family, made, with what entries are given.
struct MadeRows {
  MadeRows(const std::string& family, const Layout& made, const std::string& captures = "",
           Padding padding = Padding::minus_inf)
      : layout(made),
        rows(layout.elements, static_cast<std::int64_t>(layout.lengths.size()),
             static_cast<std::int64_t>(layout.lengths.size()) * layout.rank) {
    const auto choice = choose_families(family, all_families(find_captures(captures)));
    REQUIRE(choice.size() == 1);
    rows.fill(layout, choice[0], 1, padding, stream);
    rows.poison(stream);
    wait_for(stream, 1);
    const CaseBuffers buffers = rows.buffers();
    scores = buffers.scores;
    indices = buffers.indices;
  }
  [[nodiscard]] const float* row(std::int64_t number) const {
    return scores + layout.launches[0].offset + number * layout.launches[0].pitch;
  }

  Layout layout;
  simt::Stream stream;
  Rows rows;
  const float* scores = nullptr;  // host memory: the runtime's device is the host
  std::int32_t* indices = nullptr;
};

}  // namespace tailproof::gpu_bench
