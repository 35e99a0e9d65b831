/// Running a check over every 32-bit value, in blocks, on all cores.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace tailproof::test {

/// Values [first, first + count) of a domain.
struct Block {
  std::uint64_t first;
  std::uint32_t count;
};

/// What a sweep came to. A sweep that visited nothing proves nothing: callers look at visited.
struct Sweep {
  std::uint64_t visited = 0;
  std::optional<std::uint64_t> counterexample;  ///< the least one, if any
};

inline constexpr std::uint64_t all_32_bit_values = std::uint64_t{1} << 32;
inline constexpr std::uint32_t sweep_block = 1u << 16;

/// Calls check(Block) -> optional counterexample on all of [first, last), spread over the cores.
/// Stops early at a counterexample; blocks before it are always visited, so the least is found.
template <class Check>
[[nodiscard]] Sweep sweep(std::uint64_t first, std::uint64_t last, Check check) {
  std::atomic<std::uint64_t> next = first;
  std::atomic<std::uint64_t> least = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::uint64_t> visited = 0;
  std::mutex mutex;
  const auto work = [&] {
    while (true) {
      const std::uint64_t start = next.fetch_add(sweep_block);
      if (start >= last || start > least) return;
      const auto count =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(sweep_block, last - start));
      const std::optional<std::uint64_t> found = check(Block{start, count});
      visited += count;
      if (!found.has_value()) continue;
      const std::lock_guard lock(mutex);
      least = std::min<std::uint64_t>(least, *found);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < std::max(1u, std::thread::hardware_concurrency()); ++t) {
    threads.emplace_back(work);
  }
  work();
  for (std::thread& thread : threads) thread.join();
  Sweep result{visited, std::nullopt};
  if (least != std::numeric_limits<std::uint64_t>::max()) result.counterexample = least;
  return result;
}

/// Whether this build runs whole sweeps; instrumented ones are some ten times slower.
[[nodiscard]] constexpr bool runs_whole_sweeps() {
#ifdef TAILPROOF_INSTRUMENTED
  return false;
#else
  return true;
#endif
}

}  // namespace tailproof::test
