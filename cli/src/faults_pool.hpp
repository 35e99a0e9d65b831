/// Trials of several entries side by side. The environment chooses the entry that a worker loads,
/// so each entry's trial has a process of its own.
#pragma once

#include <functional>
#include <vector>

#include "faults_trial.hpp"

namespace tailproof::cli {

/// All trials in the order of the entries; each is told as soon as it and all before it are done.
/// One job: in this process. Throws what a trial threw, by its text.
[[nodiscard]] std::vector<FaultTrial> try_entries(
    const Catalogue& catalogue, const std::vector<CatalogueEntry>& entries,
    const TrialOptions& options, std::size_t jobs,
    const std::function<void(const FaultTrial&)>& done);

}  // namespace tailproof::cli
