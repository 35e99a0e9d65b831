// Answers that harnesses were reported to accept.
#include "catalogue.hpp"

#include <algorithm>

namespace tailproof::faults {
namespace {

// The best position that is not selected, or -1.
std::int32_t next_best(const Row& row) {
  std::int32_t best = -1;
  for (std::int32_t i = 0; i < row.length; ++i) {
    if (std::find(row.out, row.out + row.rank, i) != row.out + row.rank) continue;
    if (best < 0 || row.scores[i] > row.scores[best]) best = i;
  }
  return best;
}
std::int32_t* worst_slot(const Row& row) {
  return std::min_element(row.out, row.out + row.rank, [&](std::int32_t a, std::int32_t b) {
    return a >= 0 && b >= 0 && row.scores[a] < row.scores[b];
  });
}

struct SwapsKth : Core {
  void write(const Row& row) override {
    Core::write(row);
    if (const std::int32_t next = next_best(row); next >= 0) *worst_slot(row) = next;
  }
};
struct LastRowSwapped : SwapsKth {
  void write(const Row& row) override {
    if (row.number > 0 && row.number + 1 == *call_->live_rows)
      SwapsKth::write(row);
    else
      Core::write(row);
  }
};
struct OneRank : SwapsKth {
  void write(const Row& row) override {
    if (row.rank == 2)
      SwapsKth::write(row);
    else
      Core::write(row);
  }
};
struct IndexPlusOne : Core {
  void write(const Row& row) override {
    Core::write(row);
    for (std::int32_t k = 0; k < row.rank; ++k) row.out[k] += row.out[k] >= 100 ? 1 : 0;
  }
};
struct ShortRowsGarbage : Core {
  void trivial(const Row& row) override {
    Core::trivial(row);
    if (row.length > 1) row.out[0] = row.out[1];
  }
};
struct RareRow : SwapsKth {
  void write(const Row& row) override {
    if (row.length % 7 == 3)
      SwapsKth::write(row);
    else
      Core::write(row);
  }
};
struct OneWidth : SwapsKth {
  void write(const Row& row) override {
    if (row.length == 17)
      SwapsKth::write(row);
    else
      Core::write(row);
  }
};
struct LeftoversOnTies : Core {
  void fill_ties(const Row& row) override {
    if (quota_ > 1 && frontier_.size() > 2) frontier_.erase(frontier_.begin() + 1, frontier_.end());
    Core::fill_ties(row);
  }
  void write(const Row& row) override { std::copy(committed_.begin(), committed_.end(), row.out); }
};

}  // namespace

Faults harness_faults() {
  return {
      fault<SwapsKth>("kth-swapped", "B01 B10", "takes rank K + 1 for rank K"),
      fault<LastRowSwapped>("last-row-swapped", "B05", "is wrong in the last row alone"),
      fault<OneRank>("one-rank-wrong", "B05", "is wrong for K = 2 alone"),
      fault<IndexPlusOne>("index-plus-one", "B23", "is off by one from position 100 up"),
      fault<ShortRowsGarbage>("short-rows-wrong", "B19",
                              "repeats a position in rows without a choice"),
      fault<RareRow>("rare-lengths-wrong", "B14", "is wrong for one length of seven"),
      fault<OneWidth>("one-length-wrong", "B07", "is wrong for L = 17 alone"),
      fault<LeftoversOnTies>("leftovers-on-ties", "B02 B11",
                             "leaves slots of a tie to what the buffer held"),
  };
}

}  // namespace tailproof::faults
