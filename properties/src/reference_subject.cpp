#include "tailproof/properties/reference_subject.hpp"

#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/errors.hpp"

#include <span>
#include <string>

namespace tailproof::properties {

ReferenceSubject::ReferenceSubject(std::optional<reference::Policy> fixed) : fixed_(fixed) {
  traits_.name = fixed ? "reference:" + reference::to_string(*fixed) : "reference";
  traits_.summary = fixed ? "the CPU reference under a policy of its own"
                          : "the CPU reference, under the policy of each case";
  traits_.traces = true;
  traits_.follows_policy = !fixed.has_value();
  traits_.policy = fixed;
}

void ReferenceSubject::select(const Call& call, bool traced, Answer& answer) {
  prepare(call, answer);
  const reference::Policy& policy = fixed_ ? *fixed_ : call.policy;
  try {
    reference::require_shape(call.matrix, call.rank);
    if (!selector_ || selector_->rank() != call.rank || !(selector_->policy() == policy)) {
      selector_.emplace(policy, call.rank);
    }
    if (traced) answer.traces.resize(static_cast<std::size_t>(call.rows()));
    reference::MarkScope scope(answer.marks);
    const auto slots = static_cast<std::size_t>(call.rank);
    for (std::size_t row = 0; row < static_cast<std::size_t>(call.rows()); ++row) {
      const auto number = static_cast<std::int64_t>(row);
      selector_->select(call.matrix.valid(number), number,
                        std::span(answer.indices).subspan(row * slots, slots),
                        traced ? &answer.traces[row] : nullptr);
    }
  } catch (const reference::ContractError& error) {
    answer.status = Status::refused;
    answer.message = error.what();
    answer.traces.clear();
  }
}

std::unique_ptr<Subject> ReferenceSubject::clone() const {
  return std::make_unique<ReferenceSubject>(fixed_);
}

}  // namespace tailproof::properties
