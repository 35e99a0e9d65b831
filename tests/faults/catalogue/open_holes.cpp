// Faults that the default suite does not kill within its budget, or only by luck of a seed: its
// known holes. Each says what is missing.
#include "catalogue.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace tailproof::faults {
namespace {

// No family puts the lowest finite score beside -inf across rank K.
struct LowestIsPad : Core {
  std::uint32_t key(float x) const override {
    return Core::key(std::max(x, std::numeric_limits<float>::lowest()));
  }
};
// No law calls one shape again, on the same workspace, with longer rows.
struct PlanFromFirstLengths : Core {
  int select(const tailproof_call& call) override {
    if (calls_ == 0) {
      planned_ = 0;
      for (std::int64_t r = 0; r < live_rows(call); ++r)
        planned_ = std::max(planned_, Core::length(call, r));
    }
    return Core::select(call);
  }
  std::int64_t length(const tailproof_call& call, std::int64_t row) const override {
    const std::int64_t given = Core::length(call, row);
    return calls_ == 0 ? given : std::min(given, planned_);
  }
  std::int64_t planned_ = 0;
};
// Guard breaches in the calls that laws make are not looked at.
struct WorkspaceGrows : Core {
  std::size_t workspace_bytes(const tailproof_shape& shape) const override {
    return Core::workspace_bytes(shape) + 256 * (calls_ % 2);
  }
};
// No call has zero live rows.
struct ZeroRowsDivided : Core {
  int select(const tailproof_call& call) override {
    if (live_rows(call) == 0) std::abort();
    return Core::select(call);
  }
};

}  // namespace

Faults open_holes() {
  return {
      fault<LowestIsPad>("lowest-is-pad", "B74", "folds -inf with the lowest finite score"),
      fault<PlanFromFirstLengths>("plan-from-captured-lengths", "B140",
                                  "plans from the lengths of the first call and replays that"),
      fault<WorkspaceGrows>("workspace-not-a-function", "B136",
                            "asks for another workspace of the same shape later"),
      fault<ZeroRowsDivided>("no-rows-aborts", "B47", "aborts when no row is live"),
  };
}

}  // namespace tailproof::faults
