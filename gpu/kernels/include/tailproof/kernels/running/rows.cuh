/// The rows of one CTA. Source: docs/running.md, "Rows".
#pragma once
#include "tailproof/kernels/params.cuh"
#include "tailproof/kernels/running/storage.cuh"

#include <cstdint>

namespace tailproof::kernels::running {

/// Rows are dealt in turn: CTA c has rows c, c + grid, c + 2 grid, ... of the launch. Their lengths
/// are brought in at once: a load on the way, under full traffic, would hold the scan up.
template <class Policy>
class CtaRows {
 public:
  SIMT_INLINE CtaRows(Storage<Policy>& storage, const Params& params)
      : storage_(storage), params_(params) {
    const std::int64_t live = live_row_count(params);
    const std::int64_t left = max(live - params.first_row, std::int64_t{0});
    const auto here = static_cast<std::uint32_t>(
        min(left, std::int64_t{rows_per_cta} * static_cast<std::int64_t>(gridDim.x)));
    count_ = blockIdx.x < here ? (here - blockIdx.x - 1) / gridDim.x + 1 : 0;
  }

  /// By the whole CTA; rows may be asked for after the next barrier.
  SIMT_INLINE void load_lengths() {
    for (std::uint32_t i = threadIdx.x; i < count_; i += blockDim.x) {
      storage_.lengths[i] = row_of(params_, number(i)).length;
    }
  }

  [[nodiscard]] SIMT_INLINE std::uint32_t count() const { return count_; }
  [[nodiscard]] SIMT_INLINE Row operator[](std::uint32_t ordinal) const {
    Row row;
    row.number = number(ordinal);
    row.scores = params_.scores + row.number * params_.pitch;
    row.indices = params_.indices + row.number * params_.indices_pitch;
    row.length = storage_.lengths[ordinal];
    row.rank = static_cast<std::uint32_t>(params_.rank);
    return row;
  }
  /// Longer than K: there is something to select.
  [[nodiscard]] SIMT_INLINE bool is_scanned(std::uint32_t ordinal) const {
    return storage_.lengths[ordinal] > static_cast<std::uint32_t>(params_.rank);
  }

 private:
  [[nodiscard]] SIMT_INLINE std::int64_t number(std::uint32_t ordinal) const {
    return params_.first_row + blockIdx.x + std::int64_t{ordinal} * gridDim.x;
  }

  Storage<Policy>& storage_;
  const Params& params_;
  std::uint32_t count_;
};

}  // namespace tailproof::kernels::running
