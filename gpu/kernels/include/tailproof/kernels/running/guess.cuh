/// Phase 1: from the sample to a cutoff that will admit the top K and little more. A wrong guess
/// costs time, never an answer. Source: docs/running.md, "Guess".
#pragma once
#include "tailproof/kernels/running/sample.cuh"
#include "tailproof/kernels/running/trace.cuh"

#include <cstdint>

namespace tailproof::kernels::running {

/// Best and worst key of the first batch, which has arrived; by the whole group.
template <class Policy, class GroupType>
SIMT_INLINE void sample_range(const GroupType& group, Storage<Policy>& storage, std::uint32_t count,
                              std::uint32_t& best, std::uint32_t& worst) {
  auto& scratch = scratch_of(storage, group);
  best = ~0u;
  worst = 0;
  for (std::uint32_t i = group.thread; i < count; i += GroupType::threads) {
    const std::uint32_t key = key32(storage.sample[i]);
    best = min(best, key);
    worst = max(worst, key);
  }
  best = __reduce_min_sync(full_warp, best);
  worst = __reduce_max_sync(full_warp, worst);
  if (simt::lane_id() == 0) {
    scratch.sums[group.warp()] = best;
    scratch.worst[group.warp()] = worst;
  }
  group.sync();
  const std::uint32_t lane = simt::lane_id();
  best = __reduce_min_sync(full_warp, lane < GroupType::warps ? scratch.sums[lane] : ~0u);
  worst = __reduce_max_sync(full_warp, lane < GroupType::warps ? scratch.worst[lane] : 0u);
  group.sync();  // before the words are used again
}

/// Guesses the cutoff of a row whose first batch is being copied; by the whole group.
template <class Policy, class GroupType, class Trace>
SIMT_INLINE Guess guess_cutoff(const GroupType& group, Storage<Policy>& storage, const Row& row,
                               Trace& trace) {
  const std::uint32_t log2 = sector_count_log2<Policy>(row.length);
  const std::uint32_t batches = batch_count<Policy>(log2);
  const std::uint32_t sampled = sector_scores << log2;
  const std::uint32_t count = sampled / batches;  // scores of a batch
  auto& scratch = scratch_of(storage, group);
  const std::uint32_t q = requested_rank<Policy>(row.rank, sampled, row.length);
  simt::cp_async_wait<0>();
  group.sync();
  std::uint32_t best;
  std::uint32_t worst;
  sample_range(group, storage, count, best, worst);
  // The best scores alone at first, in narrow bins; where they are too few, all.
  std::uint32_t last = best + min(worst - best, (1u << (GroupType::bin_bits + 15)) - 1);
  std::uint32_t first = best;
  std::uint32_t floor = 0;  // keys in [floor, first) count as first
  std::uint32_t rank = q;
  std::uint32_t rounds = 0;
  bool tied = false;
  std::uint32_t worsts = 0;  // scores of the sample as bad as its first batch's worst
  std::uint32_t fallback = key_of_minus_inf;
  for (;; ++rounds) {
    const std::uint32_t shift = shift_for(last - first, GroupType::bin_bits);
    if (group.leads()) {
      scratch.fall[0] = {GroupType::bins, 0, 0};
      scratch.fall[1] = {GroupType::bins, 0, 0};
    }
    for (std::uint32_t batch = 0; batch < batches; ++batch) {
      if (batches > 1 && (rounds > 0 || batch > 0)) {
        group.sync();
        fetch_sample(group, storage, row, log2, batch);
        simt::cp_async_commit();
        simt::cp_async_wait<0>();
        group.sync();
      }
      for (std::uint32_t base = group.thread - simt::lane_id(); base < count;
           base += GroupType::threads * unrolled) {
        const std::uint32_t own = base + simt::lane_id();
        std::uint32_t key[unrolled];
        SIMT_UNROLL
        for (std::uint32_t u = 0; u < unrolled; ++u) {
          key[u] = key32(storage.sample[min(own + u * GroupType::threads, count - 1)]);
        }
        SIMT_UNROLL
        for (std::uint32_t u = 0; u < unrolled; ++u) {
          const bool valid = own + u * GroupType::threads < count;
          worsts += valid & (key[u] == worst);
          if (valid & (key[u] >= floor) & (key[u] <= last)) {
            atomicAdd(&scratch.histogram[(max(key[u], first) - first) >> shift], 1u);
          }
        }
        __syncwarp();
      }
    }
    if (rounds == 0) {
      worsts = __reduce_add_sync(full_warp, worsts);
      if (simt::lane_id() == 0) scratch.worst[group.warp()] = worsts;
    }
    group.sync();
    find_rank(group, scratch, {rank, 4 * q});
    const Fall fall = scratch.fall[0];
    if (rounds == 0) {
      const std::uint32_t lane = simt::lane_id();
      worsts = __reduce_add_sync(full_warp, lane < GroupType::warps ? scratch.worst[lane] : 0);
    }
    if (rounds == 0 && scratch.fall[1].bin < GroupType::bins) {
      fallback = first + (scratch.fall[1].bin << shift) + ((1u << shift) - 1);
    }
    group.sync();
    if (fall.bin == GroupType::bins) {
      if (last == worst) break;
      last = worst;
      tied = rounds == 0 && worsts > 2 * q &&
             sampled - worsts < q;  // ReLU's zeros: no need to look closer
      if (tied) break;
      continue;
    }
    const std::uint32_t start = first + (fall.bin << shift);
    last = start + min(last - start, (1u << shift) - 1);
    tied = shift == 0 && fall.held > 2 * q;
    // Fine enough, unless much of what the bin would let in is not wanted.
    if (shift == 0 || fall.held <= max(2u, q / 4)) break;
    rank -= fall.before;
    if (fall.bin != 0) floor = start;
    first = start;
  }
  const Guess guess{best, min(tied ? last - 1 : last, key_of_minus_inf), last,
                    min(fallback, key_of_minus_inf), tied};
  trace.guess(1u << log2, q, rounds + 1, guess);
  return guess;
}

}  // namespace tailproof::kernels::running
