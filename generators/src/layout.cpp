#include "tailproof/generators/layout.hpp"

#include <array>

namespace tailproof::generators {
namespace {

constexpr std::array<std::string_view, padding_count> names{"zero", "nan", "plus-inf", "huge"};

}  // namespace

std::string_view padding_name(Padding padding) noexcept {
  return names[static_cast<std::size_t>(padding)];
}

std::optional<Padding> padding_of_name(std::string_view name) noexcept {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Padding>(i);
  }
  return std::nullopt;
}

std::uint32_t padding_bits(Padding padding, std::int64_t element) noexcept {
  // Signs first: a NaN of positive sign looks largest to a naive key, one of negative sign
  // smallest.
  static constexpr std::array<std::uint32_t, 4> nans{0x7fc00000u, 0xffc00000u, 0x7f800001u,
                                                     0xffffffffu};
  switch (padding) {
    case Padding::zero:
      return 0;
    case Padding::nan:
      return nans[static_cast<std::size_t>(element & 3)];
    case Padding::plus_inf:
      return 0x7f800000u;
    case Padding::huge:
      return 0x7f7fffffu;
  }
  return 0;
}

}  // namespace tailproof::generators
