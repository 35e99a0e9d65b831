#include "tailproof/properties/call.hpp"

#include "tailproof/reference/contract.hpp"

namespace tailproof::properties {

Call call_of(const generators::Case& made) noexcept {
  return {made.matrix(), made.rank(), made.policy(), 0, made.in_contract(), &made.memory()};
}

std::optional<std::string> contract_breach(const Call& call, std::int64_t row) {
  if (call.known_legal) return std::nullopt;
  const std::int64_t length = call.matrix.lengths[static_cast<std::size_t>(row)];
  if (length < 0 || length > call.matrix.width) {
    return "length " + std::to_string(length) + " outside [0, " +
           std::to_string(call.matrix.width) + "]";
  }
  const auto position = reference::first_nan(call.matrix.valid(row));
  if (position.has_value()) return "NaN at position " + std::to_string(*position);
  return std::nullopt;
}

bool within_contract(const Call& call) {
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    if (contract_breach(call, row).has_value()) return false;
  }
  return true;
}

}  // namespace tailproof::properties
