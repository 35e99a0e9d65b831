/// The generated type: a small description of a case, turned into rows by materialise().
#pragma once
#include "tailproof/generators/layout.hpp"
#include "tailproof/generators/lengths.hpp"
#include "tailproof/reference/policy.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::generators {

/// A score overwritten after the family filled the row.
struct Edit {
  std::int32_t row = 0;
  std::int64_t position = 0;  ///< in [0, N); takes effect only below the row's length
  std::uint32_t bits = 0;     ///< FP32
  friend bool operator==(const Edit&, const Edit&) = default;
};

/// A family's parameters by name, all integers; names and ranges are in the registry.
using Parameters = std::map<std::string, std::int64_t, std::less<>>;

/// Everything that determines a case, bit for bit. Small, printable, comparable.
struct Recipe {
  std::string family = "iid";  ///< name in the registry
  Parameters parameters;       ///< those missing take the family's typical value
  std::uint64_t seed = 0;
  std::int32_t rows = 1;    ///< live rows M, >= 0
  std::int64_t width = 64;  ///< N, elements, 0 to 2^31 - 1
  Lengths lengths;
  std::int32_t rank = 8;  ///< K >= 1
  reference::Policy policy;
  Layout layout;
  std::vector<Edit> edits;
  friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// One line, for instance
/// "plateau(width=7) seed=0x1f rows=3 width=4096 lengths=ragged:10 rank=64 policy=stride=8,...
/// layout=pitch:3,offset:1,padding:nan,dead:2 edits=0:17:0x7f800000".
[[nodiscard]] std::string to_string(const Recipe& recipe);

/// Reads such a line; every part but the family is optional (missing = default). Throws InputError
/// with file "recipe" that names the part at fault, also for what require_valid() refuses.
[[nodiscard]] Recipe parse_recipe(std::string_view text);

/// The same as one JSON object on one line.
[[nodiscard]] std::string to_json(const Recipe& recipe);
/// Reads such an object: unknown keys are errors, missing ones take the default. Throws InputError
/// with file "recipe".
[[nodiscard]] Recipe recipe_from_json(std::string_view text);

/// Throws InputError with file "recipe" for an unknown family or parameter, a value out of range,
/// an edit outside the case, or a case of more than 2^32 elements.
void require_valid(const Recipe& recipe);

}  // namespace tailproof::generators
