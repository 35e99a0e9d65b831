/// What the tests of properties share.
#pragma once
#include "tailproof/properties/judge.hpp"
#include "tailproof/properties/specimen.hpp"
#include "tailproof/properties/subject_registry.hpp"

#include <string>
#include <vector>

namespace tailproof::test {

/// A plain one-row specimen under a policy with a small stride.
inline properties::Specimen specimen_of(std::vector<float> row, std::int32_t rank,
                                        const std::string& policy = "stride=2") {
  properties::Specimen specimen;
  specimen.rows.width = static_cast<std::int64_t>(row.size());
  specimen.rows.scores = {std::move(row)};
  specimen.rows.rank = rank;
  specimen.rows.policy = reference::parse_policy(policy);
  return specimen;
}

/// Judges a specimen by all properties.
inline properties::Judgement judge_all(const std::string& subject,
                                       const properties::Specimen& specimen) {
  properties::Judge judge(properties::make_subject(subject));
  const properties::SpecimenCall made(specimen);
  const auto all = properties::properties_of_names({});
  return judge.examine(made.call(), specimen.seed, all, true);
}

}  // namespace tailproof::test
