/// Happens-before between the threads of a launch. Barriers order a CTA by epochs, __syncwarp
/// orders lanes by clocks, everything else travels as Knowledge: fences and atomics, cluster, named
/// and memory barriers, asynchronous copies.
#pragma once
#include <cstdint>
#include <vector>

#include "../fiber.hpp"
#include "knowledge.hpp"
#include "shadow.hpp"

namespace simt::detail {

/// What a thread learned or released since its CTA's last barrier.
struct ThreadOrder {
  checks::Knowledge ordered;         // happened before whatever this thread does next
  checks::Knowledge acquired_block;  // seen by atomics on shared memory; counts after a fence
  checks::Knowledge
      acquired_device;         // seen by atomics on global memory; counts after a device fence
  checks::Knowledge unfenced;  // would count if the releasing side had fenced
  checks::Knowledge released_block;  // what the last fence lets later atomics publish
  checks::Knowledge released_device;

  void join(const ThreadOrder& other);
};

/// The same for a CTA, as of its last barrier.
struct CtaOrder : ThreadOrder {
  std::vector<Fiber*> touched;  // threads with an order of their own
  // Last access by each thread of the cluster's other CTAs to this CTA's shared memory, by rank and
  // thread; empty before the first one.
  std::vector<checks::Stamp> visitors;
};

namespace checks {

/// Clock of a visitor that has not come yet.
constexpr std::uint32_t no_visit = UINT32_MAX;

ThreadOrder& order_of(Fiber& thread);
/// Everything that happened before this moment of `thread`, its own past included. Advances its
/// clock.
Knowledge release(Fiber& thread);
bool ordered_by_knowledge(const Stamp& earlier, const Fiber& later);
bool ordered_in_warp(const Stamp& earlier, const Fiber& later);

/// Whether `earlier` happened before what `later` does now.
inline bool ordered(const Stamp& earlier, const Fiber& later) {
  if (earlier.thread == later.number) return true;
  const Cta& cta = later.block();
  if (earlier.thread >> thread_bits == cta.index) {
    if (earlier.epoch < cta.epoch) return true;
    if (ordered_in_warp(earlier, later)) return true;
  }
  return ordered_by_knowledge(earlier, later);
}

}  // namespace checks
}  // namespace simt::detail
