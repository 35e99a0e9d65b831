#include "tailproof/generators/lengths.hpp"

#include "row_length.hpp"
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/reference/proposal.hpp"
#include "tailproof/reference/view.hpp"
#include "text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace tailproof::generators {
namespace {

constexpr std::array<std::string_view, 7> names{
    "full", "ragged", "edges", "capacity-edges", "view-edges", "out-of-contract", "listed"};
// Streams of rows count from 0 up, those of lengths from here.
constexpr std::uint64_t length_stream = std::uint64_t{1} << 63;
constexpr std::int64_t longest = std::numeric_limits<std::int32_t>::max();

std::vector<std::int64_t> within(std::vector<std::int64_t> values, std::int64_t least,
                                 std::int64_t greatest) {
  std::erase_if(values, [=](std::int64_t v) { return v < least || v > greatest; });
  return values;
}

}  // namespace

std::string to_string(const Lengths& lengths) {
  const std::string_view name = names[static_cast<std::size_t>(lengths.kind)];
  if (lengths.kind == LengthKind::ragged) return fmt::format("{}:{}", name, lengths.least);
  if (lengths.kind != LengthKind::listed) return std::string(name);
  std::string text(name);
  char separator = ':';
  for (const std::int32_t length : lengths.listed) {
    text += fmt::format("{}{}", separator, length);
    separator = '+';
  }
  return text;
}

Lengths parse_lengths(const std::string& text) {
  const std::string_view whole = text;
  const auto colon = whole.find(':');
  const std::string_view name = whole.substr(0, colon);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) refuse("lengths: unknown kind " + printable(name));
  Lengths lengths;
  lengths.kind = static_cast<LengthKind>(found - names.begin());
  const bool has_value = colon != std::string_view::npos;
  const std::string_view value = has_value ? whole.substr(colon + 1) : std::string_view{};
  if (lengths.kind == LengthKind::ragged) {
    lengths.least = parse_integer<std::int64_t>(value, "lengths");
  } else if (lengths.kind == LengthKind::listed) {
    for (const auto part : split(value, '+')) {
      lengths.listed.push_back(parse_integer<std::int32_t>(part, "lengths"));
    }
  } else if (has_value) {
    refuse("lengths: " + std::string(name) + " takes no value");
  }
  return lengths;
}

std::vector<std::int32_t> view_edge_lengths(std::int64_t row, std::int64_t width, std::int32_t rank,
                                            const reference::Policy& policy) {
  const reference::RequestedRanks ranks = reference::requested_ranks(policy, rank);
  const std::int64_t stride = policy.stride();
  const std::int64_t phase = reference::view_phase(row, policy.stride());
  std::vector<std::int64_t> lengths;
  for (const std::int64_t rank_asked : {ranks.primary, ranks.rescue.value_or(ranks.primary)}) {
    for (const std::int64_t size : {rank_asked - 1, rank_asked}) {
      // |V| == size holds for L in (phase + (size - 1) s, phase + size s].
      const std::int64_t longest_such = phase + size * stride;
      const std::int64_t shortest_such = size == 0 ? 0 : longest_such - stride + 1;
      const std::int64_t above_rank = std::max<std::int64_t>(shortest_such, rank + std::int64_t{1});
      if (above_rank <= longest_such) lengths.insert(lengths.end(), {above_rank, longest_such});
    }
  }
  lengths = within(std::move(lengths), rank + std::int64_t{1}, width);
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  return {lengths.begin(), lengths.end()};
}

std::vector<std::int64_t> length_choices(const Recipe& recipe, std::int64_t row) {
  const std::int64_t width = recipe.width;
  const std::int64_t rank = recipe.rank;
  const std::int64_t capacity = recipe.policy.candidate_capacity();
  switch (recipe.lengths.kind) {
    case LengthKind::edges:
      return within({0, 1, rank - 1, rank, rank + 1, rank + 2, width - 1, width}, 0, width);
    case LengthKind::capacity_edges:
      return within(
          {capacity - 1, capacity, capacity + 1, 2 * capacity, 3 * capacity, capacity + rank},
          rank + 1, width);
    case LengthKind::view_edges: {
      const auto edges = view_edge_lengths(row, width, recipe.rank, recipe.policy);
      return {edges.begin(), edges.end()};
    }
    case LengthKind::out_of_contract:
      return {std::numeric_limits<std::int32_t>::min(), -1, std::min(width + 1, longest),
              std::min(2 * width + 1, longest), longest};
    case LengthKind::full:
    case LengthKind::ragged:
    case LengthKind::listed:
      break;
  }
  return {};
}

std::int32_t row_length(const Recipe& recipe, std::int64_t row) {
  Draws draws(CounterRandom(recipe.seed, length_stream + static_cast<std::uint64_t>(row)));
  if (recipe.lengths.kind == LengthKind::listed) {
    return recipe.lengths.listed[static_cast<std::size_t>(row)];
  }
  if (recipe.lengths.kind == LengthKind::ragged) {
    return static_cast<std::int32_t>(draws.between(recipe.lengths.least, recipe.width));
  }
  const auto choices = length_choices(recipe, row);
  return static_cast<std::int32_t>(choices.empty() ? recipe.width : draws.one_of(choices));
}

}  // namespace tailproof::generators
