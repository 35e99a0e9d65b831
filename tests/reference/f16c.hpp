/// The processor's own FP32 to FP16 conversion, as an independent reference.
#pragma once
#include <cstdint>
#include <span>

namespace tailproof::test {

/// Whether this processor and operating system can run f16c_halves().
[[nodiscard]] bool f16c_available();

/// halves[i] = round-to-nearest-even FP16 of the float with bits first + i. The size is a multiple
/// of 8. Only where f16c_available().
void f16c_halves(std::uint32_t first, std::span<std::uint16_t> halves);

}  // namespace tailproof::test
