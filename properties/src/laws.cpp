// Metamorphic laws: the answers to two related calls must agree in the scores they select.
#include "checks.hpp"
#include "derived_call.hpp"
#include "law.hpp"

#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/trace_compare.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace tailproof::properties::checks {
namespace {

// Laws that change each row's values or positions, and expect the mapped keys of the first answer.
void change_rows(Law& law, Trial& trial, const std::string& how,
                 const std::function<void(std::int64_t row, std::span<float> out)>& fill,
                 const std::function<std::uint32_t(std::int64_t row, std::uint32_t key)>& map) {
  const Call& call = trial.call();
  DerivedCall derived(call, lengths_of(call));
  for (std::int64_t row = 0; row < call.rows(); ++row) fill(row, derived.row(row));
  const Answer* answer = law.ask(derived.call());
  if (answer == nullptr) return;
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    Keys expected = law.original(row);
    for (std::uint32_t& key : expected) key = map(row, key);
    law.compare(row, expected, selected_keys(derived.row(row), row_slots(*answer, row, call.rank)),
                how);
  }
}

std::uint32_t same_key(std::int64_t, std::uint32_t key) {
  return key;
}

float float_of_key(std::uint32_t key) {
  return std::bit_cast<float>(reference::bits_of_key32(key));
}

}  // namespace

void permuted(Trial& trial, Findings& findings) {
  Law law("permuted", trial, findings);
  if (!law.applies()) return;
  generators::Draws draws = law_draws(trial);
  const std::uint64_t step_bits = draws.bits();
  const std::uint64_t start_bits = draws.bits();
  const auto fill = [&](std::int64_t row, std::span<float> out) {
    const auto scores = trial.scores(row);
    const std::size_t length = scores.size();
    if (length == 0) return;
    std::size_t step = 1 + step_bits % length;  // i -> start + i * step walks all positions once
    while (std::gcd(step, length) != 1) ++step;
    std::size_t to = start_bits % length;
    step %= length;
    for (const float score : scores) {
      out[to] = score;
      to += step;
      if (to >= length) to -= length;
    }
  };
  change_rows(law, trial, "permuted", fill, same_key);
}

void row_alone(Trial& trial, Findings& findings) {
  Law law("row-alone", trial, findings);
  if (!law.applies() || trial.call().rows() < 2) return;
  const std::int64_t row = law_draws(trial).between(0, trial.call().rows() - 1);
  const auto scores = trial.scores(row);
  DerivedCall derived(trial.call(), {static_cast<std::int32_t>(scores.size())});
  std::copy(scores.begin(), scores.end(), derived.row(0).begin());
  const Answer* answer = law.ask(derived.call());
  if (answer == nullptr) return;
  law.compare(row, law.original(row), selected_keys(scores, row_slots(*answer, 0, derived.rank)),
              "alone");
}

void batch_order(Trial& trial, Findings& findings) {
  Law law("batch-order", trial, findings);
  const std::int64_t rows = trial.call().rows();
  if (!law.applies() || rows < 2) return;
  std::vector<std::int32_t> lengths = lengths_of(trial.call());
  std::reverse(lengths.begin(), lengths.end());
  DerivedCall derived(trial.call(), std::move(lengths));
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto scores = trial.scores(rows - 1 - row);
    std::copy(scores.begin(), scores.end(), derived.row(row).begin());
  }
  const Answer* answer = law.ask(derived.call());
  if (answer == nullptr) return;
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto slots = row_slots(*answer, rows - 1 - row, derived.rank);
    law.compare(row, law.original(row), selected_keys(trial.scores(row), slots), "rows reversed");
  }
}

void order_map(Trial& trial, Findings& findings) {
  Law law("order-map", trial, findings);
  if (!law.applies()) return;
  generators::Draws draws = law_draws(trial);
  std::vector<std::int64_t> shifts;
  for (std::int64_t row = 0; row < trial.call().rows(); ++row) {
    std::int64_t least = last_dense;
    std::int64_t greatest = first_dense;
    for (const float score : trial.scores(row)) {
      const std::int64_t dense = dense_of_key(reference::key32(score));
      least = std::min(least, dense);
      greatest = std::max(greatest, dense);
    }
    if (least > greatest) least = greatest = first_dense;
    shifts.push_back(draws.between(first_dense - least, last_dense - greatest));
  }
  const auto map = [&](std::int64_t row, std::uint32_t key) {
    return key_of_dense(dense_of_key(key) + shifts[static_cast<std::size_t>(row)]);
  };
  const auto fill = [&](std::int64_t row, std::span<float> out) {
    const auto scores = trial.scores(row);
    std::transform(scores.begin(), scores.end(), out.begin(),
                   [&](float score) { return float_of_key(map(row, reference::key32(score))); });
  };
  change_rows(law, trial, "keys shifted", fill, map);
}

