// The host side: plans, workspaces and launches that do not fit the shape.
#include "catalogue.hpp"

#include <algorithm>
#include <cstdlib>

namespace tailproof::faults {
namespace {

struct WorkspaceShort : Core {
  std::size_t workspace_bytes(const tailproof_shape& shape) const override {
    return Core::workspace_bytes(shape) - (shape.width > 0 ? 4 : 0);
  }
  void selective(const Row& row) override {
    Core::selective(row);
    slots()[call_->shape.width - 1] = 0;
  }
};
struct FloorOfTiles : Core {
  std::size_t workspace_bytes(const tailproof_shape& shape) const override {
    return Core::workspace_bytes(shape) - static_cast<std::size_t>(shape.width) * 4 +
           static_cast<std::size_t>(shape.rank / 8 * 8) * 4;
  }
  void write(const Row& row) override {
    Core::write(row);
    std::copy_n(row.out, row.rank, slots());
  }
};
struct SlicesBoosted : Core {
  std::size_t workspace_bytes(const tailproof_shape&) const override { return 64; }
  void selective(const Row& row) override {
    Core::selective(row);
    const std::int64_t slices = 2 + row.length / 16;
    for (std::int64_t s = 0; s < slices; ++s) slots()[s] = 0;
  }
};
struct GridLimit : Core {
  std::int64_t live_rows(const tailproof_call& call) const override {
    return std::min<std::int64_t>(Core::live_rows(call), 4);
  }
};
struct NoPlan : Core {
  int accepts(const tailproof_shape& shape) const override {
    return shape.rank == 7 ? TAILPROOF_OUT_OF_RESOURCES : TAILPROOF_OK;
  }
};
struct CapabilityGate : Core {
  int select(const tailproof_call& call) override {
    return call.shape.width > 64 ? TAILPROOF_LAUNCH_FAILED : Core::select(call);
  }
};
struct ProbeIgnored : Core {
  int select(const tailproof_call& call) override {
    return call.shape.rank > 4 ? TAILPROOF_OK : Core::select(call);
  }
};
struct Deadlock : Core {
  int select(const tailproof_call& call) override {
    volatile std::uint32_t resident = call.shape.rank > 16 ? 1 : segments;
    while (resident != segments) {
    }
    return Core::select(call);
  }
};
struct WorkspaceWithRows : Core {
  std::size_t workspace_bytes(const tailproof_shape& shape) const override {
    return Core::workspace_bytes(shape) *
               static_cast<std::size_t>(std::max<std::int64_t>(1, shape.row_capacity))
           << 30;
  }
};
struct WorkspaceGrows : Core {
  std::size_t workspace_bytes(const tailproof_shape& shape) const override {
    return Core::workspace_bytes(shape) + 256 * (asked_++ % 2);
  }
  mutable std::size_t asked_ = 0;
};
struct ZeroRowsDivided : Core {
  int select(const tailproof_call& call) override {
    if (live_rows(call) == 0) std::abort();
    return Core::select(call);
  }
};
struct EmptyGridFails : Core {
  int select(const tailproof_call& call) override {
    return live_rows(call) == 0 ? TAILPROOF_LAUNCH_FAILED : Core::select(call);
  }
};
struct EmptyWidthRefused : Core {
  int accepts(const tailproof_shape& shape) const override {
    return shape.width < 4 ? TAILPROOF_INVALID_ARGUMENT : TAILPROOF_OK;
  }
};

}  // namespace

Faults planner_faults() {
  return {
      fault<WorkspaceShort>("workspace-short", "B52", "asks for one word less than it uses"),
      fault<FloorOfTiles>("workspace-floor", "B43", "rounds K down to whole tiles when sizing"),
      fault<SlicesBoosted>("workspace-slices", "B53", "uses more slices than it sized for"),
      fault<GridLimit>("grid-limit", "B55", "launches four rows at most"),
      fault<NoPlan>("no-plan", "B47 B56", "has no plan for K = 7"),
      fault<CapabilityGate>("launch-fails", "B49",
                            "launches what the device cannot, beyond a width of 64"),
      fault<ProbeIgnored>("probe-ignored", "B50",
                          "reports success although nothing was launched for K > 4"),
      fault<Deadlock>("barrier-deadlock", "B44 B46",
                      "waits for a segment that is not resident, for K > 16"),
      fault<WorkspaceWithRows>("workspace-unbounded", "B58",
                               "asks for a workspace that grows with rows times columns"),
      fault<WorkspaceGrows>("workspace-not-a-function", "B136",
                            "asks for more workspace every second time"),
      fault<ZeroRowsDivided>("no-rows-aborts", "B47", "aborts when no row is live"),
      fault<EmptyGridFails>("empty-grid-fails", "B49 B86", "launches an empty grid, which fails"),
      fault<EmptyWidthRefused>("narrow-rows-refused", "B97", "refuses a width below four"),
  };
}

}  // namespace tailproof::faults
