/// A subject and the properties it is held to, over one call after another.
#pragma once
#include "tailproof/properties/property.hpp"
#include "tailproof/properties/tail_sizes.hpp"
#include "tailproof/properties/trial.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tailproof::properties {

/// What came of one call.
struct Judgement {
  Status status = Status::ok;
  std::vector<Finding> findings;         ///< in table order, then by row
  std::vector<const Property*> checked;  ///< those that had something to look at
  std::vector<reference::Route> routes;  ///< the route each row takes in the reference
  reference::MarkCounts marks;           ///< of the reference's run
  TailSizes tails;                       ///< of the rows that sampled a boundary
  bool coverage = false;                 ///< routes and marks were asked for and are there
};

/// Not thread-safe; one a thread.
class Judge {
 public:
  explicit Judge(std::unique_ptr<Subject> subject) : subject_(std::move(subject)) {}

  [[nodiscard]] Subject& subject() noexcept { return *subject_; }
  /// Runs the call and checks the properties that apply to the subject.
  /// @param seed      fixes the draws of laws
  /// @param coverage  also run the reference to tell routes and marks (legal calls only)
  [[nodiscard]] Judgement examine(const Call& call, std::uint64_t seed,
                                  std::span<const Property* const> properties, bool coverage);

  /// The last call's answer and the reference's, for reports.
  [[nodiscard]] const Workbench& bench() const noexcept { return bench_; }

 private:
  std::unique_ptr<Subject> subject_;
  Workbench bench_;
};

}  // namespace tailproof::properties
