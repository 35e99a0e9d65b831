/// A variant's description as text.
#pragma once

#include <string>

#include "tailproof/properties/variant/description.hpp"

namespace tailproof::cli {

/// Several lines, indented by two spaces: memory, limits, flags, rules, capacities, trace.
[[nodiscard]] std::string description_text(const properties::VariantDescription& description);

/// "yes", or why a variant of that memory space cannot run on this machine.
[[nodiscard]] std::string runs_here(std::uint32_t memory_space);

}  // namespace tailproof::cli
