/// Files for readers that take a path: in a folder of this process, in memory where there is one.
#pragma once
#include "target.hpp"

namespace tailproof::fuzz {

/// Writes the bytes and returns the path. The same name is the same file.
std::string scratch_file(const std::string& name, Bytes bytes);

/// A case folder whose arrays are right and whose manifest is still to be written.
[[nodiscard]] const std::string& scratch_case();

}  // namespace tailproof::fuzz
