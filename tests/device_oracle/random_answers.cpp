#include "random_answers.hpp"

#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <span>

namespace tailproof::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(bound));
  }

  float score() {
    switch (below(40)) {
      case 0:
        return -0.0f;
      case 1:
        return 0.0f;
      case 2:
        return infinity;
      case 3:
        return -infinity;
      default:
        return static_cast<float>(below(spread_) - spread_ / 2) * 0.25f;
    }
  }

  // How often scores repeat within this row.
  void choose_spread() { spread_ = std::int64_t{3} << below(14); }

  void right_answer(std::span<const float> scores, std::span<std::int32_t> slots) {
    std::vector<std::int32_t> order(scores.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random_);
    std::stable_sort(order.begin(), order.end(), [scores](std::int32_t a, std::int32_t b) {
      return reference::key32(scores[static_cast<std::size_t>(a)]) <
             reference::key32(scores[static_cast<std::size_t>(b)]);
    });
    const std::size_t chosen = std::min(order.size(), slots.size());
    std::copy_n(order.begin(), chosen, slots.begin());
    std::shuffle(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(chosen), random_);
    std::fill(slots.begin() + static_cast<std::ptrdiff_t>(chosen), slots.end(), -1);
  }

  void spoil(std::span<std::int32_t> slots, std::int64_t length) {
    const auto slot = [&]() -> std::int32_t& {
      return slots[static_cast<std::size_t>(below(static_cast<std::int64_t>(slots.size())))];
    };
    switch (below(7)) {
      case 0:
        slot() = static_cast<std::int32_t>(length + below(3));
        break;
      case 1:
        slot() = std::numeric_limits<std::int32_t>::min() + static_cast<std::int32_t>(below(2));
        break;
      case 2:
        slot() = -1;
        break;
      case 3:
        slot() = slot();
        break;
      case 4:
        std::swap(slots.front(), slots.back());
        break;
      case 5:
        std::fill(slots.begin(), slots.end(), length == 0 ? 7 : 0);
        break;
      default:
        if (length > 0) slot() = static_cast<std::int32_t>(below(length));
    }
  }

 private:
  std::mt19937_64 random_;
  std::int64_t spread_ = 3;
};

}  // namespace

RandomAnswers random_answers(std::uint64_t seed, std::int64_t rows, std::int64_t width,
                             std::int32_t rank) {
  Maker maker(seed);
  RandomAnswers made;
  made.rank = rank;
  made.width = width;
  made.pitch = width + maker.below(3);
  made.indices_pitch = rank + maker.below(3);
  made.scores.assign(static_cast<std::size_t>(rows * made.pitch), infinity);
  made.indices.assign(static_cast<std::size_t>(rows * made.indices_pitch), 0);
  for (std::int64_t row = 0; row < rows; ++row) {
    maker.choose_spread();
    std::int64_t length = maker.below(3) == 0 ? maker.below(width + 1) : width;
    if (maker.below(8) == 0) length = std::min(width, maker.below(2 * rank + 1));
    const std::span scores(made.scores.data() + row * made.pitch, static_cast<std::size_t>(length));
    for (float& score : scores) score = maker.score();
    const std::span slots(made.indices.data() + row * made.indices_pitch,
                          static_cast<std::size_t>(rank));
    maker.right_answer(scores, slots);
    if (maker.below(2) == 0) {
      for (std::int64_t faults = 1 + maker.below(3); faults > 0; --faults) {
        maker.spoil(slots, length);
      }
    }
    if (length > 0 && maker.below(24) == 0) {
      const float nan = std::numeric_limits<float>::quiet_NaN();
      scores[static_cast<std::size_t>(maker.below(length))] = maker.below(2) == 0 ? nan : -nan;
    }
    if (maker.below(48) == 0) length = maker.below(2) == 0 ? -1 : width + 1;
    made.lengths.push_back(static_cast<std::int32_t>(length));
  }
  return made;
}

}  // namespace tailproof::test
