// Proposals, thresholds and retries accepted without a certificate over the complete row.
#include "catalogue.hpp"
#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tailproof::faults {
namespace {

struct Uncertified : Core {
  bool certified(std::int64_t count, std::int32_t) const override { return count > 0; }
};
struct OffByOneShort : Core {
  bool certified(std::int64_t count, std::int32_t rank) const override { return count + 1 >= rank; }
};
struct SampledCount : Core {
  bool certified(std::int64_t, std::int32_t) const override { return true; }
};
struct RetrySameKey : Core {
  void recover(const Row& row) override {
    const Histogram again = sampled_;
    Core::recover(row);
    if (again.empty()) return;
    const std::uint32_t b = locate(again, std::max<std::int64_t>(1, row.rank / 4)).bin;
    std::erase_if(frontier_, [&](std::int32_t i) { return bin(score(row, i)) > b; });
    build_digits(row, 0);
  }
};
struct RetryExhausted : Core {
  void recover(const Row&) override { frontier_.clear(); }
};
struct BandNotCounted : Core {
  void recover(const Row& row) override {
    if (parts_.empty() || parts_[0].empty()) return Core::recover(row);
    frontier_ = parts_[0];
    build_digits(row, 0);
  }
};
struct BracketInfinite : Core {
  std::uint32_t bin(float x) const override {
    return std::isinf(x) && x > 0 ? reference::coarse(0.0f) : Core::bin(x);
  }
};
struct StopsAt22Bits : Core {
  void refine(const Row& row, int round) override {
    if (round < 2) Core::refine(row, round);
  }
};
struct StopsAt11Bits : Core {
  void refine(const Row& row, int round) override {
    if (round < 1) Core::refine(row, round);
  }
};
struct NeverEnds : Core {
  void recover(const Row& row) override {
    float low = std::numeric_limits<float>::max();
    for (std::int64_t i = 0; i < row.length; ++i) low = std::min(low, score(row, i));
    // Bisection down from min - 1: an open end is never bracketed.
    volatile float from = low - 1;
    while (!(from < low)) from = from - 1;
    Core::recover(row);
  }
  bool usable(const reference::View&, std::int64_t) const override { return false; }
};
struct MixedPasses : Core {
  Boundary locate(const Histogram& histogram, std::int64_t rank) const override {
    Boundary found = Core::locate(histogram, rank);
    if (&histogram == &coarse_) found.before = found.before + 1;
    return found;
  }
};
struct CutoffExclusive : Core {
  bool admits(float x, float t) const override { return x > t; }
  bool certified(std::int64_t count, std::int32_t rank) const override { return count + 1 >= rank; }
};
struct TauFromRowBefore : Core {
  float cutoff(std::uint32_t b) const override {
    const float mine = Core::cutoff(b);
    const float used = std::isnan(before_) ? mine : std::max(before_, mine);
    before_ = mine;
    return used;
  }
  bool certified(std::int64_t count, std::int32_t) const override { return count > 0; }
  mutable float before_ = std::numeric_limits<float>::quiet_NaN();
};
struct SampleIsAnswer : Core {
  bool propose_only_ = true;
  void merge(const Row& row) override {
    Core::merge(row);
    const reference::View v = view(row);
    if (v.size < row.rank) return;
    std::erase_if(frontier_, [&](std::int32_t i) {
      return i % static_cast<std::int32_t>(stride) != static_cast<std::int32_t>(v.phase);
    });
    build_digits(row, 0);
  }
  bool certified(std::int64_t count, std::int32_t rank) const override {
    return count >= rank || count > 2;
  }
};

}  // namespace

Faults certificate_faults() {
  return {
      fault<Uncertified>("uncertified", "B169", "accepts any proposal that admits something"),
      fault<OffByOneShort>("certified-one-short", "B170", "accepts a proposal of K - 1 candidates"),
      fault<SampledCount>("always-certified", "B172",
                          "sets the flag that bypasses the exact fallback"),
      fault<RetrySameKey>("retry-same-key", "B167",
                          "recovers with the sampled histogram, which collapses as before"),
      fault<RetryExhausted>("retries-exhausted", "B169",
                            "calls an empty proposal converged when its retries are spent"),
      fault<BandNotCounted>("band-of-one-segment", "B176",
                            "accepts one segment's candidates after a failed band"),
      fault<BracketInfinite>("infinite-bracket", "B172",
                             "bins +inf with zero, since the bracket's width is infinite"),
      fault<StopsAt22Bits>("stops-at-22-bits", "B173", "fills the quota after 22 of 32 key bits"),
      fault<StopsAt11Bits>("stops-at-11-bits", "B173 B167",
                           "fills the quota after the first digit"),
      fault<NeverEnds>("search-never-ends", "B175",
                       "searches downwards from min - 1, which is no less for -inf"),
      fault<MixedPasses>("mixed-passes", "B176",
                         "takes the boundary of one pass with the count of another"),
      fault<CutoffExclusive>("cutoff-exclusive", "B170",
                             "admits only what is above the cutoff, and accepts one less"),
      fault<TauFromRowBefore>("boundary-of-row-before", "B176",
                              "uses the higher of this row's cutoff and the last one's"),
      fault<SampleIsAnswer>("sample-is-answer", "B167", "chooses among the sampled positions"),
  };
}

}  // namespace tailproof::faults
