#include "async_copies.hpp"

#include <cstring>

#include "checks/checks.hpp"
#include "engine.hpp"
#include "mbarrier.hpp"
#include "reporting.hpp"
#include "tailproof/simt/host/async.hpp"

namespace simt::detail {

bool AsyncCopies::in_flight(const void* address, unsigned bytes) const {
  const auto* first = static_cast<const unsigned char*>(address);
  for (const AsyncCopy& copy : flying_) {
    if (first < copy.to + copy.bytes && copy.to < first + bytes) return true;
  }
  return false;
}

void AsyncCopies::deliver_at(std::size_t index) {
  const AsyncCopy copy = flying_[index];
  flying_.erase(flying_.begin() + static_cast<std::ptrdiff_t>(index));
  std::memcpy(copy.to, copy.from, copy.bytes);
  checks::copy_landed(copy.to, copy.bytes);
  if (copy.barrier == nullptr) return;
  checks::copy_completes(copy.issuer_number, copy.moment, copy.barrier);
  complete_bytes(*copy.barrier, copy.bytes);
}

bool AsyncCopies::deliver_one(Random& random) {
  if (flying_.empty()) return false;
  deliver_at(random.below(static_cast<std::uint32_t>(flying_.size())));
  return true;
}

void AsyncCopies::deliver_by_chance(Random& random) {
  constexpr std::uint32_t one_in = 64;  // late enough that waits are really met before their data
  for (std::size_t i = flying_.size(); i-- > 0;) {
    if (random.below(one_in) == 0) deliver_at(i);
  }
}

bool AsyncCopies::deliver_for(const Cta& cta) {
  for (std::size_t i = 0; i < flying_.size(); ++i) {
    if (flying_[i].cta != &cta) continue;
    deliver_at(i);
    return true;
  }
  return false;
}

void AsyncCopies::deliver(const AsyncCopy& wanted) {
  for (std::size_t i = 0; i < flying_.size(); ++i) {
    if (flying_[i].to != wanted.to || flying_[i].moment != wanted.moment ||
        flying_[i].issuer != wanted.issuer) {
      continue;
    }
    deliver_at(i);
    return;
  }
}

namespace {

/// Whether the copy's addresses are what the hardware takes.
void check_copy(const void* shared, const void* global, unsigned bytes, unsigned alignment,
                const char* what, const char* file, int line) {
  const Cta& cta = current()->block();
  const auto offset =
      static_cast<std::size_t>(static_cast<const unsigned char*>(shared) - cta.shared);
  const bool inside = offset < cta.shared_bytes && bytes <= cta.shared_bytes - offset;
  const bool aligned = reinterpret_cast<std::uintptr_t>(shared) % alignment == 0 &&
                       reinterpret_cast<std::uintptr_t>(global) % alignment == 0;
  if (inside && aligned) return;
  record({.defect = inside ? Defect::misaligned : Defect::out_of_bounds,
          .space = Space::shared,
          .message = inside ? "source and destination must be aligned to " +
                                  std::to_string(alignment) + " bytes"
                            : "the destination is not in the CTA's shared memory",
          .action = what,
          .position = {file, line}});
  abandon();
}

}  // namespace

void cp_async_issue(void* shared, const void* global, unsigned bytes, const char* file, int line) {
  const Quiet quiet;
  scheduling_point();
  check_copy(shared, global, bytes, bytes, "issues cp.async", file, line);
  Fiber& self = *current();
  if (self.copies == nullptr) self.copies = std::make_unique<PendingCopies>();
  AsyncCopy copy{.issuer = &self,
                 .issuer_number = self.number,
                 .cta = &self.block(),
                 .to = static_cast<unsigned char*>(shared),
                 .from = static_cast<const unsigned char*>(global),
                 .bytes = bytes};
  copy.moment = checks::copy_issued(self, shared, global, bytes, __builtin_return_address(0));
  active_engine->copies.add(copy);
  self.copies->copies.emplace_back(self.copies->committed, copy);
}

void cp_async_commit_group() {
  const Quiet quiet;
  Fiber& self = *current();
  if (self.copies == nullptr) self.copies = std::make_unique<PendingCopies>();
  ++self.copies->committed;
}

void cp_async_wait_groups(unsigned newest_left, const char*, int) {
  const Quiet quiet;
  scheduling_point();
  Fiber& self = *current();
  if (self.copies == nullptr) return;
  PendingCopies& pending = *self.copies;
  if (pending.committed <= newest_left) return;
  const unsigned done = pending.committed - newest_left;
  std::erase_if(pending.copies, [&](const std::pair<unsigned, AsyncCopy>& entry) {
    if (entry.first >= done) return false;
    active_engine->copies.deliver(entry.second);
    checks::copy_awaited(self, entry.second.moment);
    return true;
  });
}

}  // namespace simt::detail

namespace simt {

void bulk_copy(void* shared, const void* global, unsigned bytes, mbarrier& barrier,
               const char* file, int line) {
  using namespace detail;
  const Quiet quiet;
  scheduling_point();
  check_copy(shared, global, bytes, 16, "issues a bulk copy", file, line);
  if (bytes % 16 != 0) {
    record({.defect = Defect::misaligned,
            .space = Space::shared,
            .message = "a bulk copy moves a multiple of 16 bytes",
            .action = "issues a bulk copy",
            .position = {file, line}});
    abandon();
  }
  Fiber& self = *current();
  AsyncCopy copy{.issuer = &self,
                 .issuer_number = self.number,
                 .cta = &self.block(),
                 .to = static_cast<unsigned char*>(shared),
                 .from = static_cast<const unsigned char*>(global),
                 .bytes = bytes,
                 .barrier = &barrier};
  check_usable(barrier, file, line);
  copy.moment = checks::copy_issued(self, shared, global, bytes, __builtin_return_address(0));
  if (bytes != 0) active_engine->copies.add(copy);
}

}  // namespace simt