void scaled(Trial& trial, Findings& findings) {
  Law law("scaled", trial, findings);
  if (!law.applies()) return;
  generators::Draws draws = law_draws(trial);
  std::vector<float> factors;
  for (std::int64_t row = 0; row < trial.call().rows(); ++row) {
    float least = std::numeric_limits<float>::infinity();  // magnitudes of finite nonzero scores
    float greatest = 0;
    for (const float score : trial.scores(row)) {
      const float magnitude = std::fabs(score);
      if (magnitude == 0 || std::isinf(magnitude)) continue;
      least = std::min(least, magnitude);
      greatest = std::max(greatest, magnitude);
    }
    factors.push_back(1);
    if (greatest == 0) continue;
    // Exact while nothing overflows and nothing that gets smaller leaves the normal range.
    const std::int64_t up = std::min<std::int64_t>(127 - std::ilogb(greatest), 40);
    const std::int64_t down = std::fpclassify(least) == FP_SUBNORMAL
                                  ? 0
                                  : std::min<std::int64_t>(std::ilogb(least) + 126, 40);
    factors.back() = std::ldexp(1.0f, static_cast<int>(draws.between(-down, up)));
  }
  const auto factor = [&](std::int64_t row) { return factors[static_cast<std::size_t>(row)]; };
  const auto fill = [&](std::int64_t row, std::span<float> out) {
    const auto scores = trial.scores(row);
    std::transform(scores.begin(), scores.end(), out.begin(),
                   [by = factor(row)](float score) { return score * by; });
  };
  change_rows(law, trial, "scaled", fill, [&](std::int64_t row, std::uint32_t key) {
    return reference::key32(float_of_key(key) * factor(row));
  });
}

void appended_below(Trial& trial, Findings& findings) {
  Law law("appended-below", trial, findings);
  if (!law.applies()) return;
  const Call& call = trial.call();
  generators::Draws draws = law_draws(trial);
  const std::int64_t extra = draws.between(1, 64);
  std::vector<std::int32_t> lengths;
  std::vector<Keys> before;
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    before.push_back(law.original(row));
    const auto length = static_cast<std::int64_t>(trial.scores(row).size());
    const bool room = length >= call.rank && !before.back().empty() &&
                      dense_of_key(before.back().back()) < last_dense &&
                      length + extra <= trial.traits().greatest_width;
    lengths.push_back(static_cast<std::int32_t>(room ? length + extra : length));
  }
  DerivedCall derived(call, lengths);
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    const auto scores = trial.scores(row);
    const auto out = derived.row(row);
    std::copy(scores.begin(), scores.end(), out.begin());
    for (std::size_t i = scores.size(); i < out.size(); ++i) {
      const std::int64_t cut = dense_of_key(before[static_cast<std::size_t>(row)].back());
      const bool next_to_it = draws.chance(50);
      out[i] =
          float_of_key(key_of_dense(next_to_it ? cut + 1 : draws.between(cut + 1, last_dense)));
    }
  }
  const Answer* answer = law.ask(derived.call());
  if (answer == nullptr) return;
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    law.compare(row, before[static_cast<std::size_t>(row)],
                selected_keys(derived.row(row), row_slots(*answer, row, call.rank)),
                "appended " + std::to_string(extra));
  }
}

void nested_ranks(Trial& trial, Findings& findings) {
  Law law("nested-ranks", trial, findings);
  const Call& call = trial.call();
  if (!law.applies() || call.rank < 2) return;
  Call smaller = call;
  smaller.rank = static_cast<std::int32_t>(law_draws(trial).between(1, call.rank - 1));
  const Answer* answer = law.ask(smaller);
  if (answer == nullptr) return;
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    Keys expected = law.original(row);
    expected.resize(std::min(expected.size(), static_cast<std::size_t>(smaller.rank)));
    law.compare(row, expected,
                selected_keys(trial.scores(row), row_slots(*answer, row, smaller.rank)),
                "K = " + std::to_string(smaller.rank));
  }
}

void split_counts(Trial& trial, Findings& findings) {
  Law law("split-counts", trial, findings);
  if (!law.applies()) return;
  Call split = trial.call();
  reference::PolicyParameters parameters = split.policy.parameters();
  const std::uint32_t before = parameters.segments;
  parameters.segments = 1u << law_draws(trial).between(0, 3);
  if (parameters.segments == before) parameters.segments = before == 1 ? 2 : 1;
  split.policy = reference::Policy(parameters);
  const bool traced = !trial.answer().traces.empty();
  const Answer* answer = law.ask(split, traced);
  if (answer == nullptr) return;
  const std::string how = "P = " + std::to_string(parameters.segments);
  for (std::int64_t row = 0; row < split.rows(); ++row) {
    law.compare(row, law.original(row),
                selected_keys(trial.scores(row), row_slots(*answer, row, split.rank)), how);
    if (!traced) continue;
    const auto r = static_cast<std::size_t>(row);
    const auto departure = reference::first_departure(trial.answer().traces[r], answer->traces[r],
                                                      {trial.traits().histograms, false});
    if (departure) law.report(row, how + ": " + departure->field + ": " + departure->detail);
  }
}

}  // namespace tailproof::properties::checks
