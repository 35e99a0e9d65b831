// What is wrong with a row that is not right: every kind of violation, where first and how often,
// as the host's oracle tells it. By one CTA, in several passes, a tile of bits at a time.
#pragma once
#include "row.cuh"

namespace tailproof::gpu::oracle {

/// Runs body(bitmap) for each part of the row that the bits in shared memory hold, with the bits of
/// all valid slots set; on_new(slot, index) for each that sets one, on_old(slot) for each other.
template <class OnNew, class OnOld, class Body>
SIMT_INLINE void by_parts(const Row& row, Storage& sm, OnNew on_new, OnOld on_old, Body body) {
  constexpr auto part = static_cast<std::int32_t>(most_in_tile);
  for (std::int32_t begin = 0; begin < row.length; begin += part) {
    const Bitmap bitmap{sm.bitmap.data(), begin, min(part, row.length - begin)};
    __syncthreads();
    bitmap.clear();
    __syncthreads();
    for (auto slot = static_cast<std::int32_t>(threadIdx.x); slot < row.rank; slot += threads) {
      const std::int32_t index = row.slots[slot];
      if (!bitmap.holds(index)) continue;
      if (bitmap.mark(index)) {
        on_new(index);
      } else {
        on_old();
      }
    }
    __syncthreads();
    body(bitmap);
  }
  __syncwarp();
}

/// The least position of a NaN, to sm.nan; no_position without one.
SIMT_INLINE void find_nan(const Row& row, Storage& sm) {
  std::int32_t first = no_position;
  for (auto i = static_cast<std::int32_t>(threadIdx.x); i < row.length; i += threads) {
    if (is_nan(row.scores[i])) first = min(first, i);
  }
  __syncwarp();
  lower_to(&sm.nan, first);
  __syncthreads();
}

SIMT_INLINE void begin_account(Storage& sm) {
  __syncthreads();
  if (threadIdx.x < unsigned{TAILPROOF_KINDS}) {
    sm.first[threadIdx.x] = no_position;
    sm.count[threadIdx.x] = 0;
  }
  if (threadIdx.x == 0) {
    sm.extreme = no_position;
    sm.distinct = 0;
    sm.last_index = -1;
    sm.nan = no_position;
  }
  __syncthreads();
}

/// Slots outside [0, L), and all sentinels for now.
SIMT_INLINE void account_for_slots(const Row& row, Storage& sm) {
  std::int32_t out = 0, first_out = no_position, sentinels = 0, first_sentinel = no_position;
  std::int32_t last_index = -1;
  for (auto slot = static_cast<std::int32_t>(threadIdx.x); slot < row.rank; slot += threads) {
    const std::int32_t index = row.slots[slot];
    if (index == -1) {
      ++sentinels;
      first_sentinel = min(first_sentinel, slot);
      continue;
    }
    last_index = slot;
    if (row.valid(index)) continue;
    ++out;
    first_out = min(first_out, slot);
  }
  __syncwarp();
  add_to(&sm.count[TAILPROOF_KIND_OUT_OF_RANGE], out);
  lower_to(&sm.first[TAILPROOF_KIND_OUT_OF_RANGE], first_out);
  add_to(&sm.count[TAILPROOF_KIND_SENTINEL_FOR_INDEX], sentinels);
  lower_to(&sm.first[TAILPROOF_KIND_SENTINEL_FOR_INDEX], first_sentinel);
  raise_to(&sm.last_index, last_index, -1);
  __syncthreads();
}

/// Exactly K - min(K, L) sentinels, after the indices. By one thread.
SIMT_INLINE void account_for_sentinels(const Row& row, Storage& sm) {
  const std::int32_t sentinels = sm.count[TAILPROOF_KIND_SENTINEL_FOR_INDEX];
  const std::int32_t due = max(0, row.rank - row.length);
  const std::int32_t behind = row.rank - 1 - sm.last_index;
  sm.count[TAILPROOF_KIND_SENTINEL_FOR_INDEX] = max(0, sentinels - due);
  if (due > 0 && sentinels > behind) {
    sm.count[TAILPROOF_KIND_SENTINEL_NOT_LAST] = sentinels - behind;
    sm.first[TAILPROOF_KIND_SENTINEL_NOT_LAST] = sm.first[TAILPROOF_KIND_SENTINEL_FOR_INDEX];
  }
}

/// The first slot whose position an earlier slot holds. Only of rows that have one.
SIMT_INLINE void find_duplicate(const Row& row, Storage& sm) {
  std::int32_t first = no_position;
  for (auto slot = static_cast<std::int32_t>(threadIdx.x); slot < row.rank && first == no_position;
       slot += threads) {
    const std::int32_t index = row.slots[slot];
    if (!row.valid(index)) continue;
    for (std::int32_t earlier = 0; earlier < slot; ++earlier) {
      if (row.slots[earlier] != index) continue;
      first = slot;
      break;
    }
  }
  __syncwarp();
  lower_to(&sm.first[TAILPROOF_KIND_DUPLICATE], first);
}

/// Positions selected, twice or never, and the worst selected score. Of a row with L <= K every
/// position must be.
SIMT_INLINE void account_for_positions(const Row& row, Storage& sm) {
  std::int32_t distinct = 0, duplicates = 0, worst = no_position, omitted = no_position;
  by_parts(
      row, sm,
      [&](std::int32_t index) {
        ++distinct;
        worst = min(worst, order_of(row.scores[index]));
      },
      [&] { ++duplicates; },
      [&](const Bitmap& bitmap) {
        if (row.length > row.rank) return;
        for (std::int32_t i = bitmap.begin + static_cast<std::int32_t>(threadIdx.x);
             i < bitmap.begin + bitmap.count; i += threads) {
          if (!bitmap.marked(i)) omitted = min(omitted, i);
        }
      });
  add_to(&sm.distinct, distinct);
  add_to(&sm.count[TAILPROOF_KIND_DUPLICATE], duplicates);
  lower_to(&sm.extreme, worst);
  lower_to(&sm.first[TAILPROOF_KIND_OMITTED], omitted);
  __syncthreads();
  if (threadIdx.x == 0 && row.length <= row.rank) {
    sm.count[TAILPROOF_KIND_OMITTED] = row.length - sm.distinct;
  }
  if (sm.count[TAILPROOF_KIND_DUPLICATE] > 0) find_duplicate(row, sm);
  __syncthreads();
}

/// Of a row with L > K: unselected positions better than the worst selected, then the slots that
/// the best of them beats.
SIMT_INLINE void account_for_omitted(const Row& row, Storage& sm) {
  const std::int32_t worst = sm.extreme;
  std::int32_t omitted = 0, first = no_position, best = no_order;
  by_parts(
      row, sm, [](std::int32_t) {}, [] {},
      [&](const Bitmap& bitmap) {
        for (std::int32_t i = bitmap.begin + static_cast<std::int32_t>(threadIdx.x);
             i < bitmap.begin + bitmap.count; i += threads) {
          const std::int32_t order = order_of(row.scores[i]);
          if (order <= worst || bitmap.marked(i)) continue;
          ++omitted;
          first = min(first, i);
          best = max(best, order);
        }
      });
  __syncthreads();
  if (threadIdx.x == 0) sm.extreme = no_order;
  __syncthreads();
  add_to(&sm.count[TAILPROOF_KIND_OMITTED], omitted);
  lower_to(&sm.first[TAILPROOF_KIND_OMITTED], first);
  raise_to(&sm.extreme, best, no_order);
  __syncthreads();
  best = sm.extreme;
  std::int32_t beaten = 0;
  first = no_position;
  for (auto slot = static_cast<std::int32_t>(threadIdx.x); slot < row.rank; slot += threads) {
    const std::int32_t index = row.slots[slot];
    if (!row.valid(index) || order_of(row.scores[index]) >= best) continue;
    ++beaten;
    first = min(first, slot);
  }
  __syncwarp();
  add_to(&sm.count[TAILPROOF_KIND_NOT_AMONG_BEST], beaten);
  lower_to(&sm.first[TAILPROOF_KIND_NOT_AMONG_BEST], first);
  __syncthreads();
}

SIMT_INLINE void set_all(tailproof_row_verdict& verdict, std::uint32_t outcome,
                         std::int32_t position) {
  verdict = {};
  verdict.outcome = outcome;
  verdict.position = position;
  for (int kind = 0; kind < TAILPROOF_KINDS; ++kind) verdict.first[kind] = -1;
}

/// The verdict on a row with a legal length that is not right, by the whole CTA; thread 0 writes
/// it.
__device__ SIMT_NOINLINE void explain(const Row& row, Storage& sm, tailproof_row_verdict& verdict) {
  begin_account(sm);
  find_nan(row, sm);
  const bool refused = sm.nan != no_position;
  if (!refused) {
    account_for_slots(row, sm);
    if (threadIdx.x == 0) account_for_sentinels(row, sm);
    account_for_positions(row, sm);
    if (row.length > row.rank && sm.distinct > 0) account_for_omitted(row, sm);
  }
  if (threadIdx.x == 0) {
    set_all(verdict, refused ? TAILPROOF_ROW_REFUSED : TAILPROOF_ROW_ACCEPTED,
            refused ? sm.nan : -1);
    for (int kind = 0; !refused && kind < TAILPROOF_KINDS; ++kind) {
      if (sm.count[kind] == 0) continue;
      verdict.outcome = TAILPROOF_ROW_REJECTED;
      verdict.kinds |= 1u << kind;
      verdict.count[kind] = sm.count[kind];
      verdict.first[kind] = sm.first[kind];
    }
  }
  __syncthreads();
}

}  // namespace tailproof::gpu::oracle
