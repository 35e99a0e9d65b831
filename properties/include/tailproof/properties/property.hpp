/// Named properties over (call, subject), all in one table. Source: spec sections 1 to 7.
#pragma once
#include "tailproof/properties/finding.hpp"
#include "tailproof/properties/subject.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::properties {

class Trial;

/// What a property looks at.
enum class PropertyKind : std::uint8_t {
  contract,     ///< the answers alone
  guard,        ///< what a call did besides answering
  trace,        ///< what the trace says, against the row
  metamorphic,  ///< the answers to two related calls
  determinism,  ///< the answers to one call twice
  robustness    ///< rows outside the contract
};
[[nodiscard]] std::string_view property_kind_name(PropertyKind kind) noexcept;

/// What a property cannot do without.
enum class Needs : std::uint8_t {
  nothing,
  traces,
  traces_and_histograms,
  policy,
  guards,
  exercises,
  captures,
  prior_oracle
};

/// One property. check() looks at every row it applies to and appends at most one finding a row.
struct Property {
  std::string_view name;
  std::string_view states;   ///< what must hold, one sentence
  std::string_view planted;  ///< the planted fault that shows it failing
  PropertyKind kind = PropertyKind::contract;
  Needs needs = Needs::nothing;
  void (*check)(Trial& trial, std::vector<Finding>& findings) = nullptr;
};

/// The table: the one place that a new property is added to.
[[nodiscard]] std::span<const Property> all_properties();

/// Null for an unknown name.
[[nodiscard]] const Property* find_property(std::string_view name) noexcept;

/// The properties of those names, in table order; no names: all. Throws InputError naming the
/// unknown one and those there are.
[[nodiscard]] std::vector<const Property*> properties_of_names(std::span<const std::string> names);

/// Why a property says nothing about a subject ("records no traces"), empty if it does.
[[nodiscard]] std::string_view why_not_checked(const Property& property,
                                               const Traits& traits) noexcept;

/// True for properties that call the subject again, of which a run draws a few a case.
[[nodiscard]] bool is_law(const Property& property) noexcept;

}  // namespace tailproof::properties
