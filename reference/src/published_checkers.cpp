#include "tailproof/reference/published_checkers.hpp"

#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

// The slack below is the published tests' own: the point of the table is what it lets pass.
namespace tailproof::reference {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// One row as a checker sees it: the answer, and one reference selector's answer.
struct RowView {
  std::span<const float> scores;
  std::span<const std::int32_t> slots;
  std::int64_t width;
  std::vector<std::int32_t> reference;  // min(K, L) positions, best first, lowest tie first

  [[nodiscard]] std::size_t due() const { return reference.size(); }
  [[nodiscard]] bool valid(std::int32_t index) const {
    return index >= 0 && static_cast<std::size_t>(index) < scores.size();
  }
  // Python's indexing: from the end for negatives, an exception (a failed test) outside.
  [[nodiscard]] bool raises(std::int32_t index) const { return index >= width || index < -width; }
  [[nodiscard]] float score(std::int32_t index) const {
    return scores[static_cast<std::size_t>(index)];
  }
  // Scores of some indices, best first; an index outside the row counts as -inf.
  [[nodiscard]] std::vector<float> sorted_scores(std::span<const std::int32_t> indices) const {
    std::vector<float> values;
    for (const std::int32_t i : indices) values.push_back(valid(i) ? score(i) : minus_infinity);
    std::sort(values.begin(), values.end(), std::greater<>());
    return values;
  }
};

RowView view_row(const ScoreMatrix& matrix, std::int64_t row, std::int32_t rank,
                 std::span<const std::int32_t> slots) {
  RowView view{matrix.valid(row), slots, matrix.width,
               std::vector<std::int32_t>(matrix.valid(row).size())};
  std::iota(view.reference.begin(), view.reference.end(), 0);
  const auto due = std::min<std::size_t>(static_cast<std::size_t>(rank), view.reference.size());
  std::partial_sort(view.reference.begin(), view.reference.begin() + static_cast<int>(due),
                    view.reference.end(), [&](std::int32_t a, std::int32_t b) {
                      const auto key_a = key32(view.score(a));
                      const auto key_b = key32(view.score(b));
                      return key_a != key_b ? key_a < key_b : a < b;
                    });
  view.reference.resize(due);
  return view;
}

using IndexSet = std::set<std::int32_t>;

IndexSet minus(const IndexSet& a, const IndexSet& b) {
  IndexSet rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(rest, rest.end()));
  return rest;
}
std::vector<float> scores_of(const RowView& row, const IndexSet& indices) {
  return row.sorted_scores(std::vector<std::int32_t>(indices.begin(), indices.end()));
}
IndexSet set_of(std::span<const std::int32_t> indices) {
  return {indices.begin(), indices.end()};
}

// Invented indices whose scores are not merely those of the indices left out.
std::size_t invented(const RowView& row, const IndexSet& answer, const IndexSet& reference) {
  const IndexSet more = minus(answer, reference);
  if (std::any_of(more.begin(), more.end(), [&](auto i) { return row.raises(i); })) {
    return std::numeric_limits<std::uint32_t>::max();
  }
  const IndexSet less = minus(reference, answer);
  return scores_of(row, more) == scores_of(row, less) ? 0 : more.size();
}

constexpr std::size_t sglang_permitted = 5;

bool sglang_aot(std::span<const RowView> rows) {
  std::size_t wrong = 0;
  for (const RowView& row : rows) {
    IndexSet reference = set_of(row.reference);
    if (row.due() < row.slots.size()) reference.insert(-1);
    wrong += invented(row, set_of(row.slots), reference);
  }
  return wrong <= sglang_permitted;
}

bool sglang_v2(std::span<const RowView> rows) {
  std::size_t wrong = 0;
  for (const RowView& row : rows) {
    IndexSet answer = set_of(row.slots);
    answer.erase(-1);
    if (answer.size() != row.due()) return false;
    wrong += invented(row, answer, set_of(row.reference));
  }
  return wrong <= sglang_permitted;
}

bool flashinfer(std::span<const RowView> rows) {
  std::size_t common = 0;
  std::size_t all = 0;
  for (const RowView& row : rows) {
    for (const std::int32_t i : row.slots) {
      if (!row.valid(i)) return false;  // gathering the score is a device assert
    }
    const IndexSet reference = set_of(row.reference);
    common += reference.size() - minus(reference, set_of(row.slots)).size();
    all += row.slots.size();
  }
  return static_cast<double>(common) >= 0.97 * static_cast<double>(all);
}

