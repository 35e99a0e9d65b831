// Ties at rank K: unwritten slots, quotas, shared slots.
#include "catalogue.hpp"

#include <algorithm>

namespace tailproof::faults {
namespace {

struct FillLimited : Core {
  void fill_ties(const Row& row) override {
    frontier_.resize(std::min<std::size_t>(frontier_.size(), capacity));
    Core::fill_ties(row);
  }
};
struct SlotsUnwritten : Core {
  void write(const Row& row) override {
    const std::size_t ties = quota_ > 2 ? static_cast<std::size_t>(quota_) - 2 : 0;
    std::copy_n(committed_.begin(), committed_.size() - ties, row.out);
  }
};
struct Duplicate : Core {
  void fill_ties(const Row& row) override {
    if (quota_ > 1) frontier_[1] = frontier_[0];
    Core::fill_ties(row);
  }
};
struct AllTiesOne : Core {
  void fill_ties(const Row& row) override {
    std::fill(frontier_.begin(), frontier_.end(), frontier_.empty() ? 0 : frontier_[0]);
    Core::fill_ties(row);
  }
};
struct QuotaShort : Core {
  void fill_ties(const Row& row) override {
    --quota_;
    Core::fill_ties(row);
  }
};
struct QuotaLong : Core {
  void fill_ties(const Row& row) override {
    ++quota_;
    Core::fill_ties(row);
    std::rotate(
        committed_.begin(),
        committed_.begin() + (committed_.size() > static_cast<std::size_t>(row.rank) ? 1 : 0),
        committed_.end());
  }
};
struct PaddedTies : Core {
  void fill_ties(const Row& row) override {
    if (!frontier_.empty() && row.length % 4 != 0)
      frontier_.front() = static_cast<std::int32_t>(row.length);
    Core::fill_ties(row);
  }
};
struct TiesBeforeWinners : Core {
  void write(const Row& row) override {
    // Tie slots are given out while commits are still counted.
    const auto ties = static_cast<std::ptrdiff_t>(std::min<std::size_t>(
        static_cast<std::size_t>(std::max<std::int64_t>(0, quota_)), committed_.size()));
    Core::write(row);
    if (ties > 0 && committed_.size() > static_cast<std::size_t>(ties))
      row.out[0] = row.out[row.rank - 1];
  }
};
struct GroupOfFour : Core {
  void fill_ties(const Row& row) override {
    // Block scores are copied to four cells: a cut through a group of four repeats its first.
    if (quota_ % 4 != 0 && frontier_.size() >= 4)
      frontier_[static_cast<std::size_t>(quota_ - 1)] = frontier_.back();
    if (quota_ % 4 > 1 && frontier_.size() >= 4) frontier_[0] = frontier_.back();
    Core::fill_ties(row);
  }
};
struct SegmentTies : Core {
  void fill_ties(const Row& row) override {
    // Each shard fills the quota for itself, so the boundary tie is taken twice or not at all.
    const std::int64_t seam = segment(row, 1).begin;
    const auto first =
        std::count_if(frontier_.begin(), frontier_.end(), [&](std::int32_t i) { return i < seam; });
    if (first > 0 && first < static_cast<std::ptrdiff_t>(frontier_.size())) quota_ -= 1;
    Core::fill_ties(row);
  }
};

}  // namespace

Faults tie_faults() {
  return {
      fault<FillLimited>("tie-fill-limited", "B146",
                         "keeps four ties at most, however many slots are left"),
      fault<SlotsUnwritten>("tie-slots-unwritten", "B146 B02",
                            "leaves all but two tie slots as they were"),
      fault<Duplicate>("tie-duplicate", "B02 B184", "fills two tie slots with the same position"),
      fault<AllTiesOne>("tie-one-for-all", "B02", "fills every tie slot with the same position"),
      fault<QuotaShort>("tie-quota-short", "B155", "fills one tie slot too few"),
      fault<QuotaLong>("tie-quota-long", "B104",
                       "counts one tie too many, and pushes a winner out"),
      fault<PaddedTies>("tie-into-padding", "B157",
                        "sorts over the padded width: a tie flips into the padding"),
      fault<TiesBeforeWinners>("tie-over-winner", "B106", "writes a tie over a winner's slot"),
      fault<GroupOfFour>("tie-group-of-four", "B152",
                         "takes a cell twice where K cuts a group of four"),
      fault<SegmentTies>("tie-per-shard", "B155",
                         "settles the boundary tie in each shard for itself"),
  };
}

}  // namespace tailproof::faults
