#include "tailproof/properties/judge.hpp"

#include <algorithm>

namespace tailproof::properties {

Judgement Judge::examine(const Call& call, std::uint64_t seed,
                         std::span<const Property* const> properties, bool coverage) {
  const Traits& traits = subject_->traits();
  const bool traced =
      traits.traces &&
      std::any_of(properties.begin(), properties.end(), [](const Property* property) {
        return property->needs == Needs::traces ||
               property->needs == Needs::traces_and_histograms || is_law(*property);
      });
  Trial trial(call, *subject_, bench_, seed, traced);
  Judgement judgement;
  judgement.status = trial.answer().status;
  for (const Property* property : properties) {
    if (!why_not_checked(*property, traits).empty()) continue;
    property->check(trial, judgement.findings);
    if (trial.was_looked_at()) judgement.checked.push_back(property);
  }
  if (coverage && trial.legal()) {
    for (const auto& trace : trial.expected()) {
      judgement.routes.push_back(trace.route);
      if (trace.count0) judgement.tails.add(*trace.count0, trace.rank);
    }
    judgement.marks = trial.expected_marks();
    judgement.coverage = true;
  }
  return judgement;
}

}  // namespace tailproof::properties
