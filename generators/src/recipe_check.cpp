#include "tailproof/generators/registry.hpp"
#include "text.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace tailproof::generators {
namespace {

constexpr std::int64_t longest_row = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t most_elements = std::int64_t{1} << 32;

void require_range(std::string_view what, std::int64_t value, std::int64_t least,
                   std::int64_t greatest) {
  if (value < least || value > greatest) {
    refuse(std::string(what) + " must be in [" + std::to_string(least) + ", " +
           std::to_string(greatest) + "], got " + std::to_string(value));
  }
}

void require_parameters(const Recipe& recipe) {
  const Family& family = family_of_name(recipe.family);
  for (const auto& [name, value] : recipe.parameters) {
    const auto spec =
        std::find_if(family.parameters.begin(), family.parameters.end(),
                     [&given = name](const ParameterSpec& p) { return p.name == given; });
    if (spec == family.parameters.end()) {
      refuse("family " + recipe.family + " has no parameter " + printable(name));
    }
    require_range(recipe.family + " " + name, value, spec->least, spec->greatest);
  }
}

void require_lengths(const Recipe& recipe) {
  if (recipe.lengths.kind == LengthKind::ragged) {
    require_range("lengths", recipe.lengths.least, 0, recipe.width);
  }
  if (recipe.lengths.kind == LengthKind::listed &&
      recipe.lengths.listed.size() != static_cast<std::size_t>(recipe.rows)) {
    refuse("lengths: " + std::to_string(recipe.lengths.listed.size()) + " listed for " +
           std::to_string(recipe.rows) + " rows");
  }
}

}  // namespace

void require_valid(const Recipe& recipe) {
  require_parameters(recipe);
  require_range("rows", recipe.rows, 0, longest_row);
  require_range("width", recipe.width, 0, longest_row);
  require_range("rank", recipe.rank, 1, longest_row);
  require_range("layout pitch", recipe.layout.pitch_extra, 0, longest_row);
  require_range("layout offset", recipe.layout.base_offset, 0, 3);
  require_range("layout dead", recipe.layout.dead_rows, 0, longest_row);
  const std::int64_t pitch = recipe.width + recipe.layout.pitch_extra;
  const std::int64_t rows = std::int64_t{recipe.rows} + recipe.layout.dead_rows;
  if (pitch > 0 && rows > most_elements / pitch) {
    refuse("a case of " + std::to_string(rows) + " x " + std::to_string(pitch) +
           " elements is more than 2^32");
  }
  require_lengths(recipe);
  for (const Edit& edit : recipe.edits) {
    require_range("edits row", edit.row, 0, std::int64_t{recipe.rows} - 1);
    require_range("edits position", edit.position, 0, recipe.width - 1);
  }
}

}  // namespace tailproof::generators
