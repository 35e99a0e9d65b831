// Passes over everything but the scores: layout, rows, policy, rank.
#include "reducer.hpp"

#include "tailproof/reference/errors.hpp"

#include <algorithm>

namespace tailproof::properties::passes {
namespace {

// Changes one policy parameter; a combination that is no policy is no candidate.
template <class Change>
bool try_policy(Reducer& reducer, Change change) {
  reference::PolicyParameters parameters = reducer.current().rows.policy.parameters();
  const reference::PolicyParameters before = parameters;
  change(parameters);
  if (parameters == before) return false;
  try {
    const reference::Policy policy(parameters);
    return reducer.try_change([&](Specimen& s) { s.rows.policy = policy; });
  } catch (const reference::PolicyError&) {
    return false;
  }
}

// Lowers one number: the least at once, else by halving steps.
template <class Number, class Set>
void lower(Reducer& reducer, Number now, Number least, Set set) {
  if (now <= least) return;
  if (set(least)) return;
  for (Number step = (now - least) / 2; step > 0 && !reducer.exhausted(); step /= 2) {
    while (now - least > step && set(now - step)) now -= step;
  }
}

void erase_rows(Specimen& s, std::size_t begin, std::size_t count) {
  const auto from = static_cast<std::ptrdiff_t>(begin);
  const auto to = from + static_cast<std::ptrdiff_t>(count);
  s.rows.scores.erase(s.rows.scores.begin() + from, s.rows.scores.begin() + to);
  if (!s.lengths.empty()) s.lengths.erase(s.lengths.begin() + from, s.lengths.begin() + to);
}

}  // namespace

void plain_layout(Reducer& reducer) {
  reducer.enter("layout");
  const auto longest = [](const Specimen& s) {
    std::size_t most = 0;
    for (const auto& row : s.rows.scores) most = std::max(most, row.size());
    return static_cast<std::int64_t>(most);
  };
  const generators::Layout plain;
  const generators::Layout now = reducer.current().rows.layout;
  const bool wide = reducer.current().lengths.empty() &&
                    reducer.current().rows.width != longest(reducer.current());
  const auto narrow = [&](Specimen& s) {
    if (s.lengths.empty()) s.rows.width = longest(s);
  };
  if (now == plain && !wide) return;
  const bool done = reducer.try_change([&](Specimen& s) {
    s.rows.layout = plain;
    narrow(s);
  });
  if (done) return;
  if (wide) reducer.try_change(narrow);
  const auto one = [&](auto member) {
    if (reducer.current().rows.layout.*member == plain.*member) return;
    reducer.try_change([&](Specimen& s) { s.rows.layout.*member = plain.*member; });
  };
  one(&generators::Layout::dead_rows);
  one(&generators::Layout::base_offset);
  one(&generators::Layout::padding);
  lower(reducer, now.pitch_extra, std::int64_t{0}, [&](std::int64_t extra) {
    return reducer.try_change([&](Specimen& s) { s.rows.layout.pitch_extra = extra; });
  });
}

void rows(Reducer& reducer) {
  reducer.enter("rows");
  for (std::size_t chunk = reducer.current().rows.scores.size() / 2; chunk > 0; chunk /= 2) {
    std::size_t begin = 0;
    while (begin + chunk <= reducer.current().rows.scores.size() && !reducer.exhausted()) {
      if (reducer.current().rows.scores.size() == chunk) break;
      if (!reducer.try_change([&](Specimen& s) { erase_rows(s, begin, chunk); })) begin += chunk;
    }
  }
}

void policy(Reducer& reducer) {
  if (!reducer.options().change_policy) return;
  reducer.enter("policy");
  using Parameters = reference::PolicyParameters;
  const Parameters now = reducer.current().rows.policy.parameters();
  const auto set = [&](auto member, auto value) {
    return try_policy(reducer, [&](Parameters& p) { p.*member = value; });
  };
  lower(reducer, now.candidate_capacity, 1u,
        [&](std::uint32_t value) { return set(&Parameters::candidate_capacity, value); });
  lower(reducer, now.segments, 1u,
        [&](std::uint32_t value) { return set(&Parameters::segments, value); });
  for (std::uint32_t stride = 2; stride < now.stride; stride *= 2) {
    if (set(&Parameters::stride, stride)) break;
  }
  const Parameters typical;
  set(&Parameters::early_exit, false);
  set(&Parameters::digit_widths, typical.digit_widths);
  set(&Parameters::retention, typical.retention);
  if (now.rescue.has_value()) {
    if (!set(&Parameters::rescue, std::optional<reference::Ratio>{})) {
      set(&Parameters::rescue, typical.rescue);
    }
  }
}

void rank(Reducer& reducer) {
  reducer.enter("rank");
  lower(reducer, reducer.current().rows.rank, 1, [&](std::int32_t value) {
    return reducer.try_change([&](Specimen& s) { s.rows.rank = value; });
  });
}

}  // namespace tailproof::properties::passes
