/// A CTA's shared memory. Source: paper 5.2-5.4 (one reused histogram, two ping-pong frontiers).
#pragma once
#include "tailproof/kernels/params.cuh"
#include "tailproof/kernels/policy.cuh"
#include "tailproof/simt.hpp"
#include "tailproof/variant.h"

#include <cstdint>

namespace tailproof::kernels {

/// Where a rank falls in a histogram.
struct Located {
  std::uint32_t bin;     ///< min{b : H(b) >= rank}
  std::uint32_t before;  ///< H(bin - 1)
};

template <class Policy>
struct Storage {
  static_assert(policy_is_sound<Policy>());
  simt::shared_array<std::uint32_t, histogram_bins<Policy>()> histogram;
  simt::shared_array<std::int32_t, Policy::capacity> frontier[2];
  simt::shared_array<std::uint32_t, 32> warp_sums;
  std::uint32_t counts[2];     ///< entries of each frontier, spilled ones included
  std::uint32_t output_count;  ///< indices committed to the output
  std::uint32_t claimed;       ///< row or arrival ticket, broadcast by thread 0
  Located located[2];
};

/// What validation hands to refinement, whatever the route (paper eq. 20-21): frontier 0 is Q_0,
/// the histogram h_0, and the output holds the K - k_0 indices of E_0.
struct State {
  tailproof_route route;
  std::uint32_t frontier;  ///< |Q_0|
  std::uint32_t quota;     ///< k_0

  /// The row has no certified set yet; its route says why.
  [[nodiscard]] SIMT_INLINE bool is_uncertified() const { return quota == 0; }
};

/// Row positions: the first `capacity` in shared memory, the rest in a global slice. Overflow
/// changes residency, never the contents.
template <class Policy>
struct Frontier {
  simt::shared_array<std::int32_t, Policy::capacity>& resident;
  std::int32_t* spill;

  SIMT_INLINE void put(std::uint32_t slot, std::uint32_t position) {
    const auto value = static_cast<std::int32_t>(position);
    if (slot < Policy::capacity) {
      resident[slot] = value;
    } else {
      spill[slot - Policy::capacity] = value;
    }
  }
  SIMT_INLINE std::int32_t get(std::uint32_t slot) {
    if (slot < Policy::capacity) return resident[slot];
    return __ldcg(spill + (slot - Policy::capacity));
  }
};

/// Frontier `side` (0 or 1) of worker `worker`.
template <class Policy>
SIMT_INLINE Frontier<Policy> frontier_of(Storage<Policy>& storage, const Params& params,
                                         std::uint32_t worker, std::uint32_t side) {
  return {storage.frontier[side],
          params.spill + (std::int64_t{2} * worker + side) * params.spill_capacity};
}

/// Zeroes the first `bins` words of the histogram, by the whole CTA; no barrier.
template <class Policy>
SIMT_INLINE void clear_histogram(Storage<Policy>& storage, std::uint32_t bins) {
  for (std::uint32_t b = threadIdx.x; b < bins; b += Policy::threads) storage.histogram[b] = 0;
}

}  // namespace tailproof::kernels
