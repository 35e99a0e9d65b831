#include "scheduler.hpp"

#include <algorithm>

#include "context_switch.hpp"
#include "engine.hpp"
#include "reporting.hpp"
#include "sanitizer.hpp"

namespace simt::detail {

namespace {
/// Switches for which a starved thread may be passed over: forward progress is promised to every
/// resident thread.
constexpr std::uint32_t starvation_patience = 20'000;
/// Spin pauses in a row after which a thread no longer counts as one that gets on.
constexpr std::uint32_t polls_in_vain = 32;
/// New threads draw PCT priorities above this; lowered ones count down from it.
constexpr std::uint64_t pct_floor = std::uint64_t{1} << 40;
}  // namespace

void Scheduler::begin(const Options& options, std::size_t threads, std::vector<Deviation>* record) {
  ready_.reset(threads);
  schedule_ = options.schedule;
  random_ = Random(schedule_.seed, 1);
  record_ = record;
  plain_ =
      schedule_.order == Order::in_order && schedule_.starve == Starve::nobody && record == nullptr;
  switches_ = choices_ = 0;
  max_switches_ = options.max_switches;
  max_pauses_ = options.max_pauses;
  max_turn_points_ = options.max_turn_points;
  points_before_refuel_ = 0;
  fuel_loaded_ = running.fuel = 0;
  next_preemption_ = 0;
  forced_points_.clear();
  forced_choices_.clear();
  next_forced_ = next_choice_ = 0;
  starved_turns_ = 0;
  lowest_priority_ = pct_floor;
  if (schedule_.order == Order::pct) {
    const auto range = static_cast<std::uint32_t>(std::max<std::uint64_t>(schedule_.pct_points, 1));
    for (unsigned i = 0; i < schedule_.pct_changes; ++i) {
      forced_points_.push_back(1 + random_.below(range));
    }
    std::sort(forced_points_.begin(), forced_points_.end());
  } else if (schedule_.order == Order::replay) {
    for (const Deviation& deviation : schedule_.deviations) {
      if (deviation.kind == Deviation::Kind::preempt) {
        forced_points_.push_back(deviation.at);
      } else {
        forced_choices_.push_back(deviation);
      }
    }
  }
  refuel();
}

std::uint64_t Scheduler::points() const {
  return points_before_refuel_ + static_cast<std::uint64_t>(fuel_loaded_ - running.fuel);
}

/// Loads the fuel up to the next forced switch, or to the runaway check when none is near.
void Scheduler::refuel() {
  const std::uint64_t now = points();
  points_before_refuel_ = now;
  switches_at_refuel_ = switches_;
  while (next_forced_ < forced_points_.size() && forced_points_[next_forced_] <= now)
    ++next_forced_;
  next_preemption_ = 0;
  if (next_forced_ < forced_points_.size()) {
    next_preemption_ = forced_points_[next_forced_];
  } else if (schedule_.preempt_every != 0 && schedule_.order != Order::replay &&
             schedule_.order != Order::pct) {
    next_preemption_ = now + 1 + random_.below(2 * schedule_.preempt_every);
  }
  fuel_loaded_ = max_turn_points_;
  if (next_preemption_ != 0 &&
      next_preemption_ - now < static_cast<std::uint64_t>(max_turn_points_)) {
    fuel_loaded_ = static_cast<std::int32_t>(next_preemption_ - now);
  }
  running.fuel = fuel_loaded_;
}

void Scheduler::on_out_of_fuel() {
  const Quiet quiet;
  const std::uint64_t now = points();
  const bool preempt = next_preemption_ != 0 && now >= next_preemption_;
  const bool runaway = !preempt && switches_ == switches_at_refuel_;
  refuel();
  if (runaway) {
    record({.defect = Defect::runaway,
            .message = "one thread used up its scheduling points without blocking"});
    abandon();
  }
  if (!preempt) return;
  if (record_ != nullptr) record_->push_back({Deviation::Kind::preempt, now});
  current()->priority = --lowest_priority_;
  yield();
}

std::size_t Scheduler::highest_priority() const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < ready_.size(); ++i) {
    if (ready_.at(i)->priority > ready_.at(best)->priority) best = i;
  }
  return best;
}

std::size_t Scheduler::first_not_starved(std::size_t wish) {
  if (!ready_.at(wish)->starved) return wish;
  if (++starved_turns_ % starvation_patience == 0) return wish;
  for (std::size_t i = 0; i < ready_.size(); ++i) {
    if (!ready_.at(i)->starved && ready_.at(i)->pauses < polls_in_vain) return i;
  }
  return wish;
}

/// The last ready thread that does not merely poll; if all do, the one that paused first.
std::size_t Scheduler::last_not_polling() const {
  for (std::size_t i = ready_.size(); i-- > 0;) {
    if (!ready_.at(i)->polling) return i;
  }
  return 0;
}

std::size_t Scheduler::choose() {
  switch (schedule_.order) {
    case Order::in_order:
      return 0;
    case Order::reversed:
      return last_not_polling();
    case Order::random:
      return random_.below(static_cast<std::uint32_t>(ready_.size()));
    case Order::pct:
      return highest_priority();
    case Order::replay:
      if (next_choice_ < forced_choices_.size() && forced_choices_[next_choice_].at == choices_) {
        const std::uint32_t thread = forced_choices_[next_choice_++].thread;
        for (std::size_t i = 0; i < ready_.size(); ++i) {
          if (ready_.at(i)->number == thread) return i;
        }
      }
      return 0;
  }
  return 0;
}

