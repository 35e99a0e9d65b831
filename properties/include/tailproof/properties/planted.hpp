/// Planted faults: faulty selectors by name, which show that each property can fail.
#pragma once
#include "tailproof/properties/subject.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tailproof::properties {

struct SelectorHooks;

/// One faulty selector: an exact core with one hook replaced.
struct PlantedFault {
  std::string_view name;
  std::string_view summary;  ///< what the selector does wrong, one sentence
  void (*plant)(SelectorHooks& hooks);
};

/// All planted faults; the first, "none", is the exact core itself.
[[nodiscard]] std::span<const PlantedFault> planted_faults();

/// The fault of that name, or null.
[[nodiscard]] const PlantedFault* find_planted(std::string_view name) noexcept;

/// A host selector with the fault: follows the call's policy and records traces.
[[nodiscard]] std::unique_ptr<Subject> make_planted(const PlantedFault& fault);

}  // namespace tailproof::properties
