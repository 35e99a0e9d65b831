/// Candidate storage: resident capacity first, then the spill slice. Source: spec section 4.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tailproof::reference {

/// Row positions in arrival order. Overflow changes residency, never the contents: the first CAP
/// entries are resident, the rest live in the spill slice.
class CandidateStore {
 public:
  explicit CandidateStore(std::uint32_t capacity) : capacity_(capacity) {}

  void clear() noexcept { positions_.clear(); }
  void append(std::span<const std::int32_t> positions) {
    positions_.insert(positions_.end(), positions.begin(), positions.end());
  }
  void append(std::int32_t position) { positions_.push_back(position); }

  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(positions_.size());
  }
  [[nodiscard]] std::uint32_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] std::span<const std::int32_t> all() const noexcept { return positions_; }
  /// Entries beyond the resident capacity; 0 = the spill slice is not used.
  [[nodiscard]] std::int64_t spill_depth() const noexcept {
    return std::max<std::int64_t>(0, size() - capacity_);
  }

 private:
  std::uint32_t capacity_;
  std::vector<std::int32_t> positions_;
};

}  // namespace tailproof::reference
