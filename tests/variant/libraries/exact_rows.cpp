#include "exact_rows.hpp"

#include <algorithm>
#include <numeric>

namespace planted {

std::int64_t live_rows(const tailproof_call& call) {
  return call.live_rows == nullptr ? call.shape.row_capacity : *call.live_rows;
}

std::int32_t length_of(const tailproof_call& call, std::int64_t row) {
  const auto width = static_cast<std::int32_t>(call.shape.width);
  return std::clamp(call.lengths[row], 0, width);
}

void select_row(const tailproof_call& call, std::int64_t row, std::int32_t* slots,
                std::int32_t* scratch) {
  const float* const scores = call.scores + row * call.shape.pitch;
  const std::int32_t length = length_of(call, row);
  const std::int32_t rank = call.shape.rank;
  std::iota(scratch, scratch + length, 0);
  if (length > rank) {
    std::nth_element(scratch, scratch + rank - 1, scratch + length,
                     [&](auto a, auto b) { return key_of(scores[a]) < key_of(scores[b]); });
  }
  const std::int32_t picked = std::min(length, rank);
  std::copy(scratch, scratch + picked, slots);
  std::fill(slots + picked, slots + rank, -1);
}

int workspace_bytes(const tailproof_shape* shape, std::size_t* bytes) {
  *bytes = sizeof(Header) + static_cast<std::size_t>(shape->width) * sizeof(std::int32_t);
  return TAILPROOF_OK;
}

int prepare(const tailproof_call* call) {
  *static_cast<Header*>(call->workspace) = {prepared_mark, 0};
  return TAILPROOF_OK;
}

int select(const tailproof_call* call) {
  auto* const header = static_cast<Header*>(call->workspace);
  if (header->prepared != prepared_mark) return TAILPROOF_LAUNCH_FAILED;
  ++header->calls;
  auto* const scratch = reinterpret_cast<std::int32_t*>(header + 1);
  for (std::int64_t row = 0; row < live_rows(*call); ++row) {
    select_row(*call, row, call->indices + row * call->indices_pitch, scratch);
  }
  return TAILPROOF_OK;
}

}  // namespace planted