Fiber* Scheduler::pick_deliberately() {
  const Quiet quiet;
  active_engine->deliver_some_copies();
  while (ready_.size() == 0) {
    if (!active_engine->deliver_one_copy()) return nullptr;
  }
  ++choices_;
  std::size_t chosen = choose();
  if (schedule_.starve != Starve::nobody) chosen = first_not_starved(chosen);
  if (record_ != nullptr && chosen != 0) {
    record_->push_back({Deviation::Kind::choose, choices_, ready_.at(chosen)->number});
  }
  return ready_.remove(chosen);
}

Fiber* Scheduler::pick_after_copies() {
  const Quiet quiet;
  while (ready_.size() == 0) {
    if (!active_engine->deliver_one_copy()) active_engine->deadlock();
  }
  return ready_.pop_front();
}

void Scheduler::limit_reached() {
  const Quiet quiet;
  switches_ = 0;
  record({.defect = Defect::livelock,
          .message = "the limit of switches is reached: " + active_engine->census()});
  abandon();
}

// Whoever switches to a thread makes it the running one, so that nothing is left to do after the
// switch.
inline void Scheduler::switch_to(Fiber* next) {
  Fiber* self = current();
  void** save = self != nullptr ? &self->stack_pointer : &main_stack_pointer_;
  void* to = next != nullptr ? next->stack_pointer : main_stack_pointer_;
  running.thread = next;
  if (address_sanitizer()) [[unlikely]] {
    return switch_with_address_sanitizer(self, next, save, to);
  }
  switch_context(save, to);
}

void Scheduler::switch_with_address_sanitizer(Fiber* self, Fiber* next, void** save, void* to) {
  __sanitizer_start_switch_fiber(self != nullptr ? &self->fake_stack : &main_fake_stack_,
                                 next != nullptr ? next->stack : main_bottom_,
                                 next != nullptr ? next->stack_size : main_size_);
  switch_context(save, to);
  __sanitizer_finish_switch_fiber(self != nullptr ? self->fake_stack : main_fake_stack_, nullptr,
                                  nullptr);
}

void Scheduler::entered() {
  if (!address_sanitizer()) return;
  const void* bottom = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(nullptr, &bottom, &size);
  if (main_bottom_ == nullptr) {  // the first fiber ever comes from the main context
    main_bottom_ = bottom;
    main_size_ = size;
  }
}

void Scheduler::block() {
  if (++switches_ > max_switches_) [[unlikely]]
    limit_reached();
  if (!plain_) return block_deliberately();
  Fiber* next = ready_.pop_front();
  if (next == nullptr) [[unlikely]]
    next = pick_after_copies();
  if (next == current()) return;
  switch_to(next);
}

void Scheduler::block_deliberately() {
  Fiber* next = pick_deliberately();
  if (next == nullptr) active_engine->deadlock();
  if (next != current()) switch_to(next);
}

void Scheduler::yield() {
  ready_.push(current());
  block();
}

void Scheduler::offer() {
  if (plain_) return;
  ready_.push_front(current());
  block();
}

void Scheduler::pause() {
  const Quiet quiet;
  Fiber* self = current();
  if (++self->pauses > max_pauses_) {
    record({.defect = Defect::livelock,
            .message = "a thread polls without an end: " + active_engine->census()});
    abandon();
  }
  self->priority = --lowest_priority_;
  // In order nobody else would let a copy arrive for which all threads poll.
  if (plain_ && active_engine->deliver_one_copy()) self->pauses = 0;
  self->polling = true;
  yield();
  self->polling = false;
}

void Scheduler::leave(bool to_main) {
  Fiber* next = nullptr;
  if (!to_main) {
    next = plain_ ? ready_.pop_front() : pick_deliberately();
    if (next == nullptr) next = pick_after_copies();
  }
  ++switches_;
  running.thread = next;
  if (address_sanitizer()) {
    __sanitizer_start_switch_fiber(nullptr, next != nullptr ? next->stack : main_bottom_,
                                   next != nullptr ? next->stack_size : main_size_);
  }
  void* never_resumed = nullptr;
  switch_context(&never_resumed, next != nullptr ? next->stack_pointer : main_stack_pointer_);
  __builtin_unreachable();
}

void Scheduler::abandon() {
  active_engine->aborted = true;
  leave(true);
}

bool Scheduler::run() {
  Fiber* next = plain_ ? ready_.pop_front() : pick_deliberately();
  while (next == nullptr && active_engine->deliver_one_copy()) next = ready_.pop_front();
  if (next == nullptr) return false;
  ++switches_;
  switch_to(next);
  return true;
}

void out_of_fuel() {
  if (running.thread == nullptr) {
    running.fuel = INT_MAX;
    return;
  }
  active_engine->scheduler.on_out_of_fuel();
}

void pause_spinning() {
  scheduling_point();
  active_engine->scheduler.pause();
}

}  // namespace simt::detail
