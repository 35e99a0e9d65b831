/// The compiled kernels in numbers: what the planner knows about each. Source: spec section 8.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace tailproof::planner {

/// The execution mappings of spec section 8.
/// The execution mappings of spec section 8.
enum class Mapping : std::uint8_t {
  persistent_sampled,  ///< 1: one CTA per row, rows claimed from a counter
  split_sampled,       ///< 2: several segment CTAs per row, the last to arrive finishes
  row_local,           ///< 3: one wide CTA per row, exact
  cluster,             ///< 4: one cluster per row, exact
  persistent_direct,   ///< 5: one CTA per row, exact; launches on every device
  running,             ///< one CTA per row, one pass under a running cutoff (docs/running.md)
};
inline constexpr int mapping_count = 6;

/// "persistent-sampled" and so on.
/// The enumerator's spelling with '-' for '_'.
[[nodiscard]] std::string_view mapping_name(Mapping mapping) noexcept;

/// A positive rational: rho or rho1 of a policy.
/// A positive rational, so that requested ranks need no floating point.
struct Ratio {
  std::uint32_t numerator = 1;
  std::uint32_t denominator = 1;
};

/// One instantiation of a mapping with its compile-time policy.
struct KernelInfo {
  std::string_view name;
  Mapping mapping = Mapping::persistent_direct;
  bool sampled = false;
  bool in_registers = false;       ///< the row is read once and kept in registers
  std::uint32_t stride = 128;      ///< s of the sampled view
  Ratio retention{3, 2};           ///< rho
  bool has_rescue = true;          ///< a rescue boundary is requested
  Ratio rescue{7, 4};              ///< rho1
  std::uint32_t ctas_per_row = 1;  ///< P segments, or the cluster's size
  std::uint32_t threads = 512;
  std::uint32_t capacity = 4096;  ///< CAP: resident candidates
  std::array<std::uint32_t, 3> digit_widths{11, 11, 10};
  bool early_exit = false;
  std::uint32_t values_per_thread = 0;  ///< scores a thread keeps, in_registers only
  std::int32_t greatest_rank = std::numeric_limits<std::int32_t>::max();  ///< K
  std::uint32_t registers = 40;    ///< a thread's, an upper bound that the compiler is held to
  std::uint32_t shared_bytes = 0;  ///< dynamic shared memory of a CTA on the device

  /// Longest row that fits the registers of one CTA; 0 unless in_registers.
  [[nodiscard]] std::int64_t register_row() const noexcept {
    return in_registers ? std::int64_t{threads} * values_per_thread : 0;
  }
  [[nodiscard]] std::uint32_t leading_bins() const noexcept { return 1u << digit_widths[0]; }
  /// Words of the shared histogram: the coarse one's or the widest digit's.
  [[nodiscard]] std::uint32_t histogram_bins() const noexcept;
};

/// Bytes of the kernels' shared storage: histogram, two frontiers of capacity, scan sums, scalars.
[[nodiscard]] constexpr std::uint32_t shared_storage_bytes(std::uint32_t histogram_bins,
                                                           std::uint32_t capacity) noexcept {
  constexpr std::uint32_t scan_words = 32;
  constexpr std::uint32_t scalar_words = 8;
  return 4 * (histogram_bins + 2 * capacity + scan_words + scalar_words);
}

/// The kernels that plan() chooses from; each mapping at least once.
[[nodiscard]] std::span<const KernelInfo> production_kernels() noexcept;

/// A production kernel by name; nullptr for an unknown one.
[[nodiscard]] const KernelInfo* find_kernel(std::string_view name) noexcept;

/// The policy in the reference's own notation ("proposal=sampled,stride=128,rho=3/2,...").
[[nodiscard]] std::string policy_text(const KernelInfo& kernel);

}  // namespace tailproof::planner
