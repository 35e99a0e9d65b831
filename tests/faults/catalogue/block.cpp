// Races within a block, by the outcome that they have: shared words reused too early.
#include "catalogue.hpp"

#include <algorithm>

namespace tailproof::faults {
namespace {

struct TornHistogram : Core {
  void refine(const Row& row, int round) override {
    const Histogram before = digits_;
    Core::refine(row, round);
    for (std::size_t b = 0; b < 32 && b < digits_.size(); ++b) digits_[b] += before[b];
  }
};
struct FlagsAlias : Core {
  void refine(const Row& row, int round) override {
    digits_[0] += 1;
    digits_[1] += 1;
    Core::refine(row, round);
  }
};
struct FrontierIsTemp : Core {
  void refine(const Row& row, int round) override {
    Core::refine(row, round);
    if (round == 1 && frontier_.size() > 8) frontier_[8] = frontier_[0];
    if (round == 1) build_digits(row, 2);
  }
};
struct BaseNotSnapshotted : Core {
  void write(const Row& row) override {
    Core::write(row);
    // The second wave reads the base after the first has moved it.
    for (std::int32_t k = 8; k + 1 < row.rank; ++k) row.out[k] = row.out[k + 1];
    if (row.rank > 9) row.out[row.rank - 1] = -1;
  }
};
struct MergeTwice : Core {
  void merge(const Row& row) override {
    Core::merge(row);
    if (frontier_.size() < 5 || row.rank < 2) return;
    frontier_.push_back(frontier_[4]);
    build_digits(row, 0);
  }
};
struct LaneOrder : Core {
  void store(const Row& row, std::uint32_t segment, std::int32_t i) override {
    // The last lane's store to the same address wins.
    if (i % 8 == 7 && !parts_[segment].empty() && parts_[segment].back() == i - 1)
      parts_[segment].pop_back();
    Core::store(row, segment, i);
  }
};
struct LostAdd : Core {
  void stored(const Row&, Positions& frontier, Histogram& digits) override {
    // Two lanes add to one bin at once and one addition is lost.
    for (std::uint32_t& count : digits) count -= count > 6 ? 1 : 0;
    static_cast<void>(frontier);
  }
};
struct ReadsBeforeSync : Core {
  Boundary locate(const Histogram& histogram, std::int64_t rank) const override {
    const Boundary now = Core::locate(histogram, rank);
    if (&histogram != &digits_) return now;
    const Boundary used = {now.bin, std::min(now.before, last_)};
    last_ = now.before;
    return used.before == now.before ? now : Boundary{now.bin > 0 ? now.bin - 1 : 0, used.before};
  }
  mutable std::int64_t last_ = 0;
};

}  // namespace

Faults block_faults() {
  return {
      fault<TornHistogram>("histogram-not-cleared-in-time", "B178",
                           "finds counts of the round before in the first bins"),
      fault<FlagsAlias>("flags-in-histogram", "B179", "keeps flags in the histogram's first words"),
      fault<FrontierIsTemp>("frontier-is-temp", "B181",
                            "sorts in the bytes that hold the frontier"),
      fault<BaseNotSnapshotted>("base-moved", "B182",
                                "reads a slot base that another wave has moved"),
      fault<MergeTwice>("merged-twice", "B184", "merges one candidate twice"),
      fault<LaneOrder>("lane-store-lost", "B185", "loses a lane's store to its neighbour's"),
      fault<LostAdd>("addition-lost", "B178", "loses an addition to a crowded bin"),
      fault<ReadsBeforeSync>("boundary-before-barrier", "B178",
                             "reads the boundary of the round before"),
  };
}

}  // namespace tailproof::faults
