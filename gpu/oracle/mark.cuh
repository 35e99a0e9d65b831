// First kernel: a row's slots alone. Range, duplicates, sentinels, short rows; the worst selected
// score and how many distinct selected ones are better.
#pragma once
#include "row.cuh"

namespace tailproof::gpu::oracle {

SIMT_INLINE void begin_row(RowStorage& sm) {
  if (threadIdx.x < unsigned{TAILPROOF_KINDS}) {
    sm.first[threadIdx.x] = no_position;
    sm.count[threadIdx.x] = 0;
  }
  if (threadIdx.x == 0) {
    sm.extreme = no_position;
    sm.distinct = 0;
    sm.better = 0;
    sm.last_index = -1;
    sm.nan = 0;
  }
  __syncthreads();
}

// Slots that a thread looks at together, so that their loads are under way at once.
constexpr std::int32_t batch = 4;

/// A thread's slots first, first + threads, ... and what they hold; absent ones hold nothing.
struct Slots {
  std::int32_t first;
  std::int32_t index[batch];

  SIMT_INLINE Slots(const Row& row, std::int32_t slot) : first(slot) {
    for (std::int32_t b = 0; b < batch; ++b) {
      index[b] = there(row, b) ? row.slots[number(b)] : -1;
    }
  }
  SIMT_INLINE std::int32_t number(std::int32_t b) const { return first + b * row_threads; }
  SIMT_INLINE bool there(const Row& row, std::int32_t b) const { return number(b) < row.rank; }
};
constexpr std::int32_t batch_step = batch * row_threads;

/// Marks every valid slot's position.
SIMT_INLINE void mark_slots(const Row& row, RowStorage& sm) {
  std::int32_t out = 0, first_out = no_position, distinct = 0, duplicates = 0, sentinels = 0;
  std::int32_t first_sentinel = no_position, last_index = -1, worst = no_position, nan = 0;
  for (auto first = static_cast<std::int32_t>(threadIdx.x); first < row.rank; first += batch_step) {
    const Slots slots(row, first);
    bool is_new[batch];
    float score[batch];
    for (std::int32_t b = 0; b < batch; ++b) {
      const bool valid = row.valid(slots.index[b]);
      score[b] = valid ? row.scores[slots.index[b]] : 0.0f;
      is_new[b] = valid && row.mark(slots.index[b]);
    }
    for (std::int32_t b = 0; b < batch; ++b) {
      const std::int32_t slot = slots.number(b);
      if (!slots.there(row, b)) continue;
      if (slots.index[b] == -1) {
        ++sentinels;
        first_sentinel = min(first_sentinel, slot);
        continue;
      }
      last_index = slot;
      if (!row.valid(slots.index[b])) {
        ++out;
        first_out = min(first_out, slot);
      } else if (!is_new[b]) {
        ++duplicates;
      } else {
        ++distinct;
        worst = min(worst, order_of(score[b]));
        nan |= is_nan(score[b]) ? 1 : 0;
      }
    }
  }
  __syncwarp();
  add_to(&sm.count[TAILPROOF_KIND_OUT_OF_RANGE], out);
  lower_to(&sm.first[TAILPROOF_KIND_OUT_OF_RANGE], first_out);
  add_to(&sm.count[TAILPROOF_KIND_DUPLICATE], duplicates);
  add_to(&sm.count[TAILPROOF_KIND_SENTINEL_FOR_INDEX], sentinels);  // all of them, for now
  lower_to(&sm.first[TAILPROOF_KIND_SENTINEL_FOR_INDEX], first_sentinel);
  add_to(&sm.distinct, distinct);
  lower_to(&sm.extreme, worst);
  add_to(&sm.nan, nan);
  last_index = __reduce_max_sync(whole_warp, last_index);
  if (simt::lane_id() == 0 && last_index >= 0) atomicMax(&sm.last_index, last_index);
}

/// Exactly K - min(K, L) sentinels, after the indices. By one thread.
SIMT_INLINE void judge_sentinels(const Row& row, RowStorage& sm) {
  const std::int32_t sentinels = sm.count[TAILPROOF_KIND_SENTINEL_FOR_INDEX];
  const std::int32_t first = sm.first[TAILPROOF_KIND_SENTINEL_FOR_INDEX];
  const std::int32_t due = max(0, row.rank - row.length);
  const std::int32_t behind = row.rank - 1 - sm.last_index;
  sm.count[TAILPROOF_KIND_SENTINEL_FOR_INDEX] = max(0, sentinels - due);
  if (due > 0 && sentinels > behind) {
    sm.count[TAILPROOF_KIND_SENTINEL_NOT_LAST] = sentinels - behind;
    sm.first[TAILPROOF_KIND_SENTINEL_NOT_LAST] = first;
  }
}

/// L <= K: every position must be marked.
SIMT_INLINE void judge_short(const Row& row, RowStorage& sm) {
  if (threadIdx.x == 0) sm.count[TAILPROOF_KIND_OMITTED] = row.length - sm.distinct;
  std::int32_t first = no_position;
  for (auto i = static_cast<std::int32_t>(threadIdx.x); i < row.length; i += row_threads) {
    if (row.marked(i)) continue;
    first = i;
    break;
  }
  __syncwarp();
  lower_to(&sm.first[TAILPROOF_KIND_OMITTED], first);
}

/// The first slot whose position an earlier slot holds. Only of rows that have one.
SIMT_INLINE void find_duplicate(const Row& row, RowStorage& sm) {
  std::int32_t first = no_position;
  for (auto slot = static_cast<std::int32_t>(threadIdx.x); slot < row.rank && first == no_position;
       slot += row_threads) {
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

/// Clears the marks, and counts the distinct selected scores better than the worst.
SIMT_INLINE void unmark_slots(const Row& row, RowStorage& sm) {
  const std::int32_t worst = sm.extreme;
  std::int32_t better = 0;
  for (auto first = static_cast<std::int32_t>(threadIdx.x); first < row.rank; first += batch_step) {
    const Slots slots(row, first);
    float score[batch];
    bool is_marked[batch];
    for (std::int32_t b = 0; b < batch; ++b) {
      const bool valid = row.valid(slots.index[b]);
      score[b] = valid ? row.scores[slots.index[b]] : 0.0f;
      is_marked[b] = valid && row.unmark(slots.index[b]);
    }
    for (std::int32_t b = 0; b < batch; ++b) {
      if (is_marked[b] && raw_order(score[b]) > worst) ++better;
    }
  }
  __syncwarp();
  add_to(&sm.better, better);
}

/// By one thread: what the other kernels go on from.
SIMT_INLINE void leave_row(const Row& row, RowStorage& sm, tailproof_row_verdict& verdict,
                           RowState& state) {
  verdict.outcome = TAILPROOF_ROW_ACCEPTED;
  verdict.kinds = 0;
  verdict.position = -1;
  verdict.reserved = 0;
  for (int kind = 0; kind < TAILPROOF_KINDS; ++kind) {
    const bool is_there = sm.count[kind] > 0;
    if (is_there) verdict.kinds |= 1u << kind;
    verdict.count[kind] = sm.count[kind];
    verdict.first[kind] = is_there ? sm.first[kind] : -1;
  }
  const bool compares = row.length > row.rank && sm.distinct > 0;
  state.worst = compares ? sm.extreme : infinity_order;
  state.expected = compares ? static_cast<std::uint32_t>(sm.better) : 0;
  state.found = 0;
  state.flags = sm.nan != 0 ? flag_nan : 0;
}

/// What is in the workspace holds anything; only the words that will be looked at are cleared.
SIMT_INLINE void clear_marks(const Row& row) {
  if (row.length <= row.rank) {
    clear_bitmap(row);
  } else {
    for (auto first = static_cast<std::int32_t>(threadIdx.x); first < row.rank;
         first += batch_step) {
      const Slots slots(row, first);
      for (std::int32_t b = 0; b < batch; ++b) {
        if (row.valid(slots.index[b])) atomicAnd(row.bitmap + (slots.index[b] >> 5), 0u);
      }
    }
  }
  __syncthreads();
}

/// All of that for one row, by the whole CTA; the row's marks are clear before and after.
SIMT_INLINE void mark_row(const Row& row, RowStorage& sm, tailproof_row_verdict& verdict,
                          RowState& state) {
  begin_row(sm);
  mark_slots(row, sm);
  __syncthreads();
  if (threadIdx.x == 0) judge_sentinels(row, sm);
  if (row.length <= row.rank && sm.distinct < row.length) judge_short(row, sm);
  if (sm.count[TAILPROOF_KIND_DUPLICATE] > 0) find_duplicate(row, sm);
  __syncthreads();
  unmark_slots(row, sm);
  __syncthreads();
  if (threadIdx.x == 0) leave_row(row, sm, verdict, state);
  __syncthreads();
}

/// By one thread, before any row is concluded. Counters at zero; "no row yet" is -1.
SIMT_INLINE void begin_summary(tailproof_oracle_summary& summary) {
  summary = {0, 0, 0, 0, -1, -1};
}

template <std::int64_t words>
__global__ void __launch_bounds__(row_threads) mark_rows(Params p) {
  simt::grid_dependency_launch();
  using Storage = MarkedStorage<words>;
  SIMT_SHARED(Storage, sm);
  std::uint32_t* const bitmap = begin_bitmap(p, sm);
  if (blockIdx.x == 0 && threadIdx.x == 0) begin_summary(*p.summary);
  const std::int64_t live = live_rows(p);
  for (std::int64_t number = blockIdx.x; number < live; number += gridDim.x) {
    const Row row = row_of(p, bitmap, number);
    if (bad_length(p, row.length)) {
      if (threadIdx.x == 0) p.states[number] = {infinity_order, 0, 0, flag_bad_length};
      continue;
    }
    if constexpr (words == 0) clear_marks(row);
    mark_row(row, sm.row, p.verdicts[number], p.states[number]);
  }
}

}  // namespace tailproof::gpu::oracle
