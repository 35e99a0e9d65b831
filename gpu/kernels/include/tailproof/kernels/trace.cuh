/// Trace policies: what a kernel records of each row. Source: spec section 7; layout in variant.h.
///
/// The kernels call the same functions on both policies; with Untraced they are empty and the
/// machine code is that of a kernel without them (scripts/gpu-test compares it).
#pragma once
#include "tailproof/kernels/locate.cuh"
#include "tailproof/kernels/policy.cuh"
#include "tailproof/simt.hpp"
#include "tailproof/variant.h"

#include <cstdint>

namespace tailproof::kernels {

/// Records nothing.
struct Untraced {
  struct Buffer {};

  SIMT_INLINE Untraced(Buffer, std::int64_t) {}
  template <class... Arguments>
  SIMT_INLINE void record_here(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void row_reads(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void frontier_reads(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void input(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void view(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void boundaries(Arguments...) {}
  template <class Histogram>
  SIMT_INLINE void histogram(int, Histogram&, std::uint32_t) {}
  template <class... Arguments>
  SIMT_INLINE void count(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void coarse_boundary(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void held(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void entry(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void round(Arguments...) {}
  template <class... Arguments>
  SIMT_INLINE void ties(Arguments...) {}
  SIMT_INLINE void flush() {}
};

/// Writes one tailproof_row_trace, zeroed beforehand, and its histograms. Scalars are written by
/// thread 0 of a CTA that records; reads are counted by every thread of every CTA.
class RowTrace {
 public:
  struct Buffer {
    tailproof_row_trace* rows;
    std::uint32_t* histograms;  ///< may be null
    std::int64_t histogram_bins;
  };

  SIMT_INLINE RowTrace(Buffer buffer, std::int64_t row) : out_(buffer.rows + row) {
    if (buffer.histograms != nullptr) {
      histograms_ = buffer.histograms + row * TAILPROOF_HISTOGRAMS * buffer.histogram_bins;
      histogram_bins_ = buffer.histogram_bins;
    }
    out_row_ = row;
  }

  /// Of several CTAs on a row, one records at a time.
  SIMT_INLINE void record_here(bool recording) { recording_ = recording; }

  SIMT_INLINE void row_reads(std::uint32_t scores) { row_reads_ += scores; }
  SIMT_INLINE void frontier_reads(std::uint32_t scores) { frontier_reads_ += scores; }

  SIMT_INLINE void input(std::uint32_t length, std::uint32_t rank) {
    if (!writes()) return;
    out_->row = out_row_;
    out_->length = static_cast<std::int32_t>(length);
    out_->rank = static_cast<std::int32_t>(rank);
    out_->route = TAILPROOF_ROUTE_TRIVIAL;
  }

  SIMT_INLINE void view(std::uint32_t stride, std::uint32_t phase, std::uint32_t size,
                        std::uint32_t q, bool has_rescue, std::uint32_t q1) {
    if (!writes()) return;
    out_->stride = stride;
    out_->phase = phase;
    out_->view = size;
    out_->q = q;
    mark(TAILPROOF_TRACE_VIEW);
    if (!has_rescue) return;
    out_->q1 = q1;
    mark(TAILPROOF_TRACE_RESCUE);
  }

  SIMT_INLINE void boundaries(std::uint32_t tau0, float t0, bool has_rescue, std::uint32_t tau1,
                              float t1) {
    if (!writes()) return;
    out_->tau0 = tau0;
    out_->t0_bits = __float_as_uint(t0);
    mark(TAILPROOF_TRACE_TAU0);
    if (!has_rescue) return;
    out_->tau1 = tau1;
    out_->t1_bits = __float_as_uint(t1);
    mark(TAILPROOF_TRACE_TAU1);
  }

  /// Copies a complete histogram, by the whole CTA; the caller keeps it unchanged until every
  /// thread is past this call (the next barrier).
  template <class Histogram>
  SIMT_INLINE void histogram(int slot, Histogram& words, std::uint32_t bins) {
    if (!recording_ || histograms_ == nullptr) return;
    std::uint32_t* to = histograms_ + slot * histogram_bins_;
    for (std::uint32_t b = threadIdx.x; b < bins; b += blockDim.x) to[b] = words[b];
  }

  /// C(tau0) or C(tau1), by its slot.
  SIMT_INLINE void count(int slot, std::uint32_t admitted) {
    if (!writes()) return;
    const bool primary = slot == TAILPROOF_HISTOGRAM_PROPOSAL0;
    (primary ? out_->count0 : out_->count1) = admitted;
    mark(primary ? TAILPROOF_TRACE_COUNT0 : TAILPROOF_TRACE_COUNT1);
  }

  SIMT_INLINE void coarse_boundary(std::uint32_t tau_star) {
    if (!writes()) return;
    out_->tau_star = tau_star;
    mark(TAILPROOF_TRACE_COARSE);
  }

  /// `entries` candidates were held at once.
  SIMT_INLINE void held(std::uint32_t entries, std::uint32_t capacity) {
    if (writes() && entries > capacity) out_->spilled = max(out_->spilled, entries - capacity);
  }

  SIMT_INLINE void entry(tailproof_route route, std::uint32_t committed, std::uint32_t frontier,
                         std::uint32_t quota) {
    if (!writes()) return;
    out_->route = static_cast<std::uint32_t>(route);
    out_->committed = committed;
    out_->frontier = frontier;
    out_->quota = quota;
    mark(TAILPROOF_TRACE_ENTRY);
  }

  SIMT_INLINE void round(int round, Located boundary, std::uint32_t kept, std::uint32_t quota) {
    if (!writes()) return;
    out_->round[round].digit = boundary.bin;
    out_->round[round].committed = boundary.before;
    out_->round[round].kept = kept;
    out_->round[round].quota = quota;
    out_->rounds = static_cast<std::uint32_t>(round) + 1;
  }

  SIMT_INLINE void ties(std::uint32_t slots) {
    if (!writes()) return;
    out_->tie_slots = slots;
    mark(TAILPROOF_TRACE_TIES);
  }

  /// Adds this thread's reads; called once, last, by every thread of every CTA on the row.
  SIMT_INLINE void flush() {
    add(&out_->reads, row_reads_);
    add(&out_->frontier_reads, frontier_reads_);
  }

 private:
  [[nodiscard]] SIMT_INLINE bool writes() const { return recording_ && threadIdx.x == 0; }
  // Atomic, because the recording CTA may change while the row is in flight.
  SIMT_INLINE void mark(std::uint32_t field) { atomicOr(&out_->present, field); }
  static SIMT_INLINE void add(std::uint64_t* total, std::uint64_t scores) {
    static_assert(sizeof(std::uint64_t) == sizeof(unsigned long long));
    if (scores != 0) atomicAdd(reinterpret_cast<unsigned long long*>(total), scores);
  }

  tailproof_row_trace* out_;
  std::uint32_t* histograms_ = nullptr;
  std::int64_t histogram_bins_ = 0;
  std::int64_t out_row_ = 0;
  std::uint64_t row_reads_ = 0;
  std::uint64_t frontier_reads_ = 0;
  bool recording_ = true;
};

}  // namespace tailproof::kernels
