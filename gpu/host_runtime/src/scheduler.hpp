/// Who runs next. Threads switch straight to each other; the main context only starts clusters and
/// ends the launch.
#pragma once
#include <cstdint>
#include <vector>

#include "random.hpp"
#include "ready_queue.hpp"
#include "tailproof/simt/host/launch.hpp"

namespace simt::detail {

class Scheduler {
 public:
  /// Prepares a launch that has at most `threads` threads alive.
  void begin(const Options& options, std::size_t threads, std::vector<Deviation>* record);

  void push(Fiber* fiber) { ready_.push(fiber); }
  /// Parks the running thread, which is in some wait list, until somebody pushes it.
  void block();
  /// Lets others run; the running thread stays ready, behind them.
  void yield();
  /// The running thread need not stop, but other orders than the plain one may run somebody else
  /// first.
  void offer();
  /// The running thread paused in a polling loop.
  void pause();
  /// The running thread is done; `to_main` when the main context has something to do.
  [[noreturn]] void leave(bool to_main);
  /// Gives the launch up: all threads stay where they are for good.
  [[noreturn]] void abandon();

  /// Main context: runs threads until one leaves to the main context or nobody is ready (then
  /// false).
  bool run();
  void on_out_of_fuel();
  /// First thing that a new fiber does.
  void entered();

  std::uint64_t switches() const { return switches_; }
  std::uint64_t points() const;
  /// A random choice of the schedule that is not about threads.
  Random& random() { return random_; }
  bool plain() const { return plain_; }

 private:
  void block_deliberately();
  Fiber* pick_deliberately();
  Fiber* pick_after_copies();
  std::size_t choose();
  std::size_t highest_priority() const;
  std::size_t last_not_polling() const;
  std::size_t first_not_starved(std::size_t wish);
  void refuel();
  void switch_to(Fiber* next);
  void switch_with_address_sanitizer(Fiber* self, Fiber* next, void** save, void* to);
  void limit_reached();

  ReadyQueue ready_;
  Schedule schedule_;
  Random random_{1, 0};
  bool plain_ = true;  // in order, nothing recorded, nobody starved: always the first ready thread
  std::uint64_t switches_ = 0;
  std::uint64_t max_switches_ = 0;
  std::uint32_t max_pauses_ = 0;
  std::int32_t max_turn_points_ = 0;

  // Scheduling points, counted through the fuel.
  std::uint64_t points_before_refuel_ = 0;
  std::int32_t fuel_loaded_ = 0;
  std::uint64_t switches_at_refuel_ = 0;
  std::uint64_t next_preemption_ = 0;  // point number; 0: none ahead
  std::vector<std::uint64_t>
      forced_points_;  // PCT's change points or the replayed preemptions, ascending
  std::size_t next_forced_ = 0;
  std::uint64_t lowest_priority_ = 0;

  std::uint64_t choices_ = 0;
  std::vector<Deviation> forced_choices_;
  std::size_t next_choice_ = 0;
  std::uint32_t starved_turns_ = 0;
  std::vector<Deviation>* record_ = nullptr;

  void* main_stack_pointer_ = nullptr;
  void* main_fake_stack_ = nullptr;
  const void* main_bottom_ = nullptr;
  std::size_t main_size_ = 0;
};

}  // namespace simt::detail
