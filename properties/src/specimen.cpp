#include "tailproof/properties/specimen.hpp"

#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tailproof::properties {
namespace {

constexpr std::int64_t infinity_complexity = std::int64_t{1} << 10;
constexpr std::int64_t near_one_complexity = std::int64_t{1} << 11;
constexpr std::int64_t most_steps_from_one = 1024;
constexpr std::int64_t general_complexity = std::int64_t{1} << 12;

bool is_plain_row(const Specimen& specimen) noexcept {
  const auto& rows = specimen.rows;
  return specimen.lengths.empty() && rows.scores.size() == 1 &&
         rows.layout == generators::Layout{} &&
         rows.width == static_cast<std::int64_t>(rows.scores.front().size());
}

std::int64_t layout_size(const generators::RawRows& rows) noexcept {
  std::int64_t longest = 0;
  for (const auto& row : rows.scores) {
    longest = std::max(longest, static_cast<std::int64_t>(row.size()));
  }
  const generators::Layout& layout = rows.layout;
  return layout.pitch_extra + layout.base_offset + layout.dead_rows +
         (layout.padding == generators::Padding::zero ? 0 : 1) + (rows.width - longest);
}

std::int64_t policy_size(const reference::Policy& policy) noexcept {
  const reference::PolicyParameters& p = policy.parameters();
  const reference::PolicyParameters typical;
  return p.stride + p.segments + p.candidate_capacity + (p.early_exit ? 1 : 0) +
         (p.digit_widths == typical.digit_widths ? 0 : 1) +
         (p.retention == typical.retention ? 0 : 1) +
         (p.rescue.has_value() ? (p.rescue == typical.rescue ? 1 : 2) : 0);
}

}  // namespace

Specimen Specimen::of(const generators::Case& made, std::uint64_t seed) {
  Specimen specimen;
  specimen.seed = seed;
  specimen.rows.width = made.width();
  specimen.rows.rank = made.rank();
  specimen.rows.policy = made.policy();
  specimen.rows.layout = made.layout();
  bool bad_length = false;
  for (std::int64_t row = 0; row < made.rows(); ++row) {
    const auto scores = made.scores(row);
    specimen.rows.scores.emplace_back(scores.begin(), scores.end());
    const std::int32_t given = made.lengths()[static_cast<std::size_t>(row)];
    specimen.lengths.push_back(given);
    bad_length = bad_length || given != static_cast<std::int32_t>(scores.size());
  }
  if (!bad_length) specimen.lengths.clear();
  return specimen;
}

SpecimenCall::SpecimenCall(const Specimen& specimen)
    : specimen_(specimen), lengths_(specimen.lengths) {
  if (lengths_.empty()) {
    for (const auto& row : specimen.rows.scores) {
      lengths_.push_back(static_cast<std::int32_t>(row.size()));
    }
  }
  if (!is_plain_row(specimen)) made_.emplace(generators::assemble(specimen.rows));
}

Call SpecimenCall::call() const noexcept {
  const generators::RawRows& rows = specimen_.rows;
  if (made_) {
    // Its lengths are the case's own unless the specimen says otherwise.
    return {{made_->matrix().scores, lengths_, made_->width(), made_->pitch()},
            rows.rank,
            rows.policy,
            0,
            specimen_.lengths.empty() && made_->in_contract(),
            &made_->memory()};
  }
  return {{rows.scores.front().data(), lengths_, rows.width, rows.width}, rows.rank, rows.policy};
}

std::int64_t complexity(float score) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(score);
  if (bits == 0) return 0;
  if (score == 1.0f) return 1;
  if (bits == 0x80000000u) return 2;
  if (score == -1.0f) return 3;
  if (std::isinf(score)) return infinity_complexity + (score < 0 ? 1 : 0);
  const float magnitude = std::fabs(score);
  const std::int64_t sign = score < 0 ? 1 : 0;
  if (magnitude <= 500 && magnitude == std::floor(magnitude)) {
    return 2 * static_cast<std::int64_t>(magnitude) + sign;
  }
  if ((bits & 0x7fffffffu) == 1) return near_one_complexity + most_steps_from_one + sign + 1;
  const std::int64_t steps = static_cast<std::int64_t>(bits) - 0x3f800000;
  if (std::abs(steps) <= most_steps_from_one) return near_one_complexity + std::abs(steps);
  const std::uint32_t significand = bits & 0x007fffffu;
  const std::int64_t used = significand == 0 ? 0 : 23 - std::countr_zero(significand);
  const auto exponent = static_cast<std::int64_t>((bits >> 23) & 0xffu);
  return general_complexity * (1 + used) + 2 * std::abs(exponent - 127) + sign;
}

Size size_of(const Specimen& specimen) {
  Size size;
  size.rows = static_cast<std::int64_t>(specimen.rows.scores.size());
  size.rank = specimen.rows.rank;
  size.layout = layout_size(specimen.rows);
  size.policy = policy_size(specimen.rows.policy);
  std::vector<std::uint32_t> keys;
  for (const auto& row : specimen.rows.scores) {
    size.scores += static_cast<std::int64_t>(row.size());
    keys.clear();
    for (const float score : row) {
      keys.push_back(reference::key32(score));
      size.complexity += complexity(score);
    }
    std::sort(keys.begin(), keys.end());
    size.distinct += std::unique(keys.begin(), keys.end()) - keys.begin();
  }
  return size;
}

}  // namespace tailproof::properties
