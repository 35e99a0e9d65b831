/// The catalogue of faulty selectors: a variant library of which the environment chooses the entry.
#pragma once

#include <string>
#include <vector>

#include "tailproof/reference/policy.hpp"

namespace tailproof::cli {

/// One selector of the library.
struct CatalogueEntry {
  std::string name;
  std::string family;
  std::string modelled_on;  ///< rows of the survey of real faults; empty: exact
  std::string summary;
  [[nodiscard]] bool exact() const noexcept { return modelled_on.empty(); }
};

/// What tailproof_fault_catalogue_v1() of a library lists.
struct Catalogue {
  std::string library;
  reference::Policy policy;  ///< that its selectors run under
  std::vector<CatalogueEntry> entries;
};

/// Lists the library's selectors. Empty path: libtailproof_faults.so beside this executable or in
/// the library folder next to it. Throws InputError where there is none.
[[nodiscard]] Catalogue load_catalogue(const std::string& path);

/// The entries of those names or families; none given: all. Throws InputError for an unknown one.
[[nodiscard]] std::vector<CatalogueEntry> chosen_entries(const Catalogue& catalogue,
                                                         const std::vector<std::string>& names);

/// Makes workers started from now on load this entry.
void choose_entry(const CatalogueEntry& entry);

}  // namespace tailproof::cli
