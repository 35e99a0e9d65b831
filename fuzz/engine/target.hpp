/// A fuzz target: what one input means, what must hold, and how the engine may change inputs.
#pragma once
#include "tailproof/properties/specimen.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::fuzz {

/// One input as the engine gives it.
using Bytes = std::span<const std::uint8_t>;

/// What a target throws when something that must hold does not. Every other exception that leaves
/// a target is a finding as well.
class Finding : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws a Finding unless the condition holds.
inline void require(bool holds, const std::string& what) {
  if (!holds) throw Finding(what);
}

/// An input as a stored case: what `tailproof replay` puts to which subject.
struct CaseOfInput {
  std::string subject;
  std::string property;
  std::string recipe;  ///< of the rows; empty if they have none
  properties::Specimen specimen;
};

/// One target; each program is linked with exactly one.
struct Target {
  std::string_view name;
  std::string_view holds;  ///< what must hold for every input, one sentence
  /// Returns for inputs in order and for those that mean nothing; throws a Finding. A function of
  /// its input alone.
  void (*run)(Bytes input) = nullptr;
  /// Structure-aware mutation in place, of at most `most` bytes; null: the engine's own.
  std::size_t (*mutate)(std::uint8_t* data, std::size_t size, std::size_t most,
                        std::uint32_t seed) = nullptr;
  /// The input as a case; null where no selection of score rows is at fault.
  CaseOfInput (*to_case)(Bytes input) = nullptr;
  /// The cells (kernel_cell() in coverage.hpp) that a corpus is to reach; null where no kernel
  /// runs.
  std::vector<std::size_t> (*kernel_cells)() = nullptr;
};

/// Defined by the target's own file.
extern const Target target;

}  // namespace tailproof::fuzz
