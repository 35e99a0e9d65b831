/// Small policies: the same kernels with CTAs, views and capacities so small that every route,
/// spill and seam is reached by rows of a few hundred scores, and quickly on the host.
#pragma once
#include "tailproof/kernels/policy.cuh"

#include <cstdint>

namespace tailproof::kernels {

struct SmallPolicy : DefaultPolicy {
  static constexpr std::uint32_t stride = 16;
  static constexpr std::uint32_t threads = 64;
  static constexpr std::uint32_t resident_ctas = 4;
  static constexpr std::uint32_t capacity = 192;
};

struct SmallPersistent : SmallPolicy {};

/// One warp, hardly any resident candidates, and digits of unlike widths.
struct TinyPersistent : SmallPolicy {
  static constexpr std::uint32_t stride = 4;
  static constexpr std::uint32_t threads = 32;
  static constexpr std::uint32_t capacity = 8;
  static constexpr std::uint32_t digit_width0 = 7;
  static constexpr std::uint32_t digit_width1 = 12;
  static constexpr std::uint32_t digit_width2 = 13;
};
struct SmallNoRescue : SmallPolicy {
  static constexpr Ratio retention{5, 4};
  static constexpr bool has_rescue = false;
};
struct SmallEarlyExit : SmallPolicy {
  static constexpr bool early_exit = true;
};

template <std::uint32_t segments>
struct SmallSplit : SmallPolicy {
  static constexpr std::uint32_t ctas_per_row = segments;
};
template <std::uint32_t segments>
struct SmallSplitNoRescue : SmallNoRescue {
  static constexpr std::uint32_t ctas_per_row = segments;
};

struct SmallRowLocalRegisters : SmallPolicy {
  static constexpr bool sampled = false;
  static constexpr bool in_registers = true;
  static constexpr std::uint32_t values_per_thread = 16;
};
struct SmallRowLocal : SmallPolicy {
  static constexpr bool sampled = false;
  static constexpr std::uint32_t threads = 128;
};
struct SmallCluster8 : SmallPolicy {
  static constexpr bool sampled = false;
  static constexpr std::uint32_t ctas_per_row = 8;
};
struct SmallDirect : SmallPolicy {
  static constexpr bool sampled = false;
};

}  // namespace tailproof::kernels
