// An exact host selector of its own, whose steps can be replaced by hooks; private to planted
// faults.
#pragma once
#include "tailproof/properties/selector_hooks.hpp"
#include "tailproof/reference/proposal.hpp"

#include <optional>

namespace tailproof::properties {

/// Spec 3 to 6 written once more, plainly and slowly, apart from the reference: with no hook set
/// it must agree with the reference bit for bit, traces included (a test).
class HookedSelector {
 public:
  explicit HookedSelector(const SelectorHooks& hooks) : hooks_(hooks) {}

  /// Forgets everything: nothing may pass from one call to the next, or findings would not repeat.
  void start_call() { coarse_.clear(); }
  /// Selects one row of a call into its K slots.
  void select_row(const Call& call, std::int64_t row, std::span<std::int32_t> indices,
                  reference::Trace* trace);

 private:
  [[nodiscard]] float score(std::int64_t i) const;
  [[nodiscard]] reference::Route choose_state();
  [[nodiscard]] std::optional<reference::Route> try_sampled();
  template <class Admits>
  void scan(Admits admits);
  void merge();
  void recover();
  void refine();
  void note_deepest(std::size_t held);

  const SelectorHooks& hooks_;
  const Call* call_ = nullptr;
  const float* scores_ = nullptr;
  std::int64_t length_ = 0;
  reference::Trace trace_;
  std::vector<Positions> parts_;
  Positions committed_;
  Positions frontier_;
  reference::Histogram digits_;
  reference::Histogram coarse_;
  std::int64_t quota_ = 0;
  std::int64_t deepest_ = 0;
};

}  // namespace tailproof::properties
