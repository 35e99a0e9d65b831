// Row lengths: negative, zero, at K, beyond the width, taken from the wrong row.
#include "catalogue.hpp"

#include <algorithm>

namespace tailproof::faults {
namespace {

struct Unsigned : Core {
  std::int64_t length(const tailproof_call& call, std::int64_t row) const override {
    return std::min<std::int64_t>(static_cast<std::uint32_t>(call.lengths[row]), call.shape.width);
  }
};
struct UnsignedUnclamped : Core {
  std::int64_t length(const tailproof_call& call, std::int64_t row) const override {
    const std::int32_t given = call.lengths[row];
    return given < 0 ? static_cast<std::int64_t>(static_cast<std::uint32_t>(given))
                     : std::min<std::int64_t>(given, call.shape.width);
  }
};
struct TerminatorWritten : Core {
  void select_row(const tailproof_call& call, std::int64_t number) override {
    Core::select_row(call, number);
    const std::int32_t given = call.lengths[number];
    if (given < call.shape.rank) call.indices[output_offset(call, number) + given] = -1;
  }
};
struct ClampedToPitch : Core {
  std::int64_t length(const tailproof_call& call, std::int64_t row) const override {
    return std::clamp<std::int64_t>(call.lengths[row], 0, call.shape.pitch);
  }
};
struct EmptySkipped : Core {
  void trivial(const Row& row) override {
    if (row.length > 0) Core::trivial(row);
  }
};
struct Unpadded : Core {
  void trivial(const Row& row) override {
    for (std::int32_t i = 0; i < row.length; ++i) row.out[i] = i;
  }
};
struct PadsWithZero : Core {
  void trivial(const Row& row) override {
    Core::trivial(row);
    std::fill(row.out + row.length, row.out + row.rank, 0);
  }
};
struct PadsFirst : Core {
  void trivial(const Row& row) override {
    Core::trivial(row);
    std::rotate(row.out, row.out + row.length, row.out + row.rank);
  }
};
struct CountsBeyond : Core {
  void trivial(const Row& row) override {
    for (std::int32_t i = 0; i < row.rank; ++i) row.out[i] = i;
  }
};
struct LengthOfRowBefore : Core {
  std::int64_t length(const tailproof_call& call, std::int64_t row) const override {
    return Core::length(call, row - row % 2);
  }
};
struct RejectsWide : Core {
  int accepts(const tailproof_shape& shape) const override {
    return shape.rank > shape.width ? TAILPROOF_UNSUPPORTED : TAILPROOF_OK;
  }
};
struct TrivialAtKPlusOne : Core {
  void selective(const Row& row) override {
    if (row.length > row.rank + 1) return Core::selective(row);
    for (std::int32_t i = 0; i < row.rank; ++i) row.out[i] = i;
  }
};
struct TrivialBelowK : Core {
  void trivial(const Row& row) override {
    if (row.length < row.rank) return Core::trivial(row);
    std::fill_n(row.out, row.rank, -1);
  }
};
struct OneLess : Core {
  std::int64_t length(const tailproof_call& call, std::int64_t row) const override {
    return std::max<std::int64_t>(0, Core::length(call, row) - 1);
  }
};
struct OneMore : Core {
  std::int64_t length(const tailproof_call& call, std::int64_t row) const override {
    return std::min(call.shape.width, Core::length(call, row) + 1);
  }
};
struct NegativeIsFull : Core {
  std::int64_t length(const tailproof_call& call, std::int64_t row) const override {
    return call.lengths[row] < 0 ? call.shape.width : Core::length(call, row);
  }
};

}  // namespace

Faults length_faults() {
  return {
      fault<UnsignedUnclamped>("length-unsigned", "B85 B86",
                               "reads a negative length as a large one, and runs off the row"),
      fault<Unsigned>("length-unsigned-clamped", "B85", "reads a negative length as a full row"),
      fault<NegativeIsFull>("length-negative-full", "B88", "has no max(0, .) on one of two paths"),
      fault<TerminatorWritten>("length-terminator", "B89",
                               "writes a terminator at slot L, -1 included"),
      fault<ClampedToPitch>("length-clamped-to-pitch", "B94", "clamps a length to the pitch"),
      fault<EmptySkipped>("empty-row-skipped", "B98", "never writes rows without scores"),
      fault<Unpadded>("short-row-unpadded", "B100", "writes the first L slots of a short row only"),
      fault<PadsWithZero>("pads-with-zero", "B92", "pads short rows with 0"),
      fault<PadsFirst>("pads-first", "B92", "puts the padding before the positions"),
      fault<CountsBeyond>("short-row-counts-on", "B92 B19", "goes on counting positions beyond L"),
      fault<LengthOfRowBefore>("length-per-sequence", "B95",
                               "takes the length of its pair's first row"),
      fault<RejectsWide>("rank-above-width-refused", "B91 B97", "refuses K > N"),
      fault<TrivialAtKPlusOne>("trivial-at-k-plus-one", "B170",
                               "takes L = K + 1 for a row without a choice"),
      fault<TrivialBelowK>("length-equal-to-k", "B170", "answers -1 for L = K"),
      fault<OneLess>("length-one-less", "B95", "leaves out the last score"),
      fault<OneMore>("length-one-more", "B16 B94", "takes in one score too many"),
  };
}

}  // namespace tailproof::faults
