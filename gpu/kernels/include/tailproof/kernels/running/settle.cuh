/// Phase 3: the top K of the admitted pairs, without leaving shared memory. Among equal scores the
/// lowest positions are taken, so that the set is the same on every run. Source: docs/running.md,
/// "Settle".
#pragma once
#include "tailproof/kernels/running/storage.cuh"
#include "tailproof/kernels/running/trace.cuh"

#include <cstdint>

namespace tailproof::kernels::running {

/// Which pairs are taken: all with a key below `first`, and the best `quota` of those in
/// [first, last]. `by_position`: `first` = `last` is one key that more pairs share, and those up to
/// `last_position` are taken.
struct Settled {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t held;  ///< pairs in [first, last]
  std::uint32_t quota;
  bool by_position;
  std::uint32_t last_position;

  [[nodiscard]] SIMT_INLINE bool is_whole() const { return held == quota; }
  [[nodiscard]] SIMT_INLINE bool is_listed() const { return !is_whole() && !by_position; }
  /// What is taken without the list.
  [[nodiscard]] SIMT_INLINE Bound limit() const {
    if (is_listed()) return {first, 0};
    return {last, by_position ? last_position + 1 : ~0u};
  }
};

/// Narrows [floor, last] until the rank's bin is taken whole, holds at most `few` values, or is one
/// value. `value(pair, out)` tells whether a pair takes part, and its value. By the whole group.
template <class Policy, class GroupType, class Value>
SIMT_INLINE void narrow(const GroupType& group, Storage<Policy>& storage,
                        const Pairs<Policy>& pairs, std::uint32_t count, std::uint32_t few,
                        Value value, std::uint32_t& first, std::uint32_t& last, std::uint32_t& held,
                        std::uint32_t& quota, std::uint32_t& rounds) {
  auto& scratch = scratch_of(storage, group);
  std::uint32_t floor = 0;  // values in [floor, first) count as first
  for (;; ++rounds) {
    const std::uint32_t shift = shift_for(last - first, GroupType::bin_bits);
    SIMT_UNROLL_BY(1)
    for (std::uint32_t base = group.thread - simt::lane_id(); base < count;
         base += GroupType::threads * unrolled) {
      const std::uint32_t own = base + simt::lane_id();
      Pair pair[unrolled];
      SIMT_UNROLL
      for (std::uint32_t u = 0; u < unrolled; ++u) {
        pair[u] = pairs[min(own + u * GroupType::threads, count - 1)];
      }
      SIMT_UNROLL
      for (std::uint32_t u = 0; u < unrolled; ++u) {
        std::uint32_t v;
        const bool valid = value(pair[u], v) & (own + u * GroupType::threads < count);
        if (valid & (v >= floor) & (v <= last)) {
          atomicAdd(&scratch.histogram[(max(v, first) - first) >> shift], 1u);
        }
      }
      __syncwarp();
    }
    group.sync();
    find_rank(group, scratch, {quota});
    const Fall fall = scratch.fall[0];
    const std::uint32_t start = first + (fall.bin << shift);
    last = start + min(last - start, (1u << shift) - 1);
    if (fall.bin != 0) floor = start;
    first = floor;
    quota -= fall.before;
    held = fall.held;
    if (held == quota || held <= few || floor == last) break;
    group.sync();
  }
  ++rounds;
}

/// Finds what to take of `count` >= K pairs whose keys are at most `last` and mostly at least
/// `first`; up to `few` of them may be left to the list. By the whole group, after a barrier.
template <class Policy, class GroupType, class Trace>
SIMT_INLINE Settled settle(const GroupType& group, Storage<Policy>& storage,
                           const Pairs<Policy>& pairs, std::uint32_t count, const Row& row,
                           std::uint32_t first, std::uint32_t last, std::uint32_t few,
                           Trace& trace) {
  Settled settled{min(first, last), last, count, row.rank, false, 0};
  std::uint32_t rounds = 0;
  narrow(
      group, storage, pairs, count, few,
      [](const Pair& pair, std::uint32_t& key) {
        key = key_of(pair);
        return true;
      },
      settled.first, settled.last, settled.held, settled.quota, rounds);
  if (!settled.is_whole() && settled.held > few) {
    settled.by_position = true;
    group.sync();
    std::uint32_t first_position = 0;
    settled.last_position = row.length - 1;
    std::uint32_t held = settled.held;
    std::uint32_t quota = settled.quota;
    narrow(
        group, storage, pairs, count, 0,
        [&](const Pair& pair, std::uint32_t& position) {
          position = pair.position;
          return key_of(pair) == settled.last;
        },
        first_position, settled.last_position, held, quota, rounds);
  }
  trace.settled(rounds, settled.first, settled.last, settled.held, settled.quota);
  return settled;
}

/// Puts out the positions of the pairs that are taken without the list, and fills the list; by the
/// whole group, after a barrier, with the output and list counts at zero.
template <class Policy, class GroupType>
SIMT_INLINE void emit_settled(const GroupType& group, Storage<Policy>& storage,
                              const Pairs<Policy>& pairs, std::uint32_t count,
                              const Settled& settled) {
  const std::uint32_t lane = simt::lane_id();
  const unsigned below = simt::lanemask_lt();
  const bool listed = settled.is_listed();
  const Bound limit = settled.limit();
  SIMT_UNROLL_BY(1)
  for (std::uint32_t base = group.thread - lane; base < count;
       base += GroupType::threads * unrolled) {
    Pair pair[unrolled];
    SIMT_UNROLL
    for (std::uint32_t u = 0; u < unrolled; ++u) {
      const std::uint32_t i = base + u * GroupType::threads + lane;
      pair[u] = pairs[min(i, count - 1)];
    }
    unsigned taken[unrolled];
    unsigned kept[unrolled];
    std::uint32_t total = 0;  // taken, and 2^16 times kept for the list
    SIMT_UNROLL
    for (std::uint32_t u = 0; u < unrolled; ++u) {
      const bool valid = base + u * GroupType::threads + lane < count;
      pair[u].bits = key_of(pair[u]);
      const bool take = valid & limit.admits(pair[u].bits, pair[u].position);
      const bool keep = valid & listed & !take & (pair[u].bits <= settled.last);
      taken[u] = __ballot_sync(full_warp, static_cast<int>(take));
      kept[u] = __ballot_sync(full_warp, static_cast<int>(keep));
      total += static_cast<std::uint32_t>(__popc(taken[u]) | __popc(kept[u]) << 16);
    }
    std::uint32_t slots = 0;
    if (lane == 0 && total != 0) slots = atomicAdd(&storage.output_counts, total);
    __syncwarp();
    slots = __shfl_sync(full_warp, slots, 0);
    std::uint32_t slot = slots & 0xffffu;
    std::uint32_t list_slot = slots >> 16;
    SIMT_UNROLL
    for (std::uint32_t u = 0; u < unrolled; ++u) {
      if ((taken[u] >> lane & 1u) != 0) {
        storage.output[slot + static_cast<std::uint32_t>(__popc(taken[u] & below))] =
            pair[u].position;
      }
      if ((kept[u] >> lane & 1u) != 0) {
        storage.list[list_slot + static_cast<std::uint32_t>(__popc(kept[u] & below))] = pair[u];
      }
      slot += static_cast<std::uint32_t>(__popc(taken[u]));
      list_slot += static_cast<std::uint32_t>(__popc(kept[u]));
    }
  }
}

/// Adds the list's best `quota` positions to the output: every pair against every other.
/// After a barrier of the group.
template <class Policy, class GroupType>
SIMT_INLINE void emit_listed(const GroupType& group, Storage<Policy>& storage,
                             const Settled& settled, std::uint32_t first_slot) {
  for (std::uint32_t i = group.thread; i < settled.held; i += GroupType::threads) {
    const Pair own = storage.list[i];
    std::uint32_t better = 0;
    for (std::uint32_t j = 0; j < settled.held; ++j) {
      const Pair other = storage.list[j];
      better += other.bits < own.bits || (other.bits == own.bits && other.position < own.position);
    }
    if (better < settled.quota) storage.output[first_slot + better] = own.position;
  }
}

/// Writes a row's K positions, whole sectors at a time: what is written in parts costs the device's
/// memory several times as much. After a barrier of the group.
template <class Policy, class GroupType>
SIMT_INLINE void write_output(const GroupType& group, Storage<Policy>& storage, const Row& row) {
  const auto* from = reinterpret_cast<const int4*>(storage.output);
  const bool aligned = (reinterpret_cast<std::uintptr_t>(row.indices) & 15u) == 0;
  const std::uint32_t vectors = aligned ? row.rank / 4 : 0;
  auto* to = reinterpret_cast<int4*>(row.indices);
  for (std::uint32_t i = group.thread; i < vectors; i += GroupType::threads) to[i] = from[i];
  for (std::uint32_t i = 4 * vectors + group.thread; i < row.rank; i += GroupType::threads) {
    row.indices[i] = static_cast<std::int32_t>(storage.output[i]);
  }
}

}  // namespace tailproof::kernels::running
