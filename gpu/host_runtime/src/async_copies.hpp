/// Asynchronous copies in flight. Their data are moved when the schedule says so, at the latest
/// when a wait needs them.
#pragma once
#include <cstdint>
#include <vector>

#include "fiber.hpp"
#include "random.hpp"

namespace simt {
struct mbarrier;
}

namespace simt::detail {

struct AsyncCopy {
  Fiber* issuer = nullptr;
  std::uint32_t issuer_number = 0;
  Cta* cta = nullptr;
  unsigned char* to = nullptr;
  const unsigned char* from = nullptr;
  unsigned bytes = 0;
  std::uint32_t moment = 0;     // of the issue, for the checks
  mbarrier* barrier = nullptr;  // of a bulk copy; null: a cp.async
};

/// cp.async groups of one thread. Its memory stays for the next thread in this place: a checker of
/// kernels that looks for leaks would take what the allocator keeps aside for one.
struct PendingCopies {
  unsigned committed = 0;                              // groups committed so far
  std::vector<std::pair<unsigned, AsyncCopy>> copies;  // with the group that each belongs to
  void clear() {
    committed = 0;
    copies.clear();
  }
};

class AsyncCopies {
 public:
  void clear() { flying_.clear(); }
  void add(const AsyncCopy& copy) { flying_.push_back(copy); }
  bool in_flight(const void* address, unsigned bytes) const;
  /// Lets a random copy arrive; false when none is in flight.
  bool deliver_one(Random& random);
  void deliver_some(Random& random) {
    if (!flying_.empty()) deliver_by_chance(random);
  }
  /// Lets one copy into `cta` arrive; false when none is in flight.
  bool deliver_for(const Cta& cta);
  /// Lets exactly this copy arrive, if it has not yet.
  void deliver(const AsyncCopy& copy);

 private:
  void deliver_by_chance(Random& random);
  void deliver_at(std::size_t index);
  std::vector<AsyncCopy> flying_;
};

}  // namespace simt::detail
