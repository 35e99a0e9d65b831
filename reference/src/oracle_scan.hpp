// The oracle's one pass over a row; private to the oracle.
#pragma once
#include <cstdint>
#include <span>

namespace tailproof::reference {

// What a pass over one block found.
struct BlockScan {
  std::uint32_t better = 0;   // scores strictly better than the threshold; positive NaN counts too
  bool negative_nan = false;  // a negative NaN is there
};

// Counts the scores better than the one whose bits are given (zero as +0). Every NaN of the block
// shows: either in negative_nan or as one better score too many. block.size() < 2^31.
[[nodiscard]] BlockScan scan_block(std::span<const float> block,
                                   std::uint32_t threshold_bits) noexcept;

// What the selected scores of a row come to.
struct SelectedScan {
  std::uint32_t worst_key = 0;  // the greatest key32; 0 of none
  std::uint32_t better = 0;     // scores with a lesser key
  bool nan = false;             // any NaN, of either sign
};

// Looks through the bits of selected scores. selected.size() < 2^31.
[[nodiscard]] SelectedScan scan_selected(std::span<const std::uint32_t> selected) noexcept;

}  // namespace tailproof::reference
