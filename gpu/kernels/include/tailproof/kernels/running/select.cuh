/// The running selector: warps that scan and warps that guess and settle, row r settled while row
/// r + 1 is scanned. Source: docs/running.md.
#pragma once
#include "tailproof/kernels/running/guess.cuh"
#include "tailproof/kernels/running/redo.cuh"
#include "tailproof/kernels/running/scan.cuh"
#include "tailproof/kernels/running/ties.cuh"

#include <cstdint>

namespace tailproof::kernels::running {

template <class Policy>
using Scanners = Group<scan_threads<Policy>, 1, Policy::scan_bin_bits>;
template <class Policy>
using Finishers = Group<finish_threads<Policy>, 2, Policy::bin_bits>;

/// Parity of a two-sided barrier's phase for scanned row `i` of the CTA.
SIMT_INLINE std::uint32_t parity_of(std::uint32_t i) {
  return i >> 1 & 1u;
}

template <class Policy>
SIMT_INLINE Pairs<Policy> pairs_of(Storage<Policy>& storage, std::uint32_t i) {
  return {storage.pool, (i & 1u) != 0};
}

/// Whether the row's cutoff comes from a sample; else the pool holds the whole row.
template <class Policy>
SIMT_INLINE bool is_sampled(const Row& row) {
  return row.length > Policy::pool;
}

/// Prepares scanned row `i`, whose first sample batch is on its way; by the finishing warps.
template <class Policy, class Trace>
SIMT_INLINE void propose(const Finishers<Policy>& group, Storage<Policy>& storage, const Row& row,
                         std::uint32_t i, typename Trace::Buffer records) {
  Trace trace(records, row.number, group.leads());
  trace.input(route_whole, row.length, row.rank);
  Guess guess{0, key_of_minus_inf, 0, key_of_minus_inf, false};
  if (is_sampled<Policy>(row)) guess = guess_cutoff<Policy>(group, storage, row, trace);
  if (group.leads()) {
    storage.guess[i & 1u] = guess;
    storage.counts[i & 3u] = 0;
    storage.crowded[i & 3u] = 0;
    storage.guessed[i & 1u].arrive();
  }
  trace.flush();
  group.sync();
}

/// Drops from the full pool what cannot be in the answer, once every scanning warp is here:
/// blocked, or through with its part of the row. Ends with a barrier.
template <class Policy>
SIMT_NOINLINE __device__ void make_room(const Scanners<Policy> group, Storage<Policy>& storage,
                                        const Row row, std::uint32_t i) {
  Untraced trace({}, 0, false);
  const bool again = storage.crowded[i & 3u] != 0;
  const std::uint32_t last = again ? storage.bound.cutoff : storage.guess[i & 1u].cutoff;
  std::uint32_t count = Policy::pool;
  const Bound bound = keep_best(group, storage, pairs_of(storage, i), count, row,
                                storage.guess[i & 1u].best, last, spare<Policy>, trace);
  if (group.leads()) {
    storage.counts[i & 3u] = count;
    storage.crowded[i & 3u] = 1;
    storage.bound = bound;
    storage.blocked[i & 1u] = 0;
  }
  group.sync();
}

/// Scans row `i` of the CTA; by the scanning group. Ends with a barrier.
template <class Policy>
SIMT_INLINE void scan(const Scanners<Policy>& group, Storage<Policy>& storage, Ring<Policy>& ring,
                      const Row& row, std::uint32_t width, std::uint32_t i) {
  const std::uint32_t warp = group.warp();
  wait_whole(storage.guessed[i & 1u], parity_of(i));
  const std::uint32_t before = i - 1;  // the row that may still be at the pool's other end
  Sink<Policy> sink{storage,
                    pairs_of(storage, i),
                    &storage.counts[i & 3u],
                    &storage.blocked[i & 1u],
                    &storage.drained[before & 1u],
                    parity_of(before),
                    i == 0 ? 0 : storage.counts[before & 3u],
                    {},
                    0};
  sink.set_bound({storage.guess[i & 1u].cutoff, row.length});
  const auto until_admitted = [&](auto admit) {
    while (!admit()) {
      group.sync();
      make_room<Policy>(group, storage, row, i);
      sink.set_bound(storage.bound);
    }
  };
  const Body body = body_of(row, width);
  if (warp == 0 && (body.first != 0 || body.first + body.scores < row.length)) {
    until_admitted([&] { return admit_rest(row, body, sink); });
  }
  const std::uint32_t end = min(body.first + body.scores, row.length);
  for (std::uint32_t at = warp * Policy::chunk; at < body.scores;
       at += Policy::scan_warps * Policy::chunk) {
    const std::uint32_t position = body.first + at;
    const float* chunk = ring.wait();
    until_admitted([&] {
      return admit_chunk<Policy>(chunk, min(end - position, Policy::chunk), position, sink);
    });
    ring.release();
  }
  // Through, but others may be blocked.
  for (;;) {
    group.sync();
    if (storage.blocked[i & 1u] == 0) break;
    make_room<Policy>(group, storage, row, i);
  }
  if (group.leads()) storage.scanned[i & 1u].arrive();
}

/// Settles scanned row `i`, or lists it for a second pass; by the finishing warps, once the row is
/// scanned.
template <class Policy, class Trace>
SIMT_INLINE void finish(const Finishers<Policy>& group, Storage<Policy>& storage, const Row& row,
                        std::uint32_t ordinal, std::uint32_t i, typename Trace::Buffer records) {
  Trace trace(records, row.number, group.leads());
  const Guess guess = storage.guess[i & 1u];
  const Pairs<Policy> pairs = pairs_of(storage, i);
  const bool crowded = storage.crowded[i & 3u] != 0;
  const std::uint32_t count = storage.counts[i & 3u];
  if (group.leads()) storage.output_counts = 0;
  Route route = is_sampled<Policy>(row) ? route_guessed : route_whole;
  if (crowded) route = route_crowded;
  group.sync();
  if (count < row.rank) {
    const bool filled =
        guess.by_ties && fill_with_ties(group, storage, row, pairs, count, guess.tied, trace);
    route = filled ? route_tied : route_underfull;
  }
  trace.admitted(route, crowded ? Policy::pool + 1 : count, row.length);
  if (route == route_underfull) {
    if (group.leads()) {
      storage.redo[storage.redo_count] = ordinal;
      storage.redo_from[storage.redo_count++] = guess.fallback;
    }
  } else if (route != route_tied) {
    const Settled settled =
        settle(group, storage, pairs, count, row, guess.best, guess.cutoff, Policy::list, trace);
    emit_settled(group, storage, pairs, count, settled);
    group.sync();
    if (group.leads()) storage.drained[i & 1u].arrive();
    if (settled.is_listed()) emit_listed(group, storage, settled, row.rank - settled.quota);
    group.sync();
    write_output(group, storage, row);
    trace.flush();
    group.sync();
    return;
  }
  trace.flush();
  group.sync();
  if (group.leads()) storage.drained[i & 1u].arrive();
}

/// Row positions of a trivial row, then -1.
template <class GroupType>
SIMT_INLINE void emit_short(const GroupType& group, const Row& row) {
  for (std::uint32_t i = group.thread; i < row.rank; i += GroupType::threads) {
    row.indices[i] = i < row.length ? static_cast<std::int32_t>(i) : -1;
  }
}

template <class Policy>
SIMT_INLINE void run_scanners(Storage<Policy>& storage, const CtaRows<Policy>& rows,
                              std::uint32_t width) {
  const Scanners<Policy> group{threadIdx.x};
  Ring<Policy> ring(storage, rows, width, group.warp());
  std::uint32_t scanned = 0;
  for (std::uint32_t r = 0; r < rows.count(); ++r) {
    if (!rows.is_scanned(r)) continue;
    scan(group, storage, ring, rows[r], width, scanned++);
  }
}

template <class Policy, class Trace>
SIMT_INLINE void run_finishers(Storage<Policy>& storage, const CtaRows<Policy>& rows,
                               typename Trace::Buffer records) {
  const Finishers<Policy> group{threadIdx.x - scan_threads<Policy>};
  const std::uint32_t count = rows.count();
  // Samples are fetched two scanned rows ahead, guessed one ahead.
  const auto next_scanned = [&](std::uint32_t r) {
    while (r < count && !rows.is_scanned(r)) ++r;
    return r;
  };
  const auto fetch = [&](std::uint32_t r) {
    if (r >= count) return;
    const Row row = rows[r];
    if (!is_sampled<Policy>(row)) return;
    fetch_sample(group, storage, row, sector_count_log2<Policy>(row.length), 0);
    simt::cp_async_commit();
  };
  std::uint32_t proposed = 0;
  std::uint32_t finished = 0;
  std::uint32_t ahead = next_scanned(0);
  fetch(ahead);
  for (std::uint32_t r = 0; r < count; ++r) {
    const Row row = rows[r];
    if (!rows.is_scanned(r)) {
      Trace(records, row.number, group.leads()).input(route_trivial, row.length, row.rank);
      emit_short(group, row);
      continue;
    }
    while (proposed < finished + 2 && ahead < count) {
      propose<Policy, Trace>(group, storage, rows[ahead], proposed++, records);
      ahead = next_scanned(ahead + 1);
      fetch(ahead);
    }
    wait_whole(storage.scanned[finished & 1u], parity_of(finished));
    finish<Policy, Trace>(group, storage, row, r, finished, records);
    ++finished;
  }
}

/// Grid: any number of CTAs, at most one of them to an SM; as many launches as bring rows_per_cta
/// rows to each cover all rows.
template <class Policy, class Trace>
__global__ void __launch_bounds__(cta_threads<Policy>, 1)
    select_running(Params params, typename Trace::Buffer records) {
  using Shared = Storage<Policy>;
  SIMT_SHARED(Shared, storage);
  CtaRows<Policy> rows(storage, params);
  rows.load_lengths();
  for (std::uint32_t b = threadIdx.x; b < 1u << Policy::bin_bits; b += blockDim.x) {
    storage.finish_scratch.histogram[b] = 0;
    if (b < 1u << Policy::scan_bin_bits) storage.scan_scratch.histogram[b] = 0;
  }
  if (threadIdx.x < Policy::scan_warps * Policy::slots) {
    storage.arrived[threadIdx.x / Policy::slots][threadIdx.x % Policy::slots].init(1);
  }
  if (threadIdx.x < 2) {
    storage.guessed[threadIdx.x].init(1);
    storage.scanned[threadIdx.x].init(1);
    storage.drained[threadIdx.x].init(1);
  }
  if (threadIdx.x == 0) {
    storage.redo_count = 0;
    storage.blocked[0] = 0;
    storage.blocked[1] = 0;
  }
  simt::fence_mbarrier_init();
  simt::fence_proxy_async();
  __syncthreads();
  if (threadIdx.x < scan_threads<Policy>) {
    run_scanners(storage, rows, static_cast<std::uint32_t>(params.width));
  } else {
    run_finishers<Policy, Trace>(storage, rows, records);
  }
  __syncthreads();  // the scanning warps are done with the pool
  if (threadIdx.x < scan_threads<Policy>) return;
  const Finishers<Policy> group{threadIdx.x - scan_threads<Policy>};
  for (std::uint32_t i = 0; i < storage.redo_count; ++i) {
    const Row row = rows[storage.redo[i]];
    Trace trace(records, row.number, group.leads());
    for (std::uint32_t last = storage.redo_from[i];; last = key_of_nothing) {
      if (redo_row(group, storage, row, Bound{last, row.length}, trace)) break;
    }
    trace.flush();
  }
}

}  // namespace tailproof::kernels::running
