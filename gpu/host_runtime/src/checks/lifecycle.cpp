#include <algorithm>
#include <atomic>

#include "../arena.hpp"
#include "../engine.hpp"
#include "../reporting.hpp"
#include "../sanitizer.hpp"
#include "checks.hpp"
#include "state.hpp"
#include "tailproof/simt/host/shared_storage.hpp"

namespace simt::detail {

RedZone::RedZone() {
  const Quiet quiet;
  Cta& cta = current()->block();
  std::fill(std::begin(bytes), std::end(bytes), SharedPool::canary_byte);
  cta.red_zones.emplace_back(bytes, sizeof bytes);
  poison(bytes, sizeof bytes);
  checks::red_zone(cta, bytes, sizeof bytes);
}

namespace checks {

State::~State() {
  shared.unreserve(SharedPool::capacity);
}

constinit thread_local Hot hot;

State& thread_state() {
  static thread_local State instance;
  return instance;
}

void launch_begins(Engine&) {
  if (!enabled()) return;
  static std::atomic<std::uint32_t> launches{0};
  State& s = thread_state();
  hot = {.state = &s, .arena = Arena::instance().base(), .global = global_shadow()};
  s.shared.reserve(SharedPool::capacity);
  s.readers.clear();
  s.meetings.clear();
  s.launch_tag = ++launches;
}

namespace {
void forget_order(Cta& cta) {
  if (cta.order == nullptr) return;
  for (Fiber* fiber : cta.order->touched) {
    delete fiber->order;
    fiber->order = nullptr;
  }
  delete cta.order;
  cta.order = nullptr;
}

std::size_t shared_offset(const void* address) {
  return static_cast<std::size_t>(static_cast<const unsigned char*>(address) -
                                  active_engine->shared.base());
}
}  // namespace

void launch_ends(Engine& engine) {
  if (!enabled()) return;
  engine.stats.accesses = hot.accesses;
  for (std::size_t slot = 0; Cta* cta = engine.cta_in_slot(slot); ++slot) forget_order(*cta);
}

void cta_starts(Cta& cta) {
  if (!enabled()) return;
  State& s = state();
  forget_order(cta);
  cta.order = new CtaOrder;
  s.shared.clear_states(shared_offset(cta.shared), cta.shared_bytes);
  const auto in_this_cta = [&cta](const auto& entry) {
    return static_cast<std::size_t>(static_cast<const unsigned char*>(entry.first) - cta.shared) <
               cta.shared_bytes ||
           static_cast<std::size_t>(static_cast<const unsigned char*>(entry.first) -
                                    reinterpret_cast<unsigned char*>(cta.named.data())) <
               sizeof cta.named;
  };
  std::erase_if(s.meetings, in_this_cta);
}

void cta_exits(Cta& cta, Fiber& last) {
  if (!enabled()) return;
  for (const Stamp& stamp : cta.order->visitors) {
    if (stamp.clock == no_visit || ordered(stamp, last)) continue;
    const std::uint32_t thread = stamp.thread;
    record({.defect = Defect::exited_cta_access,
            .space = Space::distributed,
            .message = "a CTA exits while an access of " + thread_name(thread) +
                       " to its shared memory is not ordered before that",
            .action = "exits as its CTA's last",
            .has_other = true,
            .other = thread,
            .other_action = "accesses the CTA's shared memory",
            .other_position = {.pc = unpack_pc(stamp.pc)}});
    abandon();
  }
}

void red_zone(Cta& cta, const void* zone, unsigned bytes) {
  static_cast<void>(cta);
  if (enabled()) state().shared.set_forbidden(shared_offset(zone), bytes, true);
}

}  // namespace checks
}  // namespace simt::detail
