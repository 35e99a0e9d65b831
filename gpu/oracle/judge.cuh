// The oracle's kernels: one that clears what is counted, and one that judges, a tile of a row by
// each CTA. Whoever is done last with a row concludes it.
#pragma once
#include "explain.cuh"
#include "tile.cuh"

namespace tailproof::gpu::oracle {

__global__ void __launch_bounds__(threads) begin_judgement(Params p) {
  simt::grid_dependency_launch();
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * threads;
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x;
  if (first == 0) *p.summary = {0, 0, 0, 0, -1, -1};
  for (std::int64_t row = first; p.tiles > 1 && row < p.row_capacity; row += step) {
    p.states[row] = {no_position, no_order, 0, 0, 0, {}};
  }
}

/// By one thread; accepted rows are counted otherwise.
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

/// By one thread: adds a tile to its row; true for the last one, which gets the row's state.
SIMT_INLINE bool finish_tile(RowState& row, std::uint32_t tiles, Storage& sm) {
  if (tiles == 1) {
    sm.state = sm.tile;
    return true;
  }
  atomicMin(&row.worst, sm.tile.worst);
  atomicMax(&row.best, sm.tile.best);
  atomicAdd(&row.distinct, sm.tile.distinct);
  if (sm.tile.flags != 0) atomicOr(&row.flags, sm.tile.flags);
  __threadfence();
  const bool is_last = atomicAdd(&row.done, 1u) + 1 == tiles;
  __threadfence();
  if (!is_last) return false;
  sm.state = {simt::load_relaxed(&row.worst),
              simt::load_relaxed(&row.best),
              simt::load_relaxed(&row.distinct),
              simt::load_relaxed(&row.flags),
              tiles,
              {}};
  return true;
}

/// Summary and states are looked at only once the kernel before has cleared them.
__global__ void __launch_bounds__(threads, 5) judge_tiles(Params p) {
  SIMT_SHARED(Storage, sm);
  const std::int64_t live = live_rows(p);
  unsigned long long accepted = 0;
  bool is_clear = false;
  const auto wait = [&is_clear] {
    if (!is_clear) simt::grid_dependency_wait();
    is_clear = true;
  };
  for (std::int64_t work = blockIdx.x; work < p.row_capacity * p.tiles; work += gridDim.x) {
    const std::int64_t number = work / p.tiles;
    const auto begin = static_cast<std::int32_t>(work % p.tiles * p.tile_scores);
    tailproof_row_verdict& verdict = p.verdicts[number];
    if (number >= live) {
      if (begin == 0 && threadIdx.x == 0) set_all(verdict, TAILPROOF_ROW_DEAD, -1);
      continue;
    }
    const Row row = row_of(p, number);
    if (bad_length(p, row.length)) {
      wait();
      if (begin != 0 || threadIdx.x != 0) continue;
      set_all(verdict, TAILPROOF_ROW_REFUSED, -1);
      add_to_summary(*p.summary, verdict, number);
      continue;
    }
    if (begin > 0 && begin >= row.length) continue;
    look_at_tile(row, begin, min(p.tile_scores, row.length - begin), sm);
    wait();
    const std::int32_t tiles = max(1, (row.length + p.tile_scores - 1) / p.tile_scores);
    if (threadIdx.x == 0) {
      sm.is_last = finish_tile(p.states[number], static_cast<std::uint32_t>(tiles), sm) ? 1 : 0;
    }
    __syncthreads();
    if (sm.is_last == 0) continue;
    if (is_right(row, sm.state)) {
      if (threadIdx.x == 0) set_all(verdict, TAILPROOF_ROW_ACCEPTED, -1);
      ++accepted;
      continue;
    }
    explain(row, sm, verdict);
    if (threadIdx.x == 0) add_to_summary(*p.summary, verdict, number);
    if (verdict.outcome == TAILPROOF_ROW_ACCEPTED) ++accepted;
    __syncthreads();
  }
  wait();
  if (threadIdx.x == 0 && accepted != 0) atomicAdd(&p.summary->accepted, accepted);
}

}  // namespace tailproof::gpu::oracle
