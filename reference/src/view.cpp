#include "tailproof/reference/view.hpp"

namespace tailproof::reference {

std::uint32_t view_phase(std::int64_t row, std::uint32_t stride) noexcept {
  auto residue = static_cast<std::uint32_t>(row & static_cast<std::int64_t>(stride - 1));
  std::uint32_t reversed = 0;
  for (std::uint32_t bit = 1; bit < stride; bit <<= 1) {
    reversed = (reversed << 1) | (residue & 1u);
    residue >>= 1;
  }
  return reversed;
}

View make_view(std::int64_t row, std::int64_t length, std::uint32_t stride) noexcept {
  const std::uint32_t phase = view_phase(row, stride);
  const std::int64_t size = length > phase ? (length - phase + stride - 1) / stride : 0;
  return {stride, phase, size};
}

}  // namespace tailproof::reference
