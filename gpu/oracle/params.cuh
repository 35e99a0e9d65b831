// What the oracle's kernels share: their parameters, a row's state between CTAs, orders of scores.
#pragma once
#include "tailproof/device_oracle.h"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::gpu::oracle {

constexpr std::int32_t infinity_order = 0x7f800000;  // greater ones are positive NaN
constexpr std::int32_t least_order = static_cast<std::int32_t>(0x807fffffu);  // lesser: negative
constexpr std::int32_t no_position = 0x7fffffff;
constexpr std::int32_t no_order = static_cast<std::int32_t>(0x80000000u);  // below every score's

constexpr std::int32_t threads = 256;
constexpr unsigned whole_warp = 0xffffffffu;

// A CTA looks at so many positions of a row at a time, a bit of shared memory for each.
constexpr std::int64_t most_in_tile = 131072;
constexpr std::int64_t bitmap_words = most_in_tile / 32 + 1;  // an unaligned tile begins within one

constexpr std::uint32_t flag_nan = 1;
constexpr std::uint32_t flag_tail = 2;  // a slot beyond min(K, L) holds something else than -1

/// What the tiles of a row are seen to hold, as far as they are done. Lies in the workspace.
struct RowState {
  std::int32_t worst;      // order of the worst selected score; no_position: none
  std::int32_t best;       // order of the best one not selected; no_order: none
  std::uint32_t distinct;  // positions selected
  std::uint32_t flags;
  std::uint32_t done;  // tiles
  std::uint32_t unused[3];
};

struct Params {
  const float* scores;
  const std::int32_t* lengths;
  const std::int32_t* live_rows;
  const std::int32_t* indices;
  tailproof_row_verdict* verdicts;
  tailproof_oracle_summary* summary;
  RowState* states;
  std::int64_t row_capacity;
  std::int64_t width;
  std::int64_t pitch;
  std::int64_t indices_pitch;
  std::int64_t tiles;  // of a row
  std::int32_t tile_scores;
  std::int32_t rank;
};

/// Greater for greater scores, as a signed number; -0 lies just below +0.
SIMT_INLINE std::int32_t raw_order(float score) {
  const std::int32_t bits = __float_as_int(score);
  return bits ^ ((bits >> 31) & 0x7fffffff);
}

/// An order with -0 equal to +0.
SIMT_INLINE std::int32_t canonical(std::int32_t order) {
  return order == -1 ? 0 : order;
}
SIMT_INLINE std::int32_t order_of(float score) {
  return canonical(raw_order(score));
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
