/// A histogram too large for one CTA's share: the bins are spread over the shared memory of a
/// cluster, and every thread counts into whichever CTA holds its bin.
#pragma once
#include "tailproof/simt.hpp"

namespace example {

template <int BinsPerCta>
struct HistogramStorage {
  simt::shared_array<unsigned, BinsPerCta> bins;
};

/// Launch one cluster; counts has BinsPerCta * cluster size elements, all of which are written.
/// data[i] must be smaller than that.
template <int NT, int BinsPerCta>
__global__ void __launch_bounds__(NT)
    cluster_histogram(const unsigned* data, int count, unsigned* counts) {
  SIMT_SHARED(HistogramStorage<BinsPerCta>, sm);
  const int tid = static_cast<int>(threadIdx.x);
  const int rank = static_cast<int>(simt::cluster_rank());
  const int stride = static_cast<int>(simt::cluster_size()) * NT;

  for (int bin = tid; bin < BinsPerCta; bin += NT) sm.bins[bin] = 0;
  simt::cluster_sync();

  for (int i = rank * NT + tid; i < count; i += stride) {
    const unsigned bin = data[i];
    unsigned* bins = simt::map_shared_rank(sm.bins.data(), bin / BinsPerCta);
    atomicAdd(&bins[bin % BinsPerCta], 1u);
  }
#if !defined(EXAMPLE_PLANTED_RACE)
  // Peers still count into this CTA's bins until all have arrived here.
  simt::cluster_sync();
#endif
  for (int bin = tid; bin < BinsPerCta; bin += NT) {
    counts[rank * BinsPerCta + bin] = sm.bins[bin];
  }
#if defined(EXAMPLE_PLANTED_RACE)
  simt::cluster_sync();  // on the wrong side of the loop that reads
#endif
}

}  // namespace example
