// KV-split and clusters: what the segments hand to the one that merges.
#include "catalogue.hpp"

#include <algorithm>
#include <limits>

namespace tailproof::faults {
namespace {

struct SeamLost : Core {
  Range segment(const Row& row, std::uint32_t number) const override {
    Range range = Core::segment(row, number);
    if (number > 0 && range.begin < range.end) ++range.begin;
    return range;
  }
};
struct SeamTwice : Core {
  Range segment(const Row& row, std::uint32_t number) const override {
    Range range = Core::segment(row, number);
    if (number > 0 && range.begin > 0 && range.begin < range.end) --range.begin;
    return range;
  }
};
struct LocalIndices : Core {
  void store(const Row& row, std::uint32_t number, std::int32_t i) override {
    Core::store(row, number,
                i - static_cast<std::int32_t>(number == 0 ? 0 : segment(row, number).begin));
  }
};
struct LastSegmentOnly : Core {
  void merge(const Row& row) override {
    if (parts_[1].size() >= static_cast<std::size_t>(row.rank)) parts_[0].clear();
    Core::merge(row);
  }
};
struct EqualShares : Core {
  void merge(const Row& row) override {
    const auto share = static_cast<std::size_t>((row.rank + 1) / 2);
    for (Positions& part : parts_) part.resize(std::min(part.size(), share));
    Core::merge(row);
  }
};
struct UncappedCount : Core {
  void merge(const Row& row) override {
    Core::merge(row);
    const std::size_t held = parts_[0].size();
    if (held > capacity) std::copy_n(slots(), held - capacity, frontier_.begin() + capacity);
    build_digits_of_valid(row);
  }
  void build_digits_of_valid(const Row& row) {
    for (std::int32_t& i : frontier_)
      i = std::clamp<std::int32_t>(i, 0, static_cast<std::int32_t>(row.length) - 1);
    build_digits(row, 0);
  }
};
struct EmptySlotsRanked : Core {
  void merge(const Row& row) override {
    for (Positions& part : parts_) {
      if (part.empty()) part.push_back(0);
    }
    Core::merge(row);
  }
};
struct PeerGone : Core {
  void merge(const Row& row) override {
    if (segment(row, 1).size() < 4) parts_[1].clear();
    Core::merge(row);
  }
};
struct CountOfFirst : Core {
  bool certified(std::int64_t, std::int32_t rank) const override {
    return static_cast<std::int64_t>(2 * parts_[0].size()) >= rank;
  }
};
struct HistogramOfFirst : Core {
  void stored(const Row& row, Positions& frontier, Histogram& digits) override {
    if (segment(row, 1).size() == 0) return;
    const auto seam = segment(row, 1).begin;
    for (const std::int32_t i : frontier) {
      if (i >= seam && digits[digit(key(score(row, i)), 0)] > 1)
        --digits[digit(key(score(row, i)), 0)];
    }
  }
};
struct RecoveryOneSegment : Core {
  void recover(const Row& row) override {
    Row part = row;
    part.length = std::max<std::int64_t>(segment(row, 0).end, row.rank);
    Core::recover(part);
  }
};

}  // namespace

Faults merge_faults() {
  return {
      fault<SeamLost>("seam-lost", "B118 B155", "loses the first score of the second segment"),
      fault<SeamTwice>("seam-twice", "B184", "scans the last score of the first segment twice"),
      fault<LocalIndices>("segment-local-indices", "B34",
                          "hands over positions within the segment"),
      fault<LastSegmentOnly>("last-segment-only", "B128",
                             "merges the last segment alone if it holds K"),
      fault<EqualShares>("equal-shares", "B118 B188", "takes K / P candidates from each segment"),
      fault<UncappedCount>("uncapped-count", "B188", "reads a peer's buffer beyond its cap"),
      fault<EmptySlotsRanked>("empty-slot-merged", "B64",
                              "merges the empty slot of a segment without candidates"),
      fault<PeerGone>("peer-exits-early", "B187 B190",
                      "finds nothing in a segment that had little to do"),
      fault<CountOfFirst>("count-extrapolated", "B169", "certifies by one segment's count times P"),
      fault<HistogramOfFirst>("segment-digits-lost", "B113 B128",
                              "merges the digit histograms wrongly"),
      fault<RecoveryOneSegment>("recovery-of-one-segment", "B167",
                                "recovers within the first segment"),
  };
}

}  // namespace tailproof::faults
