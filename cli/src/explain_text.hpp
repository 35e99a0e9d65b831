/// One row's trace as an account for people, phase by phase.
#pragma once

#include "output.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/trace.hpp"

namespace tailproof::cli {

/// Prints the account: view, sampled quantile, boundary, count against K, route, rounds, reads.
void print_account(const reference::Trace& trace, const reference::Policy& policy, Output& output);

}  // namespace tailproof::cli
