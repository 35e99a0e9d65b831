/// Atomics: their own access check, and what they publish and acquire.
#include "tailproof/simt/host/atomics.hpp"

#include "../arena.hpp"
#include "../engine.hpp"
#include "access.hpp"
#include "checks.hpp"
#include "state.hpp"

namespace simt::detail {

namespace checks {
namespace {

bool is_global(const void* address) {
  return static_cast<std::size_t>(static_cast<const unsigned char*>(address) - hot.arena) <
         Arena::capacity;
}

Cell& cell_of(const void* address, bool global) {
  if (global) {
    const auto offset =
        static_cast<std::size_t>(static_cast<const unsigned char*>(address) - hot.arena);
    return hot.global.cells[offset / 4];
  }
  const auto offset = static_cast<std::size_t>(static_cast<const unsigned char*>(address) -
                                               active_engine->shared.base());
  return state().shared.cells[offset / 4];
}

void acquire(const Meeting& meeting, ThreadOrder& order, bool global) {
  (global ? order.acquired_device : order.acquired_block).join(meeting.published);
  order.unfenced.join(meeting.unfenced);
}

void publish(Fiber& thread, Meeting& meeting, bool global) {
  const CtaOrder& cta = *thread.block().order;
  meeting.published.join(global ? cta.released_device : cta.released_block);
  if (thread.order != nullptr) {
    meeting.published.join(global ? thread.order->released_device : thread.order->released_block);
  }
  meeting.unfenced.epochs.raise(thread.block().index, thread.block().epoch);
  meeting.unfenced.clocks.raise(thread.number, thread.clock + 1);
}

bool has_released(const Fiber& thread) {
  return !thread.block().order->released_block.empty() ||
         (thread.order != nullptr && !thread.order->released_block.empty());
}

}  // namespace

void synchronise(Fiber& thread, const void* address, bool write) {
  const bool global = is_global(address);
  if (!global && !active_engine->shared.contains(address)) return;
  Cell& cell = cell_of(address, global);
  // Counters in shared memory are the common case and synchronise nothing: no fence, no meeting.
  if (!global && cell.synchronises == 0 && !(write && has_released(thread))) return;
  if (cell.synchronises == 0 && !write) return;
  Meeting& meeting = state().meetings[address];
  if (cell.synchronises != 0) acquire(meeting, order_of(thread), global);
  if (write) {
    publish(thread, meeting, global);
    cell.synchronises = 1;
  }
}

}  // namespace checks

void note_atomic(const void* address, unsigned size, bool write, const void* pc) {
  const Quiet quiet;
  Fiber* thread = current();
  if (thread == nullptr) return;
  if (write) {
    checks::check<checks::Kind::atomic>(address, size, pc);
  } else {
    checks::check<checks::Kind::atomic_load>(address, size, pc);
  }
  checks::synchronise(*thread, address, write);
}

void fence(FenceScope scope) {
  scheduling_point();
  if (Fiber* thread = current(); thread != nullptr) checks::fences(*thread, scope);
}

}  // namespace simt::detail
