/// From an input to a case folder that `tailproof replay` and `tailproof shrink` take.
#pragma once
#include "target.hpp"

#include <filesystem>

namespace tailproof::fuzz {

/// Stores the target's case of the input and returns its folder. Throws InputError where the
/// target has no cases, or the input means nothing to it.
[[nodiscard]] std::filesystem::path store_case(Bytes input, const std::filesystem::path& store);

}  // namespace tailproof::fuzz
