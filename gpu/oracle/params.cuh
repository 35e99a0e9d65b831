// What the oracle's three kernels share: their parameters, a row's state between them, keys.
#pragma once
#include "tailproof/device_oracle.h"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::gpu::oracle {

constexpr std::int32_t infinity_order = 0x7f800000;  // greater ones are positive NaN
constexpr std::int32_t least_order = static_cast<std::int32_t>(0x807fffffu);  // lesser: negative
constexpr std::int32_t no_position = 0x7fffffff;

// Words of a row's bitmap in shared memory: few leave room for more CTAs. Wider rows have theirs in
// the workspace.
constexpr std::int64_t few_words = 1024;
constexpr std::int64_t most_words = 8192;
// CTAs of the kernels that take a row each; so many bitmaps there are.
constexpr std::int64_t most_row_ctas = 1056;
constexpr std::int64_t bitmap_bytes = std::int64_t{32} << 20;

constexpr std::uint32_t flag_bad_length = 1;
constexpr std::uint32_t flag_nan = 2;  // a selected one, or a negative one

/// What the first kernel leaves of a row to the second and third. Lies in the workspace.
struct RowState {
  std::int32_t worst;      // order of the worst selected score; +inf where only NaN is looked for
  std::uint32_t expected;  // distinct selected scores that are greater
  std::uint32_t found;     // scores of the row that are greater
  std::uint32_t flags;
};

struct Params {
  const float* scores;
  const std::int32_t* lengths;
  const std::int32_t* live_rows;
  const std::int32_t* indices;
  tailproof_row_verdict* verdicts;
  tailproof_oracle_summary* summary;
  RowState* states;
  std::uint32_t* bitmaps;  // null: shared memory
  std::int64_t row_capacity;
  std::int64_t width;
  std::int64_t pitch;
  std::int64_t indices_pitch;
  std::int64_t bitmap_words;
  std::int64_t tiles;  // of a row
  std::int32_t tile_scores;
  std::int32_t rank;
};

/// Greater for greater scores, as a signed number; -0 lies just below +0.
SIMT_INLINE std::int32_t raw_order(float score) {
  const std::int32_t bits = __float_as_int(score);
  return bits ^ ((bits >> 31) & 0x7fffffff);
}

/// The same with -0 equal to +0. An order is greater than this one of another score exactly if the
/// raw order is.
SIMT_INLINE std::int32_t order_of(float score) {
  const std::int32_t order = raw_order(score);
  return order == -1 ? 0 : order;
}

SIMT_INLINE bool is_nan(float score) {
  return (__float_as_int(score) & 0x7fffffff) > infinity_order;
}

SIMT_INLINE std::int64_t live_rows(const Params& p) {
  if (p.live_rows == nullptr) return p.row_capacity;
  const std::int64_t live = *p.live_rows;
  return live < 0 ? 0 : live < p.row_capacity ? live : p.row_capacity;
}

SIMT_INLINE bool bad_length(const Params& p, std::int32_t length) {
  return length < 0 || length > p.width;
}

}  // namespace tailproof::gpu::oracle
