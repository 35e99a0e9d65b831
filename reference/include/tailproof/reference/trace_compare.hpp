/// Bit-for-bit comparison of two traces: the first phase in which they depart. Spec section 7.
#pragma once
#include "tailproof/reference/trace.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tailproof::reference {

/// Phases in the order they happen, so that the first departure is the earliest cause.
enum class Phase : std::uint8_t {
  input,
  view,
  proposal,
  admission,
  band,
  recovery,
  entry,
  refinement
};
[[nodiscard]] std::string_view phase_name(Phase phase) noexcept;

/// One departure: the phase, the field, and both values in words ("bin 212: 3, not 4").
struct Departure {
  Phase phase = Phase::input;
  std::string field;
  std::string detail;
};

/// What is compared beyond the phases' own values.
struct CompareOptions {
  /// A subject that does not record histograms leaves them empty; then only scalars are compared.
  bool histograms = true;
  /// Mappings read differently (spec 6); compared unless switched off.
  bool reads = true;
};

/// The first departure of actual from expected, or nothing if they agree bit for bit.
[[nodiscard]] std::optional<Departure> first_departure(const Trace& expected, const Trace& actual,
                                                       CompareOptions options = {});

}  // namespace tailproof::reference
