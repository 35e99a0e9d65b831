/// A row whose guess was wrong: a second pass in tiles under a running cutoff, the exact K-th best
/// of what has been seen. Needs no guess, so that no input can make it wrong. Source:
/// docs/running.md, "Redo".
#pragma once
#include "tailproof/kernels/running/keep.cuh"

#include <cstdint>

namespace tailproof::kernels::running {

/// Selects one row from what `bound` admits. False: that is less than K. By the whole group; after
/// a barrier, ends with one.
template <class Policy, class GroupType, class Trace>
SIMT_NOINLINE __device__ bool redo_row(const GroupType group, Storage<Policy>& storage,
                                       const Row row, Bound bound, Trace& trace) {
  constexpr std::uint32_t tile = GroupType::threads * unrolled;
  static_assert(Policy::pool >= Policy::greatest_rank + tile);
  const Pairs<Policy> pairs{storage.pool, false};
  const std::uint32_t lane = simt::lane_id();
  std::uint32_t count = 0;  // the same in every thread
  std::uint32_t compactions = 0;
  if (group.leads()) storage.counts[0] = 0;
  group.sync();
  for (std::uint32_t base = 0; base < row.length; base += tile) {
    float score[unrolled];
    SIMT_UNROLL
    for (std::uint32_t u = 0; u < unrolled; ++u) {
      const std::uint32_t position = base + u * GroupType::threads + group.thread;
      score[u] = __ldg(row.scores + min(position, row.length - 1));
      trace.reads(position < row.length ? 1u : 0u);
    }
    SIMT_UNROLL
    for (std::uint32_t u = 0; u < unrolled; ++u) {
      const std::uint32_t position = base + u * GroupType::threads + group.thread;
      const bool admitted = position < row.length && bound.admits(key32(score[u]), position);
      const unsigned ballot = __ballot_sync(full_warp, static_cast<int>(admitted));
      if (ballot == 0) continue;
      std::uint32_t slot = 0;
      if (lane == 0) {
        slot = atomicAdd(&storage.counts[0], static_cast<std::uint32_t>(__popc(ballot)));
      }
      __syncwarp();
      slot = __shfl_sync(full_warp, slot, 0) +
             static_cast<std::uint32_t>(__popc(ballot & simt::lanemask_lt()));
      if (admitted) storage.pool[slot] = {__float_as_uint(score[u]), position};
    }
    group.sync();
    count = storage.counts[0];
    if (count + tile > Policy::pool) {
      bound = keep_best(group, storage, pairs, count, row, 0, bound.cutoff, 0, trace);
      ++compactions;
      if (group.leads()) storage.counts[0] = count;
    }
    group.sync();
  }
  if (count < row.rank) return false;
  keep_best(group, storage, pairs, count, row, 0, bound.cutoff, 0, trace);
  for (std::uint32_t i = group.thread; i < row.rank; i += GroupType::threads) {
    row.indices[i] = static_cast<std::int32_t>(storage.pool[i].position);
  }
  trace.redone(compactions);
  group.sync();
  return true;
}

}  // namespace tailproof::kernels::running
