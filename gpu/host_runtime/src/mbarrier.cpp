#include "mbarrier.hpp"

#include "checks/checks.hpp"
#include "engine.hpp"
#include "reporting.hpp"
#include "tailproof/simt/host/cluster.hpp"
#include "tailproof/simt/host/ordered.hpp"

namespace simt::detail {

namespace {

/// As in the hardware all of a barrier is one 64-bit word; the lowest bits mark it as initialised.
struct Fields {
  static constexpr unsigned long long magic = 0x5;
  static constexpr unsigned arrival_bits = 20;
  static constexpr unsigned max_arrivals = (1u << arrival_bits) - 1;
  static constexpr int bytes_bias = 1 << 18;  // copies may arrive before they are expected

  bool valid = false;
  unsigned parity = 0;    // of the current phase
  unsigned arrivals = 0;  // per phase
  unsigned pending = 0;
  int bytes = 0;  // still expected

  static Fields unpack(unsigned long long state) {
    Fields f;
    f.valid = (state & 0x7) == magic;
    f.parity = static_cast<unsigned>(state >> 3 & 1);
    f.arrivals = static_cast<unsigned>(state >> 4 & max_arrivals);
    f.pending = static_cast<unsigned>(state >> 24 & max_arrivals);
    f.bytes = static_cast<int>(state >> 44) - bytes_bias;
    return f;
  }
  unsigned long long pack() const {
    return magic | static_cast<unsigned long long>(parity) << 3 |
           static_cast<unsigned long long>(arrivals) << 4 |
           static_cast<unsigned long long>(pending) << 24 |
           static_cast<unsigned long long>(bytes + bytes_bias) << 44;
  }
};

[[noreturn]] void misuse(const char* message, const char* file, int line) {
  record({.defect = Defect::async_copy,
          .space = Space::shared,
          .message = message,
          .action = "uses an mbarrier",
          .position = {file, line}});
  abandon();
}

Cta* owner_of(const mbarrier& barrier) {
  const SharedPool& pool = active_engine->shared;
  return pool.contains(&barrier) ? active_engine->cta_in_slot(pool.slot_of(&barrier)) : nullptr;
}

/// Ends the phase if nothing is pending any more, and wakes those who wait for it.
void settle(mbarrier& barrier, Fields fields) {
  const bool complete = fields.pending == 0 && fields.bytes == 0;
  const unsigned finished = fields.parity;
  if (complete) {
    fields.parity ^= 1u;
    fields.pending = fields.arrivals;
  }
  barrier.state = fields.pack();
  if (!complete) return;
  checks::phase_completes(&barrier);
  const Cta* owner = owner_of(barrier);
  if (owner == nullptr) return;
  for (std::uint32_t i = 0; i < owner->threads; ++i) {
    Fiber& fiber = owner->fibers[i];
    if (fiber.wait == Wait::mbarrier && fiber.awaited == &barrier &&
        fiber.awaited_parity == finished) {
      active_engine->scheduler.push(&fiber);
    }
  }
}

void arrive_at(mbarrier& barrier, unsigned expected_bytes, const char* file, int line) {
  const Quiet quiet;
  scheduling_point();
  check_usable(barrier, file, line);
  Fields fields = Fields::unpack(barrier.state);
  fields.bytes += static_cast<int>(expected_bytes);
  if (fields.pending == 0)
    misuse("more threads arrive at an mbarrier than a phase takes", file, line);
  --fields.pending;
  checks::arrives(*current(), &barrier);
  settle(barrier, fields);
}

bool is_complete(const mbarrier& barrier, unsigned parity) {
  return Fields::unpack(barrier.state).parity != (parity & 1u);
}

}  // namespace

void check_usable(const mbarrier& barrier, const char* file, int line) {
  if (owner_of(barrier) == nullptr) misuse("an mbarrier is not in shared memory", file, line);
  if (!Fields::unpack(barrier.state).valid) misuse("an mbarrier is not initialised", file, line);
}

void complete_bytes(mbarrier& barrier, unsigned bytes) {
  Fields fields = Fields::unpack(barrier.state);
  if (!fields.valid) return;
  fields.bytes -= static_cast<int>(bytes);
  settle(barrier, fields);
}

}  // namespace simt::detail

namespace simt {

using namespace detail;

void mbarrier::init(unsigned arrivals, const char* file, int line) {
  const Quiet quiet;
  scheduling_point();
  if (owner_of(*this) == nullptr) misuse("an mbarrier is not in shared memory", file, line);
  if (arrivals == 0 || arrivals > Fields::max_arrivals) {
    misuse("an mbarrier takes 1 to 2^20 - 1 arrivals", file, line);
  }
  Fields fields;
  fields.arrivals = fields.pending = arrivals;
  state = fields.pack();
}

void mbarrier::invalidate(const char* file, int line) {
  const Quiet quiet;
  check_usable(*this, file, line);
  state = 0;
}

void mbarrier::arrive(const char* file, int line) {
  arrive_at(*this, 0, file, line);
}

void mbarrier::arrive_remote(unsigned rank, const char* file, int line) {
  void* remote = map_shared(this, rank, file, line);
  arrive_at(*static_cast<mbarrier*>(remote), 0, file, line);
}

void mbarrier::arrive_expect_tx(unsigned bytes, const char* file, int line) {
  arrive_at(*this, bytes, file, line);
}

void mbarrier::expect_tx(unsigned bytes, const char* file, int line) {
  const Quiet quiet;
  scheduling_point();
  check_usable(*this, file, line);
  Fields fields = Fields::unpack(state);
  fields.bytes += static_cast<int>(bytes);
  state = fields.pack();
}

bool mbarrier::test_wait(unsigned parity, const char* file, int line) {
  const Quiet quiet;
  scheduling_point();
  check_usable(*this, file, line);
  if (!is_complete(*this, parity)) return false;
  checks::waited(*current(), this);
  return true;
}

bool mbarrier::try_wait(unsigned parity, const char* file, int line) {
  if (test_wait(parity, file, line)) return true;
  pause_spinning();
  return test_wait(parity, file, line);
}

void mbarrier::wait(unsigned parity, const char* file, int line) {
  Fiber& self = *current();
  self.file = file;
  self.line = line;
  while (!test_wait(parity, file, line)) {
    self.wait = Wait::mbarrier;
    self.awaited = this;
    self.awaited_parity = parity & 1u;
    active_engine->scheduler.block();
  }
}

// Initialisation is visible at once here; what these fences order on the device is not modelled.
void fence_mbarrier_init() {
  scheduling_point();
}
void fence_proxy_async() {
  scheduling_point();
}

}  // namespace simt
