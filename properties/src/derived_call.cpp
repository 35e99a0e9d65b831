#include "derived_call.hpp"

#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tailproof::properties {

DerivedCall::DerivedCall(const Call& original, std::vector<std::int32_t> lengths,
                         std::int64_t width)
    : rank(original.rank), policy(original.policy), lengths_(std::move(lengths)), width_(width) {
  for (const std::int32_t length : lengths_) width_ = std::max<std::int64_t>(width_, length);
  memory_.resize(lengths_.size() * static_cast<std::size_t>(width_));
}

std::span<float> DerivedCall::row(std::int64_t row) noexcept {
  const auto r = static_cast<std::size_t>(row);
  return std::span(memory_).subspan(r * static_cast<std::size_t>(width_),
                                    static_cast<std::size_t>(lengths_[r]));
}

Call DerivedCall::call() const noexcept {
  return {{memory_.data(), lengths_, width_, width_}, rank, policy, 0};
}

std::vector<std::int32_t> lengths_of(const Call& call) {
  return {call.matrix.lengths.begin(), call.matrix.lengths.end()};
}

std::vector<std::uint32_t> selected_keys(std::span<const float> scores,
                                         std::span<const std::int32_t> indices) {
  std::vector<std::uint32_t> keys;
  keys.reserve(indices.size());
  for (const std::int32_t index : indices) {
    if (index == -1) continue;
    const bool valid = index >= 0 && static_cast<std::size_t>(index) < scores.size();
    keys.push_back(valid ? reference::key32(scores[static_cast<std::size_t>(index)])
                         : std::numeric_limits<std::uint32_t>::max());
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::span<const std::int32_t> row_slots(const Answer& answer, std::int64_t row,
                                        std::int32_t rank) noexcept {
  const auto slots = static_cast<std::size_t>(rank);
  return std::span(answer.indices).subspan(static_cast<std::size_t>(row) * slots, slots);
}

}  // namespace tailproof::properties
