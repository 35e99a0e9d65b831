// Third kernel: verdicts. Rows whose counts differ, or that hold a NaN, are looked through once
// more: for the first NaN, or for what was left out. And all three kernels in one.
#pragma once
#include "count.cuh"
#include "mark.cuh"

namespace tailproof::gpu::oracle {

/// The least position of a NaN, to sm.nan; no_position without one.
SIMT_INLINE void find_nan(const Row& row, RowStorage& sm) {
  if (threadIdx.x == 0) sm.nan = no_position;
  __syncthreads();
  std::int32_t first = no_position;
  for (auto i = static_cast<std::int32_t>(threadIdx.x); i < row.length; i += row_threads) {
    if (is_nan(row.scores[i])) first = min(first, i);
  }
  __syncwarp();
  lower_to(&sm.nan, first);
  __syncthreads();
}

/// Unselected positions better than the worst selected, then the slots that the best of them beats.
SIMT_INLINE void name_omitted(const Row& row, std::int32_t worst, RowStorage& sm) {
  __syncthreads();  // everybody has read what begin_row() resets
  clear_bitmap(row);
  begin_row(sm);
  for (auto slot = static_cast<std::int32_t>(threadIdx.x); slot < row.rank; slot += row_threads) {
    if (row.valid(row.slots[slot])) row.mark(row.slots[slot]);
  }
  if (threadIdx.x == 0) sm.extreme = least_order;
  __syncthreads();
  std::int32_t omitted = 0, first = no_position, best = least_order;
  for (auto i = static_cast<std::int32_t>(threadIdx.x); i < row.length; i += row_threads) {
    const float score = row.scores[i];
    if (raw_order(score) <= worst || row.marked(i)) continue;
    ++omitted;
    first = min(first, i);
    best = max(best, order_of(score));
  }
  __syncwarp();
  add_to(&sm.count[TAILPROOF_KIND_OMITTED], omitted);
  lower_to(&sm.first[TAILPROOF_KIND_OMITTED], first);
  best = __reduce_max_sync(whole_warp, best);
  if (simt::lane_id() == 0) atomicMax(&sm.extreme, best);
  __syncthreads();
  best = sm.extreme;
  std::int32_t beaten = 0;
  first = no_position;
  for (auto slot = static_cast<std::int32_t>(threadIdx.x); slot < row.rank; slot += row_threads) {
    const std::int32_t index = row.slots[slot];
    if (!row.valid(index)) continue;
    if (order_of(row.scores[index]) >= best) continue;
    ++beaten;
    first = min(first, slot);
  }
  __syncwarp();
  add_to(&sm.count[TAILPROOF_KIND_NOT_AMONG_BEST], beaten);
  lower_to(&sm.first[TAILPROOF_KIND_NOT_AMONG_BEST], first);
  clear_bitmap(row);
  __syncthreads();
}

SIMT_INLINE void set_all(tailproof_row_verdict& verdict, std::uint32_t outcome,
                         std::int32_t position) {
  verdict = {};
  verdict.outcome = outcome;
  verdict.position = position;
  for (int kind = 0; kind < TAILPROOF_KINDS; ++kind) verdict.first[kind] = -1;
}

/// Of a row that is not accepted, by one thread.
SIMT_INLINE void add_to_summary(tailproof_oracle_summary& summary,
                                const tailproof_row_verdict& verdict, std::int64_t number) {
  const auto least = [number](long long& first) {
    // As unsigned numbers, -1 is the greatest.
    atomicMin(reinterpret_cast<unsigned long long*>(&first),
              static_cast<unsigned long long>(number));
  };
  if (verdict.outcome == TAILPROOF_ROW_REJECTED) {
    atomicAdd(&summary.rejected, 1ull);
    atomicOr(&summary.kinds, static_cast<unsigned long long>(verdict.kinds));
    least(summary.first_rejected);
  }
  if (verdict.outcome == TAILPROOF_ROW_REFUSED) {
    atomicAdd(&summary.refused, 1ull);
    least(summary.first_refused);
  }
}

/// Turns what is known of a row into its verdict. Thread 0 gets to know whether it is accepted.
SIMT_INLINE bool conclude_row(const Params& p, const Row& row, RowStorage& sm, std::int64_t number,
                              const RowState& state, tailproof_row_verdict& verdict) {
  const bool refused = (state.flags & flag_bad_length) != 0;
  const bool differs = state.found != state.expected;
  bool has_nan = false;
  if (differs || (state.flags & flag_nan) != 0) {
    find_nan(row, sm);
    has_nan = sm.nan != no_position;
    if (!has_nan && differs) name_omitted(row, state.worst, sm);
  }
  if (threadIdx.x != 0) return false;
  if (refused || has_nan) {
    set_all(verdict, TAILPROOF_ROW_REFUSED, has_nan ? sm.nan : -1);
  } else {
    for (int kind = TAILPROOF_KIND_OMITTED; differs && kind < TAILPROOF_KINDS; ++kind) {
      if (sm.count[kind] == 0) continue;
      verdict.kinds |= 1u << kind;
      verdict.count[kind] = sm.count[kind];
      verdict.first[kind] = sm.first[kind];
    }
    if (verdict.kinds == 0) return true;
    verdict.outcome = TAILPROOF_ROW_REJECTED;
  }
  add_to_summary(*p.summary, verdict, number);
  return false;
}

/// One thread's count of accepted rows, to the summary.
SIMT_INLINE void add_accepted(tailproof_oracle_summary& summary, unsigned long long accepted) {
  if (accepted != 0) atomicAdd(&summary.accepted, accepted);
}

template <std::int64_t words>
__global__ void __launch_bounds__(row_threads) conclude_rows(Params p) {
  using Storage = MarkedStorage<words>;
  SIMT_SHARED(Storage, sm);
  std::uint32_t* bitmap = nullptr;
  if constexpr (words != 0) bitmap = sm.bitmap.data();
  const std::int64_t live = live_rows(p);
  unsigned long long accepted = 0;
  simt::grid_dependency_wait();
  for (std::int64_t number = blockIdx.x; number < p.row_capacity; number += gridDim.x) {
    if (number >= live) {
      if (threadIdx.x == 0) set_all(p.verdicts[number], TAILPROOF_ROW_DEAD, -1);
      continue;
    }
    const Row row = row_of(p, bitmap, number);
    if (conclude_row(p, row, sm.row, number, p.states[number], p.verdicts[number])) ++accepted;
    __syncthreads();
  }
  add_accepted(*p.summary, accepted);
}

/// All three in one, a row a CTA at a time. The first loads of the pass are under way while the
/// slots' scores, read out of order, are waited for.
template <std::int64_t words>
__global__ void __launch_bounds__(row_threads) judge_rows(Params p) {
  using Storage = MarkedStorage<words>;
  SIMT_SHARED(Storage, sm);
  RowStorage& known = sm.row;
  std::uint32_t* const bitmap = begin_bitmap(p, sm);
  const std::int64_t live = live_rows(p);
  unsigned long long accepted = 0;
  simt::grid_dependency_wait();  // for the summary
  for (std::int64_t number = blockIdx.x; number < p.row_capacity; number += gridDim.x) {
    if (number >= live) {
      if (threadIdx.x == 0) set_all(p.verdicts[number], TAILPROOF_ROW_DEAD, -1);
      continue;
    }
    const Row row = row_of(p, bitmap, number);
    if (bad_length(p, row.length)) {
      if (threadIdx.x == 0) known.state = {infinity_order, 0, 0, flag_bad_length};
      __syncthreads();
    } else {
      Pass<row_threads> pass(row.scores, row.length);
      mark_row(row, known, known.verdict, known.state);
      Seen seen{known.state.worst, 0, 0};
      pass.look(seen);
      add_seen(seen, known.state);
      __syncthreads();
    }
    if (conclude_row(p, row, known, number, known.state, known.verdict)) ++accepted;
    if (threadIdx.x == 0) p.verdicts[number] = known.verdict;
    __syncthreads();
  }
  add_accepted(*p.summary, accepted);
}

/// The summary of no rows, and what judge_rows() adds to.
__global__ void __launch_bounds__(32) begin_summaries(Params p) {
  simt::grid_dependency_launch();
  if (threadIdx.x == 0) begin_summary(*p.summary);
}

}  // namespace tailproof::gpu::oracle
