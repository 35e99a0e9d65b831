// Input outside the contract: no verdict is due, but a refusal.
#include "trial_rows.hpp"

#include <bit>
#include <limits>

namespace tailproof::reference::trial {
namespace {

constexpr std::size_t k = row_rank;

TrialCase with_nan(const char* name, std::size_t position, std::uint32_t bits) {
  Scores row = distinct_row(row_length);
  const Indices answer = right_answer(row, row_rank);
  row[position] = std::bit_cast<float>(bits);
  return one_row(name, "with NaN", "spec 1", row, answer);
}

TrialCase with_length(const char* name, std::int32_t valid) {
  const Scores row = distinct_row(row_length);
  TrialCase c = one_row(name, "bad length", "spec 1", row, right_answer(row, row_rank));
  c.lengths[0] = valid;
  return c;
}

}  // namespace

void add_refused(std::vector<TrialCase>& cases) {
  refused(cases, with_nan("quiet NaN at position 0", 0, 0x7fc00000u));
  refused(cases, with_nan("negative NaN at the last position", row_length - 1, 0xffffffffu));
  refused(cases, with_nan("signalling NaN amid the row", 2000, 0x7f800001u));
  TrialCase nan_in_short = with_nan("negative signalling NaN in a row with L < K", 5, 0xff800001u);
  nan_in_short.lengths[0] = 100;
  refused(cases, nan_in_short);
  TrialCase all_nan = with_nan("a row of NaN, all slots -1", 0, 0x7fc00000u);
  all_nan.scores.assign(all_nan.scores.size(), std::numeric_limits<float>::quiet_NaN());
  all_nan.indices.assign(k, -1);
  refused(cases, all_nan);
  refused(cases, with_length("length -1", -1));
  refused(cases, with_length("length beyond the width", row_length + 1));
  TrialCase bad_rank = with_length("K = 0", row_length);
  bad_rank.rank = 0;
  refused(cases, bad_rank);
}

}  // namespace tailproof::reference::trial
