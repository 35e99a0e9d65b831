#include "tailproof/reference/admission.hpp"

#include "row_scan.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <span>

namespace tailproof::reference {
namespace {

// A vectorised comparison marks the scores of a chunk; then only the marked ones are visited, in
// order.
template <class MarkAdmitted>
void scan(CountedRow& row, Range range, const Policy& policy, CandidateStore& candidates,
          Histogram& digits, MarkAdmitted mark_admitted) {
  constexpr auto chunk_size = static_cast<std::int64_t>(scan_chunk);
  const Policy own = policy;  // a copy that no store below can change
  ChunkPositions found;
  ChunkMask mask;
  for (std::int64_t first = range.begin; first < range.end; first += chunk_size) {
    const auto chunk = row.block(first, std::min(chunk_size, range.end - first));
    mark_admitted(chunk, mask);
    const std::size_t count = positions_of(mask, static_cast<std::int32_t>(first), found);
    for (std::size_t c = 0; c < count; ++c) {
      const float score = chunk[static_cast<std::size_t>(found[c] - first)];
      ++digits[own.digit(key32(score), 0)];
    }
    candidates.append(std::span(found.data(), count));
  }
}

}  // namespace

void admit(CountedRow& row, Range range, float cutoff, const Policy& policy,
           CandidateStore& candidates, Histogram& digits) {
  scan(row, range, policy, candidates, digits,
       [cutoff](std::span<const float> chunk, ChunkMask& mask) {
         mark_reaching(chunk, cutoff, mask);
       });
}

void admit_band(CountedRow& row, Range range, float t0, float t1, const Policy& policy,
                CandidateStore& candidates, Histogram& digits) {
  scan(row, range, policy, candidates, digits,
       [t0, t1](std::span<const float> chunk, ChunkMask& mask) { mark_band(chunk, t0, t1, mask); });
}

}  // namespace tailproof::reference
