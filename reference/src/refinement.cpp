#include "tailproof/reference/refinement.hpp"

#include "tailproof/reference/histogram.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/marks.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace tailproof::reference {
namespace {

constexpr std::size_t chunk_size = 256;

// Positions of one chunk of the frontier by their digit: better than the boundary digit, or equal.
struct Groups {
  std::array<std::int32_t, chunk_size> better;
  std::array<std::int32_t, chunk_size> equal;
  std::array<std::uint32_t, chunk_size> equal_keys;
  std::uint32_t better_count = 0;
  std::uint32_t equal_count = 0;
};

// Without branches on the digit, which no processor could predict: digits are below 2^16, so that a
// difference below zero shows in the top bit. Compilers make branches of comparisons here.
Groups split(CountedRow& row, const Policy& policy, int round, std::uint32_t boundary,
             std::span<const std::int32_t> chunk) {
  Groups groups;
  std::uint32_t better = 0;
  std::uint32_t equal = 0;
  for (const std::int32_t position : chunk) {
    const std::uint32_t key = key32(row.at(position));
    const std::uint32_t digit = policy.digit(key, round);
    groups.better[better] = position;
    better += (digit - boundary) >> 31;
    groups.equal[equal] = position;
    groups.equal_keys[equal] = key;
    equal += ((digit ^ boundary) - 1u) >> 31;
  }
  groups.better_count = better;
  groups.equal_count = equal;
  return groups;
}

}  // namespace

RoundTrace refine_round(CountedRow& row, const Policy& policy, int round, RefinementState& state,
                        CandidateStore& spare) {
  const Located boundary = locate(state.digits, state.quota);
  const bool last = round + 1 == digit_rounds;
  state.digits.assign(last ? 0 : policy.digit_bins(round + 1), 0);
  spare.clear();
  const Policy own = policy;  // a copy that no store below can change
  const auto frontier = state.frontier.all();
  for (std::size_t first = 0; first < frontier.size(); first += chunk_size) {
    const auto chunk = frontier.subspan(first, std::min(chunk_size, frontier.size() - first));
    const Groups groups = split(row, own, round, boundary.bin, chunk);
    state.committed.insert(state.committed.end(), groups.better.begin(),
                           groups.better.begin() + groups.better_count);
    spare.append(std::span(groups.equal).first(groups.equal_count));
    if (last) continue;
    for (std::size_t i = 0; i < groups.equal_count; ++i) {
      ++state.digits[own.digit(groups.equal_keys[i], round + 1)];
    }
  }
  std::swap(state.frontier, spare);
  state.quota -= boundary.before;
  return {boundary.bin, boundary.before, state.frontier.size(), state.quota, {}};
}

std::int64_t refine(CountedRow& row, const Policy& policy, RefinementState& state,
                    CandidateStore& spare, std::vector<RoundTrace>* rounds) {
  bool settled = state.quota == state.frontier.size();
  for (int round = 0; round < digit_rounds; ++round) {
    if (settled && policy.early_exit()) {
      mark(Mark::early_exit);
      break;
    }
    Histogram seen;
    if (rounds != nullptr) seen = state.digits;
    RoundTrace done = refine_round(row, policy, round, state, spare);
    if (state.frontier.spill_depth() > 0) mark(Mark::spill_after_round);
    if (!settled && state.quota == state.frontier.size()) {
      settled = true;
      mark(round == 0   ? Mark::settled_in_round_0
           : round == 1 ? Mark::settled_in_round_1
                        : Mark::settled_in_round_2);
    }
    if (rounds != nullptr) {
      done.histogram = std::move(seen);
      rounds->push_back(std::move(done));
    }
  }
  mark(settled ? Mark::tie_fill_whole_group : Mark::tie_fill_choice);
  const auto ties = state.frontier.all().first(static_cast<std::size_t>(state.quota));
  state.committed.insert(state.committed.end(), ties.begin(), ties.end());
  return state.quota;
}

}  // namespace tailproof::reference
