/// Phase 2: fused validation and candidate formation. Source: spec section 4, paper 4.3, 5.3.
#pragma once
#include "tailproof/kernels/keys.cuh"
#include "tailproof/kernels/scan.cuh"
#include "tailproof/kernels/storage.cuh"
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::kernels {

/// Appends the positions that `admits` to sink, from slot counts[0] on, and their leading digits to
/// the histogram; no barrier. NaN is never admitted: every comparison with it is false.
template <class Policy, class Trace, class Sink, class Admits>
SIMT_INLINE void collect(Storage<Policy>& storage, StreamedRow<Policy> row, Sink& sink,
                         Trace& trace, Admits admits) {
  row.for_each(trace, admits, [&](float score, std::uint32_t position) {
    sink.put(atomicAdd(&storage.counts[0], 1u), position);
    atomicAdd(&storage.histogram[digit<Policy, 0>(key32(score))], 1u);
  });
}

/// { i in row : x_i >= t0 }.
template <class Policy, class Trace, class Sink>
SIMT_INLINE void admit(Storage<Policy>& storage, StreamedRow<Policy> row, float t0, Sink& sink,
                       Trace& trace) {
  collect(storage, row, sink, trace, [t0](float score) { return score >= t0; });
}

/// { i in row : t1 <= x_i < t0 }: what the rescue boundary admits beyond the primary one.
template <class Policy, class Trace, class Sink>
SIMT_INLINE void admit_band(Storage<Policy>& storage, StreamedRow<Policy> row, float t0, float t1,
                            Sink& sink, Trace& trace) {
  collect(storage, row, sink, trace, [t0, t1](float score) { return score >= t1 && score < t0; });
}

}  // namespace tailproof::kernels
