/// Clusters with distributed shared memory, as simt:: functions and under cooperative_groups'
/// names.
#pragma once
#include "tailproof/simt/host/barrier.hpp"
#include "tailproof/simt/host/indices.hpp"

namespace simt::detail {
void cluster_barrier(bool arrive, bool wait, const char* file, int line);
/// The address in CTA `rank`'s shared memory that corresponds to `local` in this CTA's.
void* map_shared(const void* local, unsigned rank, const char* file, int line);
}  // namespace simt::detail

namespace simt {

/// Rank of this CTA in its cluster; 0 when launched without one.
SIMT_RUNTIME unsigned cluster_rank() {
  return detail::running.thread->cta->cluster_rank;
}
/// CTAs in the cluster; 1 when launched without one.
SIMT_RUNTIME unsigned cluster_size() {
  return detail::running.cluster_size;
}
/// Barrier of all threads of the cluster; orders shared and global memory among them.
SIMT_INLINE void cluster_sync(SIMT_HERE) {
  detail::cluster_barrier(true, true, file, line);
}
/// The two halves of cluster_sync.
SIMT_INLINE void cluster_arrive(SIMT_HERE) {
  detail::cluster_barrier(true, false, file, line);
}
SIMT_INLINE void cluster_wait(SIMT_HERE) {
  detail::cluster_barrier(false, true, file, line);
}
/// `address` must lie in this CTA's shared memory.
template <class T>
SIMT_INLINE T* map_shared_rank(T* address, unsigned rank, SIMT_HERE) {
  return static_cast<T*>(detail::map_shared(address, rank, file, line));
}

}  // namespace simt

namespace cooperative_groups {

/// CUDA's cluster group: the CTAs that share distributed shared memory.
struct cluster_group {
  void sync(SIMT_HERE) const { simt::detail::cluster_barrier(true, true, file, line); }
  unsigned block_rank() const { return simt::cluster_rank(); }
  unsigned num_blocks() const { return simt::cluster_size(); }
  template <class T>
  T* map_shared_rank(T* address, unsigned rank, SIMT_HERE) const {
    return simt::map_shared_rank(address, rank, file, line);
  }
};
inline cluster_group this_cluster() {
  return {};
}

/// CUDA's thread block group: the threads of this CTA.
struct thread_block {
  void sync(SIMT_HERE) const { __syncthreads(file, line); }
  unsigned thread_rank() const {
    const uint3 t = threadIdx;
    return (t.z * blockDim.y + t.y) * blockDim.x + t.x;
  }
  unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
};
inline thread_block this_thread_block() {
  return {};
}

}  // namespace cooperative_groups
