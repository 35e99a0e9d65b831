#include "caller.hpp"
#include "tailproof/reference/errors.hpp"

namespace tailproof::properties {

bool judge_beside(PriorOracle& oracle, const tailproof_call& call, std::int64_t rows,
                  std::byte* accepted) {
  tailproof_oracle_call question{};
  question.shape = call.shape;
  question.shape.row_capacity = rows;
  question.scores = call.scores;
  question.lengths = call.lengths;
  question.indices = call.indices;
  question.indices_pitch = call.indices_pitch;
  try {
    const auto verdicts = oracle.judge(question);
    for (std::size_t row = 0; row < verdicts.size(); ++row) {
      accepted[row] = std::byte{verdicts[row].outcome == TAILPROOF_ROW_ACCEPTED};
    }
    return true;
  } catch (const reference::ContractError&) {
    return false;  // wider than it takes
  }
}

}  // namespace tailproof::properties
