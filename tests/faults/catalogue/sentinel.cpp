// Padding and sentinels that collide with a legal -inf or +inf.
#include "catalogue.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tailproof::faults {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

struct InfIsEmpty : Core {
  void write(const Row& row) override {
    Core::write(row);
    std::replace_if(
        row.out, row.out + row.rank,
        [&](std::int32_t i) { return i >= 0 && row.scores[i] == -infinity; }, -1);
  }
};
struct PadsScanned : Core {
  Range segment(const Row& row, std::uint32_t number) const override {
    Range range = Core::segment(row, number);
    if (number + 1 == segments)
      range.end = std::min<std::int64_t>((row.length + 3) / 4 * 4, call_->shape.pitch);
    return range;
  }
  float score(const Row& row, std::int64_t i) const override {
    return i < row.length ? row.scores[i] : -infinity;
  }
};
struct PadsOutrankLow : Core {
  void selective(const Row& row) override {
    Core::selective(row);
    for (std::int32_t k = 0; k < row.rank; ++k) {
      if (row.out[k] >= 0 && row.scores[row.out[k]] < -65504.0f)
        row.out[k] = static_cast<std::int32_t>(row.length);
    }
  }
};
struct NoRoomForInf : Core {
  void fill_ties(const Row& row) override {
    std::erase_if(frontier_, [&](std::int32_t i) { return score(row, i) == -infinity; });
    Core::fill_ties(row);
  }
};
struct ScaleFromRowBefore : Core {
  void select_row(const tailproof_call& call, std::int64_t number) override {
    Core::select_row(call, number);
    const float* const scores = call.scores + input_offset(call, number);
    saturated_ =
        std::all_of(scores, scores + length(call, number), [](float x) { return std::isinf(x); }) &&
        length(call, number) > 0;
  }
  float score(const Row& row, std::int64_t i) const override {
    return saturated_ ? 0.0f : row.scores[i];
  }
  bool saturated_ = false;
};
struct MarkedByInf : Core {
  void write(const Row& row) override {
    Core::write(row);
    // The second of two equal maxima is taken to be the first one, already marked.
    for (std::int32_t k = 1; k < row.rank; ++k) {
      if (row.out[k] >= 0 && std::isinf(row.scores[row.out[k]])) row.out[k] = row.out[k - 1];
    }
  }
};
struct PreEmitted : Core {
  void selective(const Row& row) override {
    Core::selective(row);
    if (!std::any_of(row.scores, row.scores + row.length, [](float x) { return x == infinity; }))
      return;
    for (std::int32_t k = 0; k < row.rank; ++k) row.out[k] = k;
  }
};
struct StrictlyGreater : Core {
  void write(const Row& row) override {
    std::erase_if(committed_, [&](std::int32_t i) { return !(row.scores[i] > -infinity); });
    Core::write(row);
  }
};
struct ClampedToHalf : Core {
  float score(const Row& row, std::int64_t i) const override {
    return std::max(row.scores[i], -65504.0f);
  }
};
struct InfDropped : Core {
  bool admits(float x, float t) const override { return x >= t && x < infinity; }
  bool certified(std::int64_t count, std::int32_t rank) const override { return count >= rank; }
};
struct AllInfTrivial : Core {
  void selective(const Row& row) override {
    if (std::any_of(row.scores, row.scores + row.length, [](float x) { return x != -infinity; }))
      return Core::selective(row);
    std::fill_n(row.out, row.rank, -1);
  }
};
struct LowestIsPad : Core {
  std::uint32_t key(float x) const override {
    return Core::key(std::max(x, std::numeric_limits<float>::lowest()));
  }
};
struct SaturatesToMax : Core {
  float score(const Row& row, std::int64_t i) const override {
    return std::min(row.scores[i], std::numeric_limits<float>::max());
  }
};

}  // namespace

Faults sentinel_faults() {
  return {
      fault<InfIsEmpty>("inf-is-empty", "B64 B65",
                        "ranks empty slots and -inf alike, and answers -1 for them"),
      fault<PadsScanned>("pads-counted", "B61 B62", "counts lanes beyond the row, loaded as -inf"),
      fault<PadsOutrankLow>("pad-outranks-low", "B74 B61",
                            "sorts with a pad that outranks scores below -65504"),
      fault<NoRoomForInf>("inf-never-fills", "B73", "leaves slots empty where -inf ties at rank K"),
      fault<ScaleFromRowBefore>("scale-of-row-before", "B67",
                                "flattens the row that follows one of infinities"),
      fault<MarkedByInf>("marked-by-inf", "B68", "marks what it took with -inf and takes it again"),
      fault<PreEmitted>("pre-emitted", "B70",
                        "emits the first K positions of a row that holds +inf"),
      fault<StrictlyGreater>("strictly-greater", "B71",
                             "replaces an empty slot of -inf only by something greater"),
      fault<ClampedToHalf>("clamped-to-half", "B61", "clamps scores to -65504 for its FP16 key"),
      fault<InfDropped>("plus-inf-dropped", "B172", "admits finite scores only"),
      fault<AllInfTrivial>("row-of-inf-empty", "B98 B73",
                           "takes a row of -inf for a fully masked one"),
      fault<LowestIsPad>("lowest-is-pad", "B74", "folds -inf with the lowest finite score"),
      fault<SaturatesToMax>("saturates-to-max", "B172", "clamps +inf to the greatest finite score"),
  };
}

}  // namespace tailproof::faults
