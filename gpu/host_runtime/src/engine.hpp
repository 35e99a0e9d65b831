/// One OS thread's launch: its CTAs, its memory, what it found.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "async_copies.hpp"
#include "fiber.hpp"
#include "scheduler.hpp"
#include "shared_pool.hpp"
#include "stacks.hpp"
#include "tailproof/simt/host/launch.hpp"

namespace simt::detail {

class Engine {
 public:
  Engine() : start_order_(1, 2), garbage_(1, 3) {}

  /// Runs a launch to its end; its first defect, if any, becomes `report`.
  Status run(const LaunchConfig& config, const KernelCall& call, const Options& options);

  /// Calls of the running thread.
  [[noreturn]] void thread_exits();
  [[noreturn]] void deadlock();
  /// How many threads wait where, for the first CTAs.
  std::string census() const;

  /// Lets one asynchronous copy arrive; false when none is in flight.
  bool deliver_one_copy() { return copies.deliver_one(scheduler.random()); }
  /// Lets each copy arrive with some chance.
  void deliver_some_copies() { copies.deliver_some(scheduler.random()); }

  /// The resident CTA that uses shared slot `slot`; null when none does.
  Cta* cta_in_slot(std::size_t slot) { return slot < owners_.size() ? owners_[slot] : nullptr; }

  Scheduler scheduler;
  Stacks stacks;
  SharedPool shared;
  AsyncCopies copies;
  LaunchConfig config;
  const KernelCall* call = nullptr;
  LaunchStats stats;
  Schedule schedule;
  std::optional<Report> report;
  bool aborted = false;
  bool busy = false;

 private:
  Status prepare(const Options& options);
  void start_cluster(Cluster& cluster, std::uint32_t slot);
  void start_cta(Cta& cta, std::uint32_t index, std::uint32_t slot);
  void start_thread(Cta& cta, std::uint32_t thread);
  void exit_cta(Cta& cta, Fiber& last);
  void choose_starved();
  Status finish();

  std::uint32_t cta_threads_ = 0;
  std::vector<Fiber> fibers_;
  std::vector<Cluster> clusters_;
  std::vector<Cta*> owners_;               // by shared slot
  std::vector<std::uint32_t> start_list_;  // cluster numbers in the order in which they start
  std::size_t started_ = 0;
  std::uint32_t lives_ = 0;
  std::uint32_t starved_cta_ = 0;
  std::uint32_t starved_warp_ = 0;
  Cluster* finished_ = nullptr;
  Random start_order_;
  Random garbage_;
};

/// Whether a launch of this shape can run at all.
Status validate(const LaunchConfig& config);

/// The engine of this OS thread, made on first use.
Engine& engine();
/// The engine while it runs a launch, else null.
extern constinit thread_local Engine* active_engine;

}  // namespace simt::detail
