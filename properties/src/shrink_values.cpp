// Passes that make scores simpler, all equal ones together so that tie plateaus stay plateaus.
#include "reducer.hpp"

#include "derived_call.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tailproof::properties::passes {
namespace {

using Row = std::vector<float>;

// The distinct values of a row, best first, and which of them each position holds.
struct Classes {
  std::vector<float> values;
  std::vector<std::uint32_t> of;

  explicit Classes(const Row& row) {
    std::vector<std::uint32_t> keys;
    for (const float score : row) keys.push_back(reference::key32(score));
    std::vector<std::uint32_t> distinct = keys;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    values.resize(distinct.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto at = std::lower_bound(distinct.begin(), distinct.end(), keys[i]);
      of.push_back(static_cast<std::uint32_t>(at - distinct.begin()));
      values[of.back()] = row[i];
    }
  }
};

float next_value(float score, int steps) {
  const std::int64_t dense = dense_of_key(reference::key32(score)) - steps;
  return std::bit_cast<float>(reference::bits_of_key32(key_of_dense(dense)));
}

// Simple values first; those past the integers are steps from 1, where low digits decide.
std::vector<float> simpler_than(float score) {
  std::vector<float> simple = {0, 1, -1, 2, -2, 3, 4, 5, 8, 16, 100};
  for (const int steps : {1, -1, 2, 3}) simple.push_back(next_value(1, steps));
  for (const std::uint32_t least : {0x00000001u, 0x80000001u}) {
    simple.push_back(std::bit_cast<float>(least));
  }
  const auto bits = std::bit_cast<std::uint32_t>(score);
  for (const unsigned kept : {0u, 1u, 2u, 3u, 5u, 8u, 12u, 16u, 20u}) {
    simple.push_back(std::bit_cast<float>(bits & ~((1u << (23u - kept)) - 1u)));
  }
  std::erase_if(simple, [limit = complexity(score)](float x) { return complexity(x) >= limit; });
  std::stable_sort(simple.begin(), simple.end(),
                   [](float a, float b) { return complexity(a) < complexity(b); });
  return simple;
}

std::int64_t total_complexity(const Row& row) {
  std::int64_t total = 0;
  for (const float score : row) total += complexity(score);
  return total;
}

// Replaces all values at once, keeping their order.
template <class Value>
void renumber(Reducer& reducer, Value value) {
  const Classes classes(reducer.row());
  Row candidate;
  for (const std::uint32_t each : classes.of) {
    candidate.push_back(value(static_cast<int>(classes.values.size() - 1 - each)));
  }
  if (total_complexity(candidate) >= total_complexity(reducer.row())) return;
  reducer.try_row(candidate, reducer.current().rows.rank);
}

bool holds_nan(const Row& row) {
  return std::any_of(row.begin(), row.end(), [](float score) {
    return reference::is_nan_bits(std::bit_cast<std::uint32_t>(score));
  });
}

}  // namespace

void ties(Reducer& reducer) {
  reducer.enter("ties");
  if (holds_nan(reducer.row())) return;
  Classes classes(reducer.row());
  Row candidate;
  for (std::size_t chunk = classes.values.size() - 1; chunk > 0; chunk /= 2) {
    std::size_t first = 0;
    while (first + 1 < classes.values.size() && !reducer.exhausted()) {
      const std::size_t last = std::min(first + chunk, classes.values.size() - 1);
      bool merged = false;
      for (const std::size_t source : {first, last}) {
        candidate = reducer.row();
        for (std::size_t i = 0; i < candidate.size(); ++i) {
          if (classes.of[i] < first || classes.of[i] > last || classes.of[i] == source) continue;
          candidate[i] = classes.values[source];
        }
        merged = reducer.try_row(candidate, reducer.current().rows.rank);
        if (merged) break;
      }
      if (merged) {
        classes = Classes(reducer.row());
      } else {
        first = last;
      }
    }
    if (classes.values.size() == 1) break;
    chunk = std::min(chunk, classes.values.size());
  }
}

void values(Reducer& reducer) {
  reducer.enter("values");
  if (holds_nan(reducer.row()) || reducer.row().empty()) return;
  renumber(reducer, [](int n) { return static_cast<float>(n); });
  renumber(reducer, [](int n) { return next_value(1, n); });
  for (std::size_t each = 0; each < Classes(reducer.row()).values.size(); ++each) {
    bool simpler = true;
    while (simpler && !reducer.exhausted()) {
      const Classes classes(reducer.row());
      if (each >= classes.values.size()) break;
      simpler = false;
      for (const float value : simpler_than(classes.values[each])) {
        Row candidate = reducer.row();
        for (std::size_t i = 0; i < candidate.size(); ++i) {
          if (classes.of[i] == each) candidate[i] = value;
        }
        if (total_complexity(candidate) >= total_complexity(reducer.row())) continue;
        const bool done = reducer.try_row(candidate, reducer.current().rows.rank);
        if (!done) continue;
        simpler = true;
        break;
      }
    }
  }
}

// Of many equal scores often one alone matters, at its place: the others then hide it from K.
void places(Reducer& reducer) {
  reducer.enter("places");
  if (holds_nan(reducer.row()) || reducer.row().empty()) return;
  const Classes classes(reducer.row());
  const float simplest =
      *std::min_element(classes.values.begin(), classes.values.end(),
                        [](float a, float b) { return complexity(a) < complexity(b); });
  Row candidate;
  for (std::size_t each = 0; each < classes.values.size(); ++each) {
    if (complexity(classes.values[each]) <= complexity(simplest)) continue;
    std::vector<std::size_t> held;
    for (std::size_t i = 0; i < classes.of.size(); ++i) {
      if (classes.of[i] == each) held.push_back(i);
    }
    for (std::size_t chunk = held.size(); chunk > 0; chunk /= 2) {
      for (std::size_t begin = 0; begin < held.size() && !reducer.exhausted();) {
        const auto first = held.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last =
            held.begin() + static_cast<std::ptrdiff_t>(std::min(held.size(), begin + chunk));
        candidate = reducer.row();
        std::for_each(first, last, [&](std::size_t i) { candidate[i] = simplest; });
        if (reducer.try_row(candidate, reducer.current().rows.rank)) {
          held.erase(first, last);
        } else {
          begin += chunk;
        }
      }
    }
  }
}

}  // namespace tailproof::properties::passes
