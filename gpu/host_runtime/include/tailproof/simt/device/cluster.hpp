/// Clusters through cooperative_groups. For devices before compute capability 9.0 a cluster is one
/// CTA; launching a larger one there is refused by launch().
#pragma once
#if defined(__CUDACC__)
#include <cooperative_groups.h>

#include "tailproof/simt/device/primitives.hpp"

namespace simt {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
SIMT_INLINE unsigned cluster_rank() {
  return cooperative_groups::this_cluster().block_rank();
}
SIMT_INLINE unsigned cluster_size() {
  return cooperative_groups::this_cluster().num_blocks();
}
SIMT_INLINE void cluster_sync() {
  cooperative_groups::this_cluster().sync();
}
SIMT_INLINE void cluster_arrive() {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
}
SIMT_INLINE void cluster_wait() {
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
/// The same object in the shared memory of the cluster's CTA `rank`.
template <class T>
SIMT_INLINE T* map_shared_rank(T* address, unsigned rank) {
  return cooperative_groups::this_cluster().map_shared_rank(address, rank);
}
#else
SIMT_INLINE unsigned cluster_rank() {
  return 0;
}
SIMT_INLINE unsigned cluster_size() {
  return 1;
}
SIMT_INLINE void cluster_sync() {
  __syncthreads();
}
SIMT_INLINE void cluster_arrive() {}
SIMT_INLINE void cluster_wait() {
  __syncthreads();
}
template <class T>
SIMT_INLINE T* map_shared_rank(T* address, unsigned) {
  return address;
}
#endif

}  // namespace simt
#endif
