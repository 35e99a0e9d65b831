// Ordering keys: signed zeros, subnormals, negatives, FP16's range, values apart from indices.
#include "tailproof/reference/keys.hpp"
#include "catalogue.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tailproof::faults {
namespace {

std::uint32_t bits_of(float x) {
  return std::bit_cast<std::uint32_t>(x);
}
// Filters by another key than it counted with.
template <std::uint32_t (*filter)(float)>
struct FiltersBy : Core {
  void refine(const Row& row, int round) override {
    filtering_ = true;
    Core::refine(row, round);
    filtering_ = false;
    if (round + 1 < digit_rounds) build_digits(row, round + 1);
  }
  std::uint32_t key(float x) const override { return filtering_ ? filter(x) : Core::key(x); }
  bool filtering_ = false;
};
std::uint32_t zeros_apart(float x) {
  return bits_of(x) == 0x80000000u ? reference::key32(x) + 0x800000u : reference::key32(x);
}
std::uint32_t zero_unmatched(float x) {
  return bits_of(x) == 0x80000000u ? 0xffffffffu : reference::key32(x);
}

struct ZerosApart : Core {
  std::uint32_t key(float x) const override { return zeros_apart(x); }
};
struct NegativeZeroLowest : Core {
  std::uint32_t key(float x) const override { return zero_unmatched(x); }
};
struct NegativesBackwards : Core {
  std::uint32_t key(float x) const override {
    return x < 0 ? Core::key(0.0f) +
                       (Core::key(-std::numeric_limits<float>::infinity()) - Core::key(x))
                 : Core::key(x);
  }
};
struct SignMagnitude : Core {
  std::uint32_t key(float x) const override { return ~bits_of(x); }
};
struct Flushed : Core {
  float score(const Row& row, std::int64_t i) const override {
    return std::fpclassify(row.scores[i]) == FP_SUBNORMAL ? 0.0f : row.scores[i];
  }
};
struct RecoversInHalf : Core {
  void refine(const Row& row, int round) override {
    if (round == 0)
      Core::refine(row, round);
    else if (!frontier_.empty() && std::fabs(score(row, frontier_[0])) < 65520.0f &&
             std::fabs(score(row, frontier_[0])) > 0x1p-24f)
      Core::refine(row, round);
  }
};
struct RefinesHalf : Core {
  std::uint32_t key(float x) const override { return Core::bin(x) << 21; }
};
struct AbsoluteValue : Core {
  std::uint32_t bin(float x) const override { return Core::bin(std::fabs(x)); }
};
struct TruncatedKey : Core {
  std::uint32_t key(float x) const override { return Core::key(x) & ~0xffu; }
};
struct LastBitLost : Core {
  std::uint32_t key(float x) const override { return Core::key(x) & ~1u; }
};
struct DigitOverlap : Core {
  std::uint32_t digit(std::uint32_t key, int round) const override {
    return round == 1 ? (key >> 11) & 0x3ffu : Core::digit(key, round);
  }
};
struct CutoffRoundsUp : Core {
  float cutoff(std::uint32_t b) const override {
    return std::nextafter(Core::cutoff(b), std::numeric_limits<float>::infinity());
  }
  bool certified(std::int64_t count, std::int32_t rank) const override { return count + 1 >= rank; }
};
struct SmallestInstead : Core {
  std::uint32_t key(float x) const override { return row_negative_ ? ~Core::key(x) : Core::key(x); }
  void selective(const Row& row) override {
    row_negative_ = std::all_of(row.scores, row.scores + row.length, [](float x) { return x < 0; });
    Core::selective(row);
  }
  bool row_negative_ = false;
};

}  // namespace

Faults key_faults() {
  return {
      fault<FiltersBy<zero_unmatched>>("zero-counted-not-matched", "B158",
                                       "folds zeros when counting but not when filtering"),
      fault<ZerosApart>("zeros-apart", "B160", "ranks -0 below the negative subnormals"),
      fault<NegativeZeroLowest>("minus-zero-lowest", "B160 B82",
                                "ranks -0 below every other score"),
      fault<NegativesBackwards>("negatives-backwards", "B161",
                                "orders negative scores by magnitude"),
      fault<SmallestInstead>("negative-row-backwards", "B161",
                             "takes the smallest of a row of negatives"),
      fault<SignMagnitude>("raw-bits", "B82 B80", "orders by raw bits, sign included"),
      fault<Flushed>("flushes-subnormals", "B163", "flushes subnormals to zero"),
      fault<RecoversInHalf>("recovers-in-half", "B164",
                            "refines in FP16, where scores beyond its range are one bin"),
      fault<RefinesHalf>("half-is-enough", "B164 B173",
                         "takes scores with one coarse bin for ties"),
      fault<AbsoluteValue>("magnitude-bins", "B161", "bins magnitudes"),
      fault<TruncatedKey>("key-of-24-bits", "B173", "drops the lowest eight bits of the key"),
      fault<LastBitLost>("key-of-31-bits", "B01 B10", "drops the lowest bit of the key"),
      fault<DigitOverlap>("digits-overlap", "B38", "takes the second digit one bit too high"),
      fault<CutoffRoundsUp>("cutoff-rounds-up", "B172",
                            "converts a bin to a cutoff one step too high"),
  };
}

}  // namespace tailproof::faults
