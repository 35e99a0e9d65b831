#include "order.hpp"

#include "checks.hpp"

namespace simt::detail {

void ThreadOrder::join(const ThreadOrder& other) {
  ordered.join(other.ordered);
  acquired_block.join(other.acquired_block);
  acquired_device.join(other.acquired_device);
  unfenced.join(other.unfenced);
  released_block.join(other.released_block);
  released_device.join(other.released_device);
}

namespace checks {

namespace {
bool knows(const Knowledge& knowledge, const Stamp& earlier) {
  return ((earlier.thread & async_bit) == 0 &&
          knowledge.epochs.covers(earlier.thread >> thread_bits, earlier.epoch)) ||
         knowledge.clocks.covers(earlier.thread, earlier.clock);
}
}  // namespace

ThreadOrder& order_of(Fiber& thread) {
  if (thread.order == nullptr) {
    thread.order = new ThreadOrder;
    thread.block().order->touched.push_back(&thread);
  }
  return *thread.order;
}

bool ordered_in_warp(const Stamp& earlier, const Fiber& later) {
  const std::uint32_t thread = earlier.thread & (max_cta_threads - 1);
  if (thread / warp_lanes != later.warp) return false;
  const Warp& warp = later.block().warps[later.warp];
  return warp.clocks != nullptr && earlier.clock < (*warp.clocks)[later.lane][thread % warp_lanes];
}

bool ordered_by_knowledge(const Stamp& earlier, const Fiber& later) {
  return knows(later.block().order->ordered, earlier) ||
         (later.order != nullptr && knows(later.order->ordered, earlier));
}

Knowledge release(Fiber& thread) {
  Cta& cta = thread.block();
  Knowledge past = cta.order->ordered;
  if (thread.order != nullptr) past.join(thread.order->ordered);
  past.epochs.raise(cta.index, cta.epoch);
  past.clocks.raise(thread.number, ++thread.clock);
  const Warp& warp = cta.warps[thread.warp];
  if (warp.clocks != nullptr) {
    const std::uint32_t first = (cta.index << thread_bits) + thread.warp * warp_lanes;
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
      const std::uint32_t known = (*warp.clocks)[thread.lane][lane];
      if (known != 0 && lane != thread.lane) past.clocks.raise(first + lane, known);
    }
  }
  return past;
}

Missing missing_fence(const Stamp& earlier, const Fiber& later) {
  for (const ThreadOrder* order :
       {static_cast<const ThreadOrder*>(later.block().order),
        later.order == nullptr ? nullptr : static_cast<const ThreadOrder*>(later.order)}) {
    if (order == nullptr) continue;
    if (knows(order->acquired_block, earlier) || knows(order->acquired_device, earlier)) {
      return Missing::acquire;
    }
    if (knows(order->unfenced, earlier)) return Missing::release;
  }
  return Missing::nothing;
}

}  // namespace checks
}  // namespace simt::detail
