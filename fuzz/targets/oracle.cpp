// The oracle against the definition of the contract, applied pair by pair.
#include "tailproof/reference/oracle.hpp"
#include "mutate_rows.hpp"
#include "row_input.hpp"
#include "tailproof/reference/selector.hpp"

namespace tailproof::fuzz {
namespace {

constexpr std::size_t answer_bytes = 16;
constexpr std::size_t longest = 512;

using Picks = std::vector<std::int32_t>;

// Spec 1, word by word, on pairs of numbers: no keys, no sorting, no counting passes.
bool right_by_definition(const std::vector<float>& scores, const Picks& picks) {
  std::vector<int> held(scores.size(), 0);
  std::size_t sentinels = 0;
  for (const std::int32_t pick : picks) {
    if (pick == -1) {
      ++sentinels;
      continue;
    }
    if (pick < 0 || static_cast<std::size_t>(pick) >= scores.size() || sentinels > 0) return false;
    if (++held[static_cast<std::size_t>(pick)] > 1) return false;
  }
  const std::size_t wanted = picks.size() - std::min(picks.size(), scores.size());
  if (sentinels != wanted) return false;
  for (std::size_t in = 0; in < scores.size(); ++in) {
    for (std::size_t out = 0; held[in] == 1 && out < scores.size(); ++out) {
      if (held[out] == 0 && scores[out] > scores[in]) return false;
    }
  }
  return true;
}

// A right answer, edited: most random answers are wrong in the same dull way.
Picks answer(const RowInput& row, Bytes edits) {
  Picks picks(static_cast<std::size_t>(row.rank));
  reference::Selector(row.policy, row.rank).select(row.scores, row.row, picks);
  Input input(edits);
  for (std::uint64_t n = input.below(5); n > 0; --n) {
    const auto slot = static_cast<std::size_t>(input.number(2) % picks.size());
    const auto other = static_cast<std::size_t>(input.byte() % picks.size());
    switch (input.below(6)) {
      case 0:
        std::swap(picks[slot], picks[other]);
        break;
      case 1:
        picks[slot] = picks[other];
        break;
      case 2:
        picks[slot] = -1;
        break;
      case 3:
        picks[slot] =
            static_cast<std::int32_t>(row.scores.size()) - static_cast<std::int32_t>(other % 3);
        break;
      case 4:
        picks[slot] = static_cast<std::int32_t>(other);
        break;
      default:
        picks[slot] =
            static_cast<std::int32_t>(picks[slot] + static_cast<std::int32_t>(other % 5) - 2);
    }
  }
  return picks;
}

void run(Bytes bytes) {
  if (bytes.size() < answer_bytes + row_header_bytes) return;
  RowInput row = read_row(bytes.subspan(answer_bytes));
  row.scores.resize(std::min(row.scores.size(), longest));
  if (row.has_nan()) return;
  const Picks picks = answer(row, bytes.first(answer_bytes));
  reference::Oracle oracle(row.rank);
  const reference::Verdict verdict = oracle.judge_row(row.scores, row.row, picks);
  const bool right = right_by_definition(row.scores, picks);
  require(verdict.accepted() == right, right ? "a right answer is rejected: " + to_string(verdict)
                                             : "a wrong answer is accepted");
  require(verdict.kinds().empty() == right, "accepted, and yet of a kind, or the other way round");
  require(oracle.judge_row(row.scores, row.row, picks) == verdict, "the second verdict differs");
}

CaseOfInput to_case(Bytes bytes) {
  return {"reference", "contract", "",
          specimen_of(read_row(bytes.subspan(std::min(answer_bytes, bytes.size()))))};
}

}  // namespace

const Target target = {"oracle", "the oracle accepts exactly the answers that the contract allows",
                       run, mutate_rows_behind<answer_bytes>, to_case};

}  // namespace tailproof::fuzz
