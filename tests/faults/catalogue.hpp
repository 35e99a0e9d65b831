// The catalogue: every fault with the report that it is modelled on.
#pragma once
#include "core.hpp"

#include <memory>
#include <vector>

namespace tailproof::faults {

/// One entry. An exact one is modelled on nothing and must survive.
struct Fault {
  const char* name;
  const char* modelled_on;  ///< rows of the fault survey: "B113 B115"; empty: exact
  const char* summary;      ///< what it does wrong, one sentence
  std::unique_ptr<Core> (*make)();
  const char* family = "";  ///< of the file that it stands in; set by all_faults()
};

/// Describes an entry whose steps are those of a class derived from Core.
template <class Selector>
Fault fault(const char* name, const char* modelled_on, const char* summary) {
  return {name, modelled_on, summary,
          []() -> std::unique_ptr<Core> { return std::make_unique<Selector>(); }, ""};
}

using Faults = std::vector<Fault>;

// One function a file of catalogue/; a family is added there and in catalogue.cpp.
Faults exact_selectors();
Faults overflow_faults();
Faults certificate_faults();
Faults sentinel_faults();
Faults nan_faults();
Faults length_faults();
Faults stale_state_faults();
Faults tie_faults();
Faults key_faults();
Faults layout_faults();
Faults width_faults();
Faults planner_faults();
Faults merge_faults();
Faults publication_faults();
Faults block_faults();
Faults harness_faults();

/// All entries, exact ones first.
[[nodiscard]] const Faults& all_faults();

}  // namespace tailproof::faults
