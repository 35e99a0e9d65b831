/// Makes room in a pool: what cannot be in the answer any more goes. Source: docs/running.md,
/// "Keep".
#pragma once
#include "tailproof/kernels/running/settle.cuh"

#include <cstdint>

namespace tailproof::kernels::running {

/// Keeps the best of `count` pairs, K of them or up to `few` more, in place. Returns what a later
/// score must be to matter; sets `count` to the number kept. By the whole group, after a barrier;
/// ends with one.
template <class Policy, class GroupType, class Trace>
SIMT_INLINE Bound keep_best(const GroupType& group, Storage<Policy>& storage,
                            const Pairs<Policy>& pairs, std::uint32_t& count, const Row& row,
                            std::uint32_t first, std::uint32_t last, std::uint32_t few,
                            Trace& trace) {
  Settled settled = settle(group, storage, pairs, count, row, first, last, few, trace);
  if (settled.is_listed()) settled.quota = settled.held;  // all of them stay
  const Bound limit = settled.limit();
  std::uint32_t kept = 0;
  const std::uint32_t lane = simt::lane_id();
  std::uint32_t* sums = scratch_of(storage, group).sums;
  group.sync();
  // What is written lies before what is read next.
  for (std::uint32_t base = 0; base < count; base += GroupType::threads) {
    const std::uint32_t i = base + group.thread;
    Pair pair{};
    bool taken = false;
    if (i < count) {
      pair = pairs[i];
      taken = limit.admits(key_of(pair), pair.position);
    }
    const unsigned ballot = __ballot_sync(full_warp, static_cast<int>(taken));
    if (lane == 0) sums[group.warp()] = static_cast<std::uint32_t>(__popc(ballot));
    group.sync();
    const std::uint32_t sum = lane < GroupType::warps ? sums[lane] : 0;
    const std::uint32_t before = __reduce_add_sync(full_warp, lane < group.warp() ? sum : 0);
    if (taken) {
      pairs[kept + before + static_cast<std::uint32_t>(__popc(ballot & simt::lanemask_lt()))] =
          pair;
    }
    kept += __reduce_add_sync(full_warp, sum);
    group.sync();
  }
  count = kept;
  return {settled.last, settled.by_position ? settled.last_position + 1 : row.length};
}

}  // namespace tailproof::kernels::running
