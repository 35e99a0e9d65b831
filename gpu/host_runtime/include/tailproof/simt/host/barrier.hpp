/// The __syncthreads family and named barriers.
#pragma once
#include "tailproof/simt/host/running.hpp"

namespace simt::detail {
enum class BarrierFold { none, count, all, any };
/// Waits for the whole CTA.
void cta_sync(const char* file, int line);
/// Waits for the whole CTA; returns the fold of `predicate` over its threads.
int cta_barrier(BarrierFold fold, int predicate, const char* file, int line);
void named_barrier(unsigned id, unsigned threads, bool wait, const char* file, int line);
}  // namespace simt::detail

SIMT_INLINE void __syncthreads(SIMT_HERE) {
  simt::detail::cta_sync(file, line);
}
SIMT_INLINE int __syncthreads_count(int predicate, SIMT_HERE) {
  return simt::detail::cta_barrier(simt::detail::BarrierFold::count, predicate, file, line);
}
SIMT_INLINE int __syncthreads_and(int predicate, SIMT_HERE) {
  return simt::detail::cta_barrier(simt::detail::BarrierFold::all, predicate, file, line);
}
SIMT_INLINE int __syncthreads_or(int predicate, SIMT_HERE) {
  return simt::detail::cta_barrier(simt::detail::BarrierFold::any, predicate, file, line);
}

namespace simt {
/// Waits at named barrier `id` (1 to 15) until `threads` threads, whole warps, have arrived; the
/// rest of the CTA is not involved. Different call sites may meet, as on the device.
SIMT_INLINE void barrier_sync(unsigned id, unsigned threads, SIMT_HERE) {
  detail::named_barrier(id, threads, true, file, line);
}
/// Arrives at named barrier `id` without waiting.
SIMT_INLINE void barrier_arrive(unsigned id, unsigned threads, SIMT_HERE) {
  detail::named_barrier(id, threads, false, file, line);
}
}  // namespace simt
