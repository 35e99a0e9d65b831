/// GPU threads, warps, CTAs and clusters of a running launch.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tailproof/simt/host/barrier.hpp"
#include "tailproof/simt/host/running.hpp"
#include "tailproof/simt/host/warp.hpp"

namespace simt::detail {

struct Cta;
struct Cluster;
struct ThreadOrder;  // happens-before knowledge of one thread (checks/order.hpp)
struct CtaOrder;
struct PendingCopies;

enum class Wait : std::uint8_t { ready, barrier, warp, cluster, named_barrier, mbarrier, exited };

/// A thread is numbered (cta << thread_bits) | thread everywhere in the runtime.
constexpr unsigned thread_bits = 10;
constexpr unsigned max_cta_threads = 1u << thread_bits;
constexpr unsigned warp_lanes = 32;

/// The first cache line holds all that a barrier touches: with hundreds of threads that decides its
/// speed.
struct alignas(64) Fiber : ThreadView {
  Wait wait = Wait::ready;
  bool starved = false;  // not run while others can be
  bool polling = false;  // its last turn ended in a spin pause
  int line = 0;          // where it waits
  const char* file = "";
  void* stack_pointer = nullptr;
  std::uint32_t number = 0;  // in the launch
  std::uint32_t thread = 0;  // in its CTA
  std::uint32_t warp = 0;
  std::uint32_t pauses = 0;  // spin pauses since it last did anything else

  WarpCall call{};  // collective it waits in
  std::uint64_t result = 0;
  std::uint64_t priority = 0;       // of PCT; larger runs first
  std::uint32_t clock = 0;          // advances when its accesses become publishable
  std::uint32_t cluster_phase = 0;  // cluster barrier phase that it arrived at, plus one; 0: none
  ThreadOrder* order = nullptr;
  const void* awaited = nullptr;  // mbarrier or named barrier
  std::uint32_t awaited_parity = 0;
  std::unique_ptr<PendingCopies> copies;
  unsigned char* stack = nullptr;  // lowest usable byte
  std::size_t stack_size = 0;
  void* fake_stack = nullptr;  // AddressSanitizer's

  Cta& block() const;
};

struct Warp {
  unsigned lanes = 0;    // lanes that exist
  unsigned arrived = 0;  // lanes waiting in a collective
  unsigned exited = 0;
  std::unique_ptr<std::array<std::array<std::uint32_t, warp_lanes>, warp_lanes>> clocks;
};

struct NamedBarrier {
  std::uint32_t arrived = 0;
  std::uint32_t expected = 0;
};

struct Cta : CtaView {
  std::uint32_t index = 0;  // in the launch
  std::uint32_t slot = 0;   // of resident CTAs
  std::uint32_t life = 0;   // distinguishes CTAs that used this slot in turn
  std::uint32_t threads = 0;
  std::uint32_t alive = 0;
  std::uint32_t epoch = 1;  // barriers completed, plus one
  Cluster* cluster = nullptr;
  Fiber* fibers = nullptr;
  std::vector<Warp> warps;
  std::array<NamedBarrier, 16> named{};
  std::vector<std::pair<unsigned char*, std::size_t>> red_zones;

  std::uint32_t waiting = 0;  // at __syncthreads
  const char* barrier_file = "";
  int barrier_line = 0;
  int fold_count = 0;
  int fold_result = 0;

  CtaOrder* order = nullptr;
};

struct Cluster {
  std::vector<Cta> ctas;
  std::uint32_t threads = 0;
  std::uint32_t alive = 0;
  std::uint32_t arrived = 0;
  std::uint32_t phase = 0;
  const char* file = nullptr;  // where the phase's first thread arrived; null: by halves
  int line = 0;
};

inline Cta& Fiber::block() const {
  return *static_cast<Cta*>(cta);
}

/// While one lives the running thread's accesses are not checked. Needed wherever the runtime uses
/// the standard library: the linker may have chosen an instrumented copy of the same template from
/// a kernel's translation unit.
class Quiet {
 public:
  Quiet() : self_(running.thread), before_(self_ != nullptr && self_->quiet) {
    if (self_ != nullptr) self_->quiet = true;
  }
  ~Quiet() {
    if (self_ != nullptr) self_->quiet = before_;
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  ThreadView* self_;
  bool before_;
};

inline Fiber* current() {
  return static_cast<Fiber*>(running.thread);
}

}  // namespace simt::detail
