// The families' workhorse: exact numbers of scores from given bands, dealt to positions at random.
#pragma once
#include "bands.hpp"
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/reference/view.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace tailproof::generators {

/// Count scores from a band.
struct Share {
  Band band;
  std::int64_t count = 0;
};

/// Fills a row from shares that add up to its length; every arrangement is equally likely.
void deal(std::span<float> scores, const std::array<Share, 3>& shares,
          const CounterRandom& random) noexcept;

/// Fills a row from two sets of shares, one for the positions that the view sees and one for the
/// others.
void deal_split(std::span<float> scores, const reference::View& view,
                const std::array<Share, 3>& seen, const std::array<Share, 3>& unseen,
                const CounterRandom& random) noexcept;

}  // namespace tailproof::generators
