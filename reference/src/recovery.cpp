#include "tailproof/reference/recovery.hpp"

#include "tailproof/reference/keys.hpp"

namespace tailproof::reference {

void count_coarse(CountedRow& row, Range range, Histogram& coarse_histogram) {
  for (const float score : row.block(range.begin, range.size())) ++coarse_histogram[coarse(score)];
}

void classify(CountedRow& row, Range range, std::uint32_t tau_star, const Policy& policy,
              std::vector<std::int32_t>& committed, CandidateStore& frontier, Histogram& digits) {
  std::int64_t position = range.begin;
  for (const float score : row.block(range.begin, range.size())) {
    const std::uint32_t bin = coarse(score);
    if (bin < tau_star) {
      committed.push_back(static_cast<std::int32_t>(position));
    } else if (bin == tau_star) {
      frontier.append(static_cast<std::int32_t>(position));
      ++digits[policy.digit(key32(score), 0)];
    }
    ++position;
  }
}

}  // namespace tailproof::reference
