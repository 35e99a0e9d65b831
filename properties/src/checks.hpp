// The checks that the property table names; private to the table and their own files.
#pragma once
#include "tailproof/properties/property.hpp"
#include "tailproof/properties/trial.hpp"

#include <string>
#include <vector>

namespace tailproof::properties::checks {

using Findings = std::vector<Finding>;

void survives(Trial& trial, Findings& findings);
void contract(Trial& trial, Findings& findings);
void prior_oracle(Trial& trial, Findings& findings);
void robustness(Trial& trial, Findings& findings);

void tail_counts(Trial& trial, Findings& findings);
void histogram_sums(Trial& trial, Findings& findings);
void quotas(Trial& trial, Findings& findings);
void monotone_rounds(Trial& trial, Findings& findings);
void containment(Trial& trial, Findings& findings);
void segment_sums(Trial& trial, Findings& findings);
void trace_equality(Trial& trial, Findings& findings);
void predicted_routes(Trial& trial, Findings& findings);
void reads_table(Trial& trial, Findings& findings);

void permuted(Trial& trial, Findings& findings);
void row_alone(Trial& trial, Findings& findings);
void batch_order(Trial& trial, Findings& findings);
void order_map(Trial& trial, Findings& findings);
void appended_below(Trial& trial, Findings& findings);
void nested_ranks(Trial& trial, Findings& findings);
void split_counts(Trial& trial, Findings& findings);
void scaled(Trial& trial, Findings& findings);
void repeated(Trial& trial, Findings& findings);
void replayed(Trial& trial, Findings& findings);

}  // namespace tailproof::properties::checks
