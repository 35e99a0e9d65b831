#include "tailproof/reference/refinement.hpp"

#include "tailproof/reference/histogram.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/marks.hpp"

#include <utility>

namespace tailproof::reference {

RoundTrace refine_round(CountedRow& row, const Policy& policy, int round, RefinementState& state,
                        CandidateStore& spare) {
  const Located boundary = locate(state.digits, state.quota);
  const bool last = round + 1 == digit_rounds;
  state.digits.assign(last ? 0 : policy.digit_bins(round + 1), 0);
  spare.clear();
  for (const std::int32_t position : state.frontier.all()) {
    const std::uint32_t key = key32(row.at(position));
    const std::uint32_t digit = policy.digit(key, round);
    if (digit < boundary.bin) {
      state.committed.push_back(position);
    } else if (digit == boundary.bin) {
      spare.append(position);
      if (!last) ++state.digits[policy.digit(key, round + 1)];
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
