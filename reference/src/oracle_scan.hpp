// The oracle's one pass over a row; private to the oracle.
#pragma once
#include <cstdint>
#include <span>

namespace tailproof::reference {

// Adds up, for one block, the scores strictly better than the one whose bits are given. NaN
// patterns are noticed in the same pass: returns true if the block holds any (better is then
// meaningless). Zero must be given as +0. block.size() < 2^31.
[[nodiscard]] bool scan_block(std::span<const float> block, std::uint32_t worst_bits,
                              std::uint32_t& better) noexcept;

}  // namespace tailproof::reference
