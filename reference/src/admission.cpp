#include "tailproof/reference/admission.hpp"

#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <array>

namespace tailproof::reference {
namespace {

constexpr std::int64_t block_size = 256;

// Two steps a block: a reduction the compiler vectorises tells most blocks apart from those with
// candidates; a branch-free append then keeps positions in order.
template <class Admits>
void scan(CountedRow& row, Range range, const Policy& policy, CandidateStore& candidates,
          Histogram& digits, Admits admits) {
  std::array<std::int32_t, block_size> found;
  for (std::int64_t first = range.begin; first < range.end; first += block_size) {
    const auto block = row.block(first, std::min(block_size, range.end - first));
    unsigned any = 0;
    for (const float score : block) any |= static_cast<unsigned>(admits(score));
    if (any == 0) continue;
    std::size_t count = 0;
    for (std::size_t j = 0; j < block.size(); ++j) {
      found[count] = static_cast<std::int32_t>(j);
      count += static_cast<std::size_t>(admits(block[j]));
    }
    for (std::size_t c = 0; c < count; ++c) {
      const auto j = static_cast<std::size_t>(found[c]);
      ++digits[policy.digit(key32(block[j]), 0)];
      found[c] = static_cast<std::int32_t>(first) + found[c];
    }
    candidates.append(std::span(found.data(), count));
  }
}

}  // namespace

void admit(CountedRow& row, Range range, float cutoff, const Policy& policy,
           CandidateStore& candidates, Histogram& digits) {
  scan(row, range, policy, candidates, digits, [cutoff](float x) { return x >= cutoff; });
}

void admit_band(CountedRow& row, Range range, float t0, float t1, const Policy& policy,
                CandidateStore& candidates, Histogram& digits) {
  scan(row, range, policy, candidates, digits, [t0, t1](float x) { return (x >= t1) & (x < t0); });
}

}  // namespace tailproof::reference