bool flashinfer_bench(std::span<const RowView> rows) {
  for (const RowView& row : rows) {
    IndexSet seen;
    for (const std::int32_t i : row.slots) {
      if (i < 0) continue;  // any negative index is padding
      if (!row.valid(i) || !seen.insert(i).second) return false;
    }
    const auto ours = row.sorted_scores(row.slots);
    auto theirs = row.sorted_scores(row.reference);
    theirs.resize(ours.size(), minus_infinity);
    for (std::size_t j = 0; j < ours.size(); ++j) {
      if (ours[j] == theirs[j]) continue;
      if (!std::isfinite(ours[j]) || !std::isfinite(theirs[j])) return false;
      const double error = std::fabs(static_cast<double>(ours[j]) - static_cast<double>(theirs[j]));
      if (error > 1e-2 && error > 1e-2 * std::fabs(static_cast<double>(theirs[j]))) return false;
    }
  }
  return true;
}

bool raft(std::span<const RowView> rows) {
  for (const RowView& row : rows) {
    const auto ours = row.sorted_scores(row.slots);
    const auto theirs = row.sorted_scores(row.reference);
    for (std::size_t j = 0; j < ours.size(); ++j) {
      if (ours[j] != theirs[j] && !std::isinf(theirs[j])) return false;
    }
  }
  return true;
}

bool vllm(std::span<const RowView> rows) {
  for (const RowView& row : rows) {
    const IndexSet answer = set_of(row.slots.first(row.due()));
    const IndexSet more = minus(answer, set_of(row.reference));
    const IndexSet less = minus(set_of(row.reference), answer);
    if (more.size() != less.size()) return false;
    if (std::any_of(more.begin(), more.end(), [&](auto i) { return !row.valid(i); })) return false;
    const auto ours = scores_of(row, more);
    const auto theirs = scores_of(row, less);
    for (std::size_t j = 0; j < ours.size(); ++j) {
      if (ours[j] == theirs[j]) continue;
      const double error = std::fabs(static_cast<double>(ours[j]) - static_cast<double>(theirs[j]));
      if (!(error <= 1e-5 + 1e-5 * std::fabs(static_cast<double>(theirs[j])))) return false;
    }
  }
  return true;
}

bool cub_pairs(std::span<const RowView> rows) {
  for (const RowView& row : rows) {
    IndexSet seen;
    for (const std::int32_t i : row.slots) {
      if (!row.valid(i) || !seen.insert(i).second) return false;
    }
    if (row.sorted_scores(row.slots) != row.sorted_scores(row.reference)) return false;
  }
  return true;
}

struct Published {
  std::string_view name;
  bool (*accepts)(std::span<const RowView>);
  bool has_sentinels;
};
constexpr std::array<Published, published_checker_count> checkers{{
    {"SGLang AOT", sglang_aot, true},
    {"SGLang v2", sglang_v2, true},
    {"FlashInfer", flashinfer, false},
    {"flashinfer-bench", flashinfer_bench, true},
    {"RAFT", raft, false},
    {"vLLM", vllm, true},
    {"CUB pairs", cub_pairs, false},
}};

}  // namespace

std::string_view published_name(PublishedChecker checker) noexcept {
  return checkers[static_cast<std::size_t>(checker)].name;
}

Opinion published_opinion(PublishedChecker checker, const ScoreMatrix& matrix, std::int32_t rank,
                          std::span<const std::int32_t> indices, std::int64_t pitch) {
  const Published& published = checkers[static_cast<std::size_t>(checker)];
  std::vector<RowView> rows;
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    const auto slots =
        indices.subspan(static_cast<std::size_t>(row * pitch), static_cast<std::size_t>(rank));
    rows.push_back(view_row(matrix, row, rank, slots));
    if (rows.back().due() < slots.size() && !published.has_sentinels) {
      return Opinion::not_applicable;
    }
  }
  return published.accepts(rows) ? Opinion::accepts : Opinion::rejects;
}

}  // namespace tailproof::reference
