/// How barriers, fences and copies move knowledge between threads.
#include <array>

#include "../engine.hpp"
#include "checks.hpp"
#include "state.hpp"

namespace simt::detail::checks {

namespace {

/// Ends an epoch: what any thread knows, all know.
void end_epoch(Cta& cta) {
  CtaOrder& order = *cta.order;
  for (Fiber* fiber : order.touched) {
    order.join(*fiber->order);
    delete fiber->order;
    fiber->order = nullptr;
  }
  order.touched.clear();
  // Its own threads' past is now ordered by the epoch; only asynchronous copies are not.
  order.ordered.clocks.drop_if([&cta](std::uint32_t thread) {
    return (thread & async_bit) == 0 && thread >> thread_bits == cta.index;
  });
}

}  // namespace

void barrier_completes(Cta& cta) {
  const Quiet quiet;
  ++cta.epoch;
  if (enabled()) end_epoch(cta);
}

void cluster_barrier_completes(Cluster& cluster) {
  const Quiet quiet;
  for (Cta& cta : cluster.ctas) barrier_completes(cta);
  if (!enabled()) return;
  ThreadOrder all;
  for (Cta& cta : cluster.ctas) {
    all.join(*cta.order);
    all.ordered.epochs.raise(cta.index, cta.epoch);
  }
  for (Cta& cta : cluster.ctas) cta.order->join(all);
}

void warp_syncs(Cta& cta, std::uint32_t warp_index, unsigned mask) {
  const Quiet quiet;
  if (!enabled()) return;
  Warp& warp = cta.warps[warp_index];
  Fiber* lanes = cta.fibers + warp_index * warp_lanes;
  if (warp.clocks == nullptr) {
    warp.clocks = std::make_unique<std::array<std::array<std::uint32_t, warp_lanes>, warp_lanes>>();
  }
  std::array<std::uint32_t, warp_lanes> known{};
  ThreadOrder shared;
  bool any_order = false;
  for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    for (unsigned u = 0; u < warp_lanes; ++u)
      known[u] = std::max(known[u], (*warp.clocks)[lane][u]);
    known[lane] = std::max(known[lane], ++lanes[lane].clock);
    if (lanes[lane].order != nullptr) {
      shared.join(*lanes[lane].order);
      any_order = true;
    }
  }
  for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    (*warp.clocks)[lane] = known;
    if (any_order) order_of(lanes[lane]) = shared;
  }
}

void fences(Fiber& thread, FenceScope scope) {
  const Quiet quiet;
  if (!enabled()) return;
  const CtaOrder& cta = *thread.block().order;
  ThreadOrder& order = order_of(thread);
  order.ordered.join(order.acquired_block);
  order.ordered.join(cta.acquired_block);
  order.acquired_block.clear();
  if (scope == FenceScope::device) {
    order.ordered.join(order.acquired_device);
    order.ordered.join(cta.acquired_device);
    order.acquired_device.clear();
  }
  order.released_block = release(thread);
  if (scope == FenceScope::device) order.released_device = order.released_block;
}

void arrives(Fiber& thread, const void* barrier) {
  if (enabled()) state().meetings[barrier].arriving.join(release(thread));
}

void phase_completes(const void* barrier) {
  if (!enabled()) return;
  Meeting& meeting = state().meetings[barrier];
  meeting.published.join(meeting.arriving);
  meeting.arriving.clear();
}

void waited(Fiber& thread, const void* barrier) {
  if (enabled()) order_of(thread).ordered.join(state().meetings[barrier].published);
}

void copy_landed(void* shared, unsigned bytes) {
  if (!enabled()) return;
  const auto offset =
      static_cast<std::size_t>(static_cast<unsigned char*>(shared) - active_engine->shared.base());
  state().shared.set_forbidden(offset, bytes, false);
  state().shared.set_initialised(offset, bytes, true);
}

void copy_completes(std::uint32_t issuer, std::uint32_t moment, const void* barrier) {
  if (enabled()) {
    state().meetings[barrier].arriving.clocks.raise(issuer | async_bit, moment + 1);
  }
}

void copy_awaited(Fiber& thread, std::uint32_t moment) {
  if (enabled()) order_of(thread).ordered.clocks.raise(thread.number | async_bit, moment + 1);
}

}  // namespace simt::detail::checks
