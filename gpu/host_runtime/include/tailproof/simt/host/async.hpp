/// Asynchronous copies to shared memory. The schedule decides when the data arrive: at the latest
/// in the wait, and the destination holds garbage until then.
#pragma once
#include "tailproof/simt/host/running.hpp"

namespace simt {

namespace detail {
void cp_async_issue(void* shared, const void* global, unsigned bytes, const char* file, int line);
void cp_async_commit_group();
void cp_async_wait_groups(unsigned newest_left, const char* file, int line);
}  // namespace detail

/// cp.async: copies `bytes` (4, 8 or 16) of global memory to shared memory for this thread.
template <unsigned bytes>
SIMT_INLINE void cp_async(void* shared, const void* global, SIMT_HERE) {
  static_assert(bytes == 4 || bytes == 8 || bytes == 16);
  detail::cp_async_issue(shared, global, bytes, file, line);
}
/// Cache hints of copies: on the device the data leave L2 first, or last; here they say nothing.
struct ReadOnce {};
struct ReadAgain {};

/// cp_async<16>, with a hint.
template <unsigned bytes>
SIMT_INLINE void cp_async(void* shared, const void* global, ReadAgain, SIMT_HERE) {
  static_assert(bytes == 16);
  detail::cp_async_issue(shared, global, bytes, file, line);
}
/// Makes one group of all copies issued by this thread since the last commit.
SIMT_INLINE void cp_async_commit() {
  detail::cp_async_commit_group();
}
/// Waits until at most the `newest` most recent groups of this thread are in flight. Other threads
/// need a barrier.
template <unsigned newest>
SIMT_INLINE void cp_async_wait(SIMT_HERE) {
  detail::cp_async_wait_groups(newest, file, line);
}

/// Barrier object in shared memory, counting arrivals and the bytes of bulk copies. POD: call
/// init() by one thread, then fence_mbarrier_init() and a CTA (or cluster) barrier.
struct alignas(8) mbarrier {
  unsigned long long state;

  /// `arrivals` per phase, 1 to 2^20 - 1.
  void init(unsigned arrivals, SIMT_HERE);
  void invalidate(SIMT_HERE);
  void arrive(SIMT_HERE);
  /// Arrives at the barrier at this address of CTA `rank` of the cluster.
  void arrive_remote(unsigned rank, SIMT_HERE);
  /// The phase also waits for `bytes` of bulk copies; then arrives.
  void arrive_expect_tx(unsigned bytes, SIMT_HERE);
  void expect_tx(unsigned bytes, SIMT_HERE);
  /// Whether the phase with this parity is complete; never waits.
  bool test_wait(unsigned parity, SIMT_HERE);
  /// As test_wait, but may let other threads run first.
  bool try_wait(unsigned parity, SIMT_HERE);
  /// Returns when the phase with this parity is complete.
  void wait(unsigned parity, SIMT_HERE);
};

/// Makes initialised barriers visible to the cluster and to bulk copies.
void fence_mbarrier_init();
/// Orders this thread's earlier accesses to shared memory before later bulk copies.
void fence_proxy_async();

/// cp.async.bulk: copies `bytes` (a multiple of 16) from global to this CTA's shared memory, both
/// 16-byte aligned, and completes them on `barrier`.
void bulk_copy(void* shared, const void* global, unsigned bytes, mbarrier& barrier, SIMT_HERE);
/// bulk_copy, with a hint.
inline void bulk_copy(void* shared, const void* global, unsigned bytes, mbarrier& barrier, ReadOnce,
                      SIMT_HERE) {
  bulk_copy(shared, global, bytes, barrier, file, line);
}

}  // namespace simt
