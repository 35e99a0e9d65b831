/// A heavy tie at the cut: fewer than K scores are better, and the row's first ties make up the
/// rest. Source: docs/running.md, "Ties".
#pragma once
#include "tailproof/kernels/running/storage.cuh"
#include "tailproof/kernels/running/trace.cuh"

#include <cstdint>

namespace tailproof::kernels::running {

/// Writes the positions of all `count` < K pairs, then of the first K - count scores of key `tied`.
/// False: the row has fewer, and is to be redone. By the whole group, after a barrier.
template <class Policy, class GroupType, class Trace>
SIMT_NOINLINE __device__ bool fill_with_ties(const GroupType group, Storage<Policy>& storage,
                                             const Row row, const Pairs<Policy> pairs,
                                             std::uint32_t count, std::uint32_t tied,
                                             Trace& trace) {
  constexpr std::uint32_t run = 8;  // positions of a lane that are looked at together
  const std::uint32_t lane = simt::lane_id();
  auto& scratch = scratch_of(storage, group);
  for (std::uint32_t i = group.thread; i < count; i += GroupType::threads) {
    row.indices[i] = static_cast<std::int32_t>(pairs[i].position);
  }
  std::uint32_t filled = count;
  for (std::uint32_t base = 0; base < row.length && filled < row.rank;
       base += GroupType::threads * run) {
    // Each warp has a run of positions, so that the first ties are found by counting warps.
    const std::uint32_t first = base + group.warp() * 32 * run + lane;
    std::uint32_t key[run];
    SIMT_UNROLL
    for (std::uint32_t u = 0; u < run; ++u) {
      key[u] = key32(__ldg(row.scores + min(first + u * 32, row.length - 1)));
    }
    unsigned ballot[run];
    std::uint32_t own = 0;
    SIMT_UNROLL
    for (std::uint32_t u = 0; u < run; ++u) {
      const bool valid = first + u * 32 < row.length;
      ballot[u] = __ballot_sync(full_warp, static_cast<int>(valid & (key[u] == tied)));
      own += static_cast<std::uint32_t>(__popc(ballot[u]));
      trace.reads(valid ? 1u : 0u);
    }
    if (lane == 0) scratch.sums[group.warp()] = own;
    group.sync();
    const std::uint32_t sum = lane < GroupType::warps ? scratch.sums[lane] : 0;
    std::uint32_t slot = filled + __reduce_add_sync(full_warp, lane < group.warp() ? sum : 0);
    SIMT_UNROLL
    for (std::uint32_t u = 0; u < run; ++u) {
      const std::uint32_t own_slot =
          slot + static_cast<std::uint32_t>(__popc(ballot[u] & simt::lanemask_lt()));
      if ((ballot[u] >> lane & 1u) != 0 && own_slot < row.rank) {
        row.indices[own_slot] = static_cast<std::int32_t>(first + u * 32);
      }
      slot += static_cast<std::uint32_t>(__popc(ballot[u]));
    }
    filled += __reduce_add_sync(full_warp, sum);
    group.sync();
  }
  return filled >= row.rank;
}

}  // namespace tailproof::kernels::running
