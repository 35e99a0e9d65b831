// Where the rows of a shape lie, which calls read them, and how they are made.
#pragma once
#include "shapes.hpp"

#include <cstdint>
#include <vector>

namespace tailproof::gpu_bench {

/// Rows made by one launch. Offsets are elements of the score buffer.
struct Block {
  std::int64_t offset = 0;
  std::int64_t rows = 0, width = 0, pitch = 0;
  std::int64_t period = 0;  ///< rows of a call; row r is row r % period of its call
  bool causal = true;       ///< lengths grow by one up to the width; false: all of the width
  friend bool operator==(const Block&, const Block&) = default;
};

/// One selection, or rows that are judged together.
struct Launch {
  std::int64_t rows = 0, width = 0, pitch = 0;
  std::int64_t offset = 0;     ///< of row 0 in the score buffer
  std::int64_t first_row = 0;  ///< of row 0 among all lengths and answers
  friend bool operator==(const Launch&, const Launch&) = default;
};

/// A shape laid out.
struct Layout {
  std::int32_t rank = 0;
  std::vector<Block> blocks;
  std::vector<Launch> launches;       ///< of one replay, in order
  std::vector<Launch> judged;         ///< the same rows in as few pieces as can be
  std::vector<std::int32_t> lengths;  ///< one for each answer
  std::int64_t elements = 0;          ///< of the score buffer
  std::int64_t copies = 1;            ///< equal calls in a replay; its time is divided by them
  [[nodiscard]] std::int64_t valid_scores() const;  ///< of all launches
};

/// What bounds a layout; tests shrink it.
struct LayoutLimits {
  /// Calls that read less than half of this are repeated on other rows until a replay reads it all,
  /// so that no call finds its scores in L2, as none does that follows a scoring kernel of such a
  /// size.
  std::int64_t cold_bytes = std::int64_t{256} << 20;
  std::int64_t most_copies = 512;
  /// Trace: query tokens of a scheduler step, and the scores of one call. 6,000 MiB give the 26 and
  /// 71 calls that the paper counts (section 6.3).
  std::int64_t step_queries = 65536;
  std::int64_t call_scores = std::int64_t{6000} << 18;
};

/// Rows that shapes of this width and pitch share: the most that any of them asks for, so that they
/// are made once. Each shape takes the last of them, as the paper does.
[[nodiscard]] std::int64_t shared_rows(const Shape& shape, const std::vector<Shape>& chosen);

/// rows: of the block, at least shape.rows; ignored where calls are repeated or the shape is a
/// trace.
[[nodiscard]] Layout lay_out(const Shape& shape, std::int64_t rows,
                             const LayoutLimits& limits = {});

}  // namespace tailproof::gpu_bench
