/// Stored cases once more: one by one, or all that a subject once failed.
#pragma once
#include "tailproof/properties/case_store.hpp"
#include "tailproof/properties/investigate.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tailproof::properties {

/// What came of a stored case that was run again.
struct CaseRun {
  CaseReport report;
  std::string why_not;  ///< why nothing was checked; empty if the property was
  /// True if the property was checked and held in every run.
  [[nodiscard]] bool passes() const noexcept {
    return why_not.empty() && report.rate.failures == 0;
  }
};

/// Puts a stored case to a subject, as often as it takes to see its failure again. Throws
/// InputError for an unknown property or subject.
[[nodiscard]] CaseRun run_again(const StoredCase& stored, const std::string& subject,
                                InvestigateOptions options);

/// A case of a store that was run again, and the folder that it lies in now.
struct ReplayedCase {
  CaseRun run;
  std::filesystem::path folder;
};

/// Runs every pending case of the subject again, without shrinking. Those that pass are moved
/// aside; those that fail, and those that could not be checked, stay. Throws InputError.
[[nodiscard]] std::vector<ReplayedCase> replay_pending(const CaseStore& store,
                                                       const std::string& subject);

}  // namespace tailproof::properties
