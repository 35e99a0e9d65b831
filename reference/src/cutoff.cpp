#include "tailproof/reference/cutoff.hpp"

#include "tailproof/reference/keys.hpp"

#include <array>

namespace tailproof::reference {
namespace {

constexpr std::uint32_t key_of_plus_inf = key32_of_bits(0x7f800000u);
constexpr std::uint32_t key_of_minus_inf = key32_of_bits(0xff800000u);

static_assert(coarse_of_bits(0x7f800000u) == first_reachable_bin);
static_assert(coarse_of_bits(0xff800000u) == last_reachable_bin);

// The coarse bin never falls as the key rises (eq. 12), so the endpoint is a binary search over
// keys: obviously right, where a closed form with its rounding ties is not.
constexpr std::uint32_t search_floor(std::uint32_t bin) {
  if (bin < first_reachable_bin) bin = first_reachable_bin;
  std::uint32_t in = key_of_plus_inf;
  std::uint32_t out = key_of_minus_inf + 1;
  while (out - in > 1) {
    const std::uint32_t middle = in + (out - in) / 2;
    (coarse_of_bits(bits_of_key32(middle)) <= bin ? in : out) = middle;
  }
  return bits_of_key32(in);
}

const std::array<std::uint32_t, coarse_bins> floors = [] {
  std::array<std::uint32_t, coarse_bins> table{};
  for (std::uint32_t bin = 0; bin < coarse_bins; ++bin) table[bin] = search_floor(bin);
  return table;
}();

}  // namespace

std::uint32_t bin_floor_bits(std::uint32_t bin) noexcept {
  return floors[bin];
}

}  // namespace tailproof::reference
