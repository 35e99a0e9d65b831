/// Failing cases on disk: one folder each, written whole or not at all, replayed first next time.
#pragma once
#include "tailproof/properties/investigate.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tailproof::properties {

/// A case read back: what it takes to fail again.
struct StoredCase {
  std::filesystem::path folder;
  std::string subject;  ///< to be run from here: a library is looked for from the folder first
  std::string library;  ///< of a variant, seen from the folder; else empty
  std::string property;
  std::string recipe;  ///< of the case that it was shrunk from; may be empty
  FailureRate rate;    ///< when it was stored
  Specimen specimen;
};

/// Files of a case folder: manifest.json, scores.npy (rows x width), lengths.npy, picks.npy and
/// expected.npy (rows x K), trace.subject.jsonl, trace.reference.jsonl, report.txt, reproduce.cpp,
/// reproduce.py. The first three alone are read back. The library of a variant is stored as seen
/// from the case's folder, so that both can be moved together.
class CaseStore {
 public:
  /// Nothing is made until a case is saved.
  explicit CaseStore(std::filesystem::path folder = ".tailproof") : folder_(std::move(folder)) {}

  /// Writes a case under a name that its content gives ("contract-1f2e3d4c") and returns its
  /// folder. Saving the same case again changes nothing. Throws InputError when it cannot write.
  [[nodiscard]] std::filesystem::path save(const CaseReport& report) const;
  /// The failing cases, by name. A folder that is no case is an InputError that names it.
  [[nodiscard]] std::vector<StoredCase> pending() const;
  /// Moves a case that passes now to the sub-folder "passed"; returns its new place.
  std::filesystem::path retire(const StoredCase& stored) const;

 private:
  std::filesystem::path folder_;
};

/// Reads a case folder. Throws InputError that names the file and key at fault.
[[nodiscard]] StoredCase load_case(const std::filesystem::path& folder);

}  // namespace tailproof::properties
