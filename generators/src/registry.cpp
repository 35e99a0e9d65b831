#include "tailproof/generators/registry.hpp"

#include "text.hpp"

#include <algorithm>
#include <array>
#include <string>

// To add a family: one file under families/ that defines it, and its line here.
#define TAILPROOF_FAMILIES(FAMILY) \
  FAMILY(iid)                      \
  FAMILY(drift)                    \
  FAMILY(ramp)                     \
  FAMILY(block_repeated)           \
  FAMILY(plateau)                  \
  FAMILY(shared_prefix)            \
  FAMILY(digit_round)              \
  FAMILY(one_coarse_bin)           \
  FAMILY(declared_capacity)        \
  FAMILY(infinities)               \
  FAMILY(range_ends)               \
  FAMILY(subnormals)               \
  FAMILY(signed_zeros)             \
  FAMILY(beyond_half)              \
  FAMILY(relu_sparse)              \
  FAMILY(quantised)                \
  FAMILY(clustered_ends)           \
  FAMILY(tight_alias)              \
  FAMILY(loose_alias)              \
  FAMILY(forced_route)             \
  FAMILY(view_edges)               \
  FAMILY(length_edges)             \
  FAMILY(segment_winners)          \
  FAMILY(captured)                 \
  FAMILY(nan_rows)                 \
  FAMILY(bad_lengths)

namespace tailproof::generators {

namespace defined {
#define TAILPROOF_DECLARE(name) const Family& name();
TAILPROOF_FAMILIES(TAILPROOF_DECLARE)
#undef TAILPROOF_DECLARE
}  // namespace defined

std::span<const Family* const> families() {
#define TAILPROOF_LIST(name) &defined::name(),
  static const std::array all{TAILPROOF_FAMILIES(TAILPROOF_LIST)};
#undef TAILPROOF_LIST
  return all;
}

const Family* find_family(std::string_view name) noexcept {
  const auto all = families();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Family* f) { return f->name == name; });
  return found == all.end() ? nullptr : *found;
}

const Family& family_of_name(std::string_view name) {
  if (const Family* family = find_family(name)) return *family;
  std::string known;
  for (const Family* family : families()) {
    known += (known.empty() ? "" : ", ") + std::string(family->name);
  }
  refuse("unknown family " + printable(name) + "; there are: " + known);
}

std::int64_t RowContext::parameter(std::string_view name) const {
  const auto given = recipe.parameters.find(name);
  if (given != recipe.parameters.end()) return given->second;
  const auto spec = std::find_if(family.parameters.begin(), family.parameters.end(),
                                 [&](const ParameterSpec& p) { return p.name == name; });
  return spec->typical;
}

Promise check_promise(const Recipe& recipe, const Case& made, std::int64_t row) {
  const auto edited = [row](const Edit& edit) { return edit.row == row; };
  if (std::any_of(recipe.edits.begin(), recipe.edits.end(), edited)) {
    return Promise::not_applicable("the row was edited");
  }
  const Family& family = family_of_name(recipe.family);
  const std::span<const float> scores = made.scores(row);
  return family.promise({family, recipe, row, static_cast<std::int64_t>(scores.size())}, scores);
}

}  // namespace tailproof::generators
