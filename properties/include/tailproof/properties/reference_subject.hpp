/// The reference as a subject, under the call's policy or under a fixed one.
#pragma once
#include "tailproof/properties/subject.hpp"
#include "tailproof/reference/selector.hpp"

#include <optional>

namespace tailproof::properties {

/// Refuses what the reference refuses (NaN, bad lengths) and records traces and marks.
class ReferenceSubject final : public Subject {
 public:
  /// @param fixed  the policy to run under whatever the call says; nothing: follow the call
  explicit ReferenceSubject(std::optional<reference::Policy> fixed = std::nullopt);

  [[nodiscard]] const Traits& traits() const noexcept override { return traits_; }
  void select(const Call& call, bool traced, Answer& answer) override;
  [[nodiscard]] std::unique_ptr<Subject> clone() const override;

 private:
  std::optional<reference::Policy> fixed_;
  Traits traits_;
  std::optional<reference::Selector> selector_;  // kept while policy and rank stay the same
};

}  // namespace tailproof::properties
