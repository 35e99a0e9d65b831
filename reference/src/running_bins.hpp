// The rank search of the running selector: bins of equal width over a range of keys or positions.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace tailproof::reference {

/// Where a rank falls.
struct RunningFall {
  std::uint32_t bin = 0;
  std::uint32_t before = 0;  ///< values in the bins before
  std::uint32_t held = 0;    ///< values in the bin
};

/// Values in [floor, last], those below `first` counted as `first`, in 2^bin_bits bins.
class RunningBins {
 public:
  RunningBins(const std::vector<std::uint32_t>& values, std::uint32_t floor, std::uint32_t first,
              std::uint32_t last, std::uint32_t bin_bits)
      : first_(first), last_(last), counts_(std::size_t{1} << bin_bits) {
    const auto bits = static_cast<std::uint32_t>(std::bit_width(last - first));
    shift_ = bits > bin_bits ? bits - bin_bits : 0;
    for (const std::uint32_t value : values) {
      if (value >= floor && value <= last) ++counts_[(std::max(value, first) - first) >> shift_];
    }
  }

  [[nodiscard]] std::uint32_t shift() const { return shift_; }
  /// The first bin whose inclusive prefix reaches `rank` (>= 1); none if the sum is less.
  [[nodiscard]] std::optional<RunningFall> find(std::uint32_t rank) const {
    RunningFall fall;
    for (; fall.bin < counts_.size(); ++fall.bin) {
      fall.held = counts_[fall.bin];
      if (fall.before + fall.held >= rank) return fall;
      fall.before += fall.held;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::uint32_t first_of(const RunningFall& fall) const {
    return first_ + (fall.bin << shift_);
  }
  /// The bin's last value, and, if `within`, none beyond the range's.
  [[nodiscard]] std::uint32_t last_of(const RunningFall& fall, bool within) const {
    const std::uint32_t width = (1u << shift_) - 1;
    return first_of(fall) + (within ? std::min(last_ - first_of(fall), width) : width);
  }

 private:
  std::uint32_t first_;
  std::uint32_t last_;
  std::uint32_t shift_ = 0;
  std::vector<std::uint32_t> counts_;
};

}  // namespace tailproof::reference
