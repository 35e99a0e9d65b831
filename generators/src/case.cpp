#include "tailproof/generators/case.hpp"

#include "row_length.hpp"
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/generators/registry.hpp"
#include "tailproof/reference/contract.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace tailproof::generators {
namespace {

// Lengths that a subject must not believe: their rows are not live.
constexpr std::array<std::int32_t, 4> dead_lengths{std::numeric_limits<std::int32_t>::max(), -1,
                                                   1 << 20,
                                                   std::numeric_limits<std::int32_t>::min()};

}  // namespace

reference::ScoreMatrix Case::matrix() const noexcept {
  return {base_, lengths().first(static_cast<std::size_t>(rows_)), width_, pitch()};
}

std::span<const float> Case::scores(std::int64_t row) const noexcept {
  const std::int64_t length = lengths_[static_cast<std::size_t>(row)];
  return {base_ + row * pitch(),
          static_cast<std::size_t>(std::clamp<std::int64_t>(length, 0, width_))};
}

std::span<const float> Case::elements() const noexcept {
  return {base_, static_cast<std::size_t>(row_capacity() * pitch())};
}

// Reads the poisoned guards on purpose.
__attribute__((no_sanitize("address"))) std::uint64_t Case::fingerprint() const noexcept {
  std::uint64_t hash = 0;
  for (const std::int32_t length : lengths_) {
    hash = mix(hash ^ static_cast<std::uint32_t>(length));
  }
  const float* const end = base_ + row_capacity() * pitch() + guard_floats;
  for (const float* element = base_ - guard_floats; element != end; ++element) {
    hash = (hash ^ __builtin_bit_cast(std::uint32_t, *element)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return mix(hash);
}

/// Allocates a case, lets rows be filled, then surrounds them with padding.
class CaseBuilder {
 public:
  CaseBuilder(std::int64_t rows, std::int64_t width, std::int32_t rank,
              const reference::Policy& policy, const Layout& layout) {
    made_.rows_ = rows;
    made_.width_ = width;
    made_.rank_ = rank;
    made_.policy_ = policy;
    made_.layout_ = layout;
    const auto elements = static_cast<std::size_t>(made_.row_capacity() * made_.pitch());
    made_.memory_ = ScoreMemory(elements, layout.base_offset);
    made_.base_ = made_.memory_.data();
  }

  /// Room for the next row's scores; length as the subject is told, outside [0, N] too.
  std::span<float> add_row(std::int32_t length) {
    made_.lengths_.push_back(length);
    const auto row = static_cast<std::int64_t>(made_.lengths_.size()) - 1;
    if (length < 0 || length > made_.width_) made_.in_contract_ = false;
    return {made_.base_ + row * made_.pitch(), made_.scores(row).size()};
  }
  void out_of_contract() noexcept { made_.in_contract_ = false; }

  Case finish() {
    for (std::int64_t row = 0; row < made_.rows_; ++row) {
      pad(row * made_.pitch() + static_cast<std::int64_t>(made_.scores(row).size()),
          (row + 1) * made_.pitch());
    }
    for (std::size_t dead = 0;
         made_.lengths_.size() < static_cast<std::size_t>(made_.row_capacity()); ++dead) {
      made_.lengths_.push_back(dead_lengths[dead % dead_lengths.size()]);
    }
    pad(made_.rows_ * made_.pitch(), made_.memory_.guarded_end() - made_.base_);
    pad(made_.memory_.guarded_begin() - made_.base_, 0);
    made_.memory_.close_guards();
    return std::move(made_);
  }

 private:
  // Elements [begin, end) counted from row 0. The pattern repeats every four elements.
  void pad(std::int64_t begin, std::int64_t end) noexcept {
    std::array<float, 4> pattern;
    for (std::int64_t i = 0; i < 4; ++i) {
      pattern[static_cast<std::size_t>(i)] =
          std::bit_cast<float>(padding_bits(made_.layout_.padding, i));
    }
    for (std::int64_t element = begin; element < end; ++element) {
      made_.base_[element] = pattern[static_cast<std::size_t>(element & 3)];
    }
  }

  Case made_;
};

Case materialise(const Recipe& recipe) {
  require_valid(recipe);
  const Family& family = family_of_name(recipe.family);
  if (family.unavailable != nullptr) {
    if (const auto reason = family.unavailable()) {
      refuse("family " + recipe.family + " is unavailable: " + *reason);
    }
  }
  CaseBuilder builder(recipe.rows, recipe.width, recipe.rank, recipe.policy, recipe.layout);
  const bool may_hold_nan = !family.in_contract || !recipe.edits.empty();
  for (std::int32_t row = 0; row < recipe.rows; ++row) {
    const std::span<float> scores = builder.add_row(row_length(recipe, row));
    const auto length = static_cast<std::int64_t>(scores.size());
    family.fill({family, recipe, row, length}, scores);
    for (const Edit& edit : recipe.edits) {
      if (edit.row != row || edit.position >= length) continue;
      scores[static_cast<std::size_t>(edit.position)] = std::bit_cast<float>(edit.bits);
    }
    if (may_hold_nan && reference::first_nan(scores).has_value()) builder.out_of_contract();
  }
  return builder.finish();
}

Case assemble(const RawRows& rows) {
  CaseBuilder builder(static_cast<std::int64_t>(rows.scores.size()), rows.width, rows.rank,
                      rows.policy, rows.layout);
  for (std::size_t row = 0; row < rows.scores.size(); ++row) {
    const std::vector<float>& given = rows.scores[row];
    if (static_cast<std::int64_t>(given.size()) > rows.width) {
      throw InputError(
          {.file = "rows", .row = static_cast<std::int64_t>(row)},
          std::to_string(given.size()) + " scores in a width of " + std::to_string(rows.width));
    }
    const std::span<float> scores = builder.add_row(static_cast<std::int32_t>(given.size()));
    std::copy(given.begin(), given.end(), scores.begin());
    if (reference::first_nan(given).has_value()) builder.out_of_contract();
  }
  return builder.finish();
}

}  // namespace tailproof::generators
