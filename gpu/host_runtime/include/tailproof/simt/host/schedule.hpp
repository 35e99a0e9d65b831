/// In which order the threads of a launch run. A schedule is a value: the same one replays the same
/// execution.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace simt {

/// Which ready thread runs next.
enum class Order {
  in_order,  ///< First ready, first run: threads 0, 1, 2, ...
  reversed,  ///< Last ready, first run.
  random,    ///< Any ready thread, uniformly.
  pct,  ///< Probabilistic concurrency testing: highest of random priorities, lowered at few random
        ///< points.
  replay,  ///< In order, but for the listed deviations.
};

/// Who is not run while anybody else can.
enum class Starve { nobody, warp, cta };

/// One departure from the in-order schedule.
struct Deviation {
  enum class Kind : std::uint8_t {
    preempt,  ///< A forced switch at scheduling point `at`.
    choose,   ///< At switch number `at`, thread `thread` runs instead of the first ready one.
  };
  Kind kind;
  std::uint64_t at;
  std::uint32_t thread = 0;  ///< Global thread number: cta * threads per CTA + thread.
  bool operator==(const Deviation&) const = default;
};

/// Everything that decides an interleaving; equal schedules replay it exactly.
struct Schedule {
  Order order = Order::in_order;
  std::uint64_t seed = 1;
  unsigned preempt_every = 0;  ///< Mean scheduling points between forced switches; 0: none.
  unsigned resident = 2;       ///< Clusters (or single CTAs) alive at once.
  bool shuffle_start = false;  ///< CTAs start in random order.
  Starve starve = Starve::nobody;
  unsigned pct_changes = 3;         ///< Priority changes of a PCT run.
  std::uint64_t pct_points = 4096;  ///< The changes fall into the first so many scheduling points.
  std::vector<Deviation> deviations;  ///< Of Order::replay.

  /// All of the above from one number; small seeds cover each order early.
  static Schedule from_seed(std::uint64_t seed);
  /// One line that names every choice.
  std::string describe() const;
};

}  // namespace simt
