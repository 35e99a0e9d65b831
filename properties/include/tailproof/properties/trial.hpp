/// One call put to a subject, with everything that properties ask about it, each made only once.
#pragma once
#include "tailproof/properties/reference_subject.hpp"
#include "tailproof/properties/subject.hpp"
#include "tailproof/reference/oracle.hpp"
#include "tailproof/reference/trace.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tailproof::properties {

/// Buffers that trials of one thread share, so that a trial allocates little.
struct Workbench {
  ReferenceSubject reference;
  Answer answer;
  Answer expected;
  Answer derived;
  std::optional<reference::Oracle> oracle;
};

/// A subject's answer to a call, and what the row itself says, worked out apart from any selector.
class Trial {
 public:
  /// Runs the subject. @param seed  fixes what laws draw (a permutation, a shift, ...)
  Trial(const Call& call, Subject& subject, Workbench& bench, std::uint64_t seed, bool traced);

  [[nodiscard]] const Call& call() const noexcept { return call_; }
  [[nodiscard]] const Traits& traits() const noexcept { return subject_.traits(); }
  [[nodiscard]] const Answer& answer() const noexcept { return bench_.answer; }
  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
  /// Whether the row is within the contract, and why not.
  [[nodiscard]] const std::optional<std::string>& breach(std::int64_t row) const {
    return breaches_[static_cast<std::size_t>(row)];
  }
  [[nodiscard]] bool legal() const noexcept { return legal_; }
  /// True if the subject answered and the row is within the contract.
  [[nodiscard]] bool judgeable(std::int64_t row) const {
    return answer().status == Status::ok && !breach(row).has_value();
  }
  /// Whether an oracle beside the subject accepts the row; nothing where none was asked.
  [[nodiscard]] std::optional<bool> accepted_before(std::int64_t row) const {
    if (answer().accepted.empty()) return std::nullopt;
    return answer().accepted[static_cast<std::size_t>(row)] != 0;
  }
  /// The valid prefix; the row must be legal.
  [[nodiscard]] std::span<const float> scores(std::int64_t row) const {
    return call_.matrix.valid(row);
  }
  /// The K slots of a row.
  [[nodiscard]] std::span<const std::int32_t> indices(std::int64_t row) const;
  /// The subject's trace, or null where it gave none, or none that is more than trivial.
  [[nodiscard]] const reference::Trace* trace(std::int64_t row) const;

  /// The reference's traces under the call's policy, one a row; empty for an illegal call.
  [[nodiscard]] std::span<const reference::Trace> expected();
  /// The reference's marks for this call; of an illegal call none.
  [[nodiscard]] const reference::MarkCounts& expected_marks();
  /// Coarse histogram of the whole row, counted apart from any selector.
  [[nodiscard]] const reference::Histogram& coarse_histogram(std::int64_t row);
  /// C(tau) counted over the complete row.
  [[nodiscard]] std::int64_t tail_count(std::int64_t row, std::uint32_t tau);
  [[nodiscard]] reference::Oracle& oracle();

  /// Told by a check that the call holds something its property speaks about. What no check says
  /// this of was put to a subject in vain, and counts for nothing.
  void looks() noexcept { looked_at_ = true; }
  /// Whether a check said so since the last time this was asked.
  [[nodiscard]] bool was_looked_at() noexcept { return std::exchange(looked_at_, false); }

  /// Puts a related call to the same subject; the answer lives until the next one.
  [[nodiscard]] const Answer& ask(const Call& derived, bool traced = false);
  /// Has the subject make the calls of a guard's exercise over the call's rows, which must be
  /// legal; the answer lives until the next one.
  [[nodiscard]] const Answer& exercise(Guard guard);

 private:
  Call call_;
  Subject& subject_;
  Workbench& bench_;
  std::uint64_t seed_;
  bool legal_ = true;
  bool expected_ready_ = false;
  bool looked_at_ = false;
  std::vector<std::optional<std::string>> breaches_;
  std::vector<reference::Histogram> histograms_;
};

}  // namespace tailproof::properties
