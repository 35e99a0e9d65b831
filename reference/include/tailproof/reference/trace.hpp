/// What one row's selection did, phase by phase: the record compared bit for bit. Spec section 7.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tailproof::reference {

/// Routes of spec 6, spelled as in spec 9 by route_name().
enum class Route : std::uint8_t {
  trivial,
  certified,
  certified_exactly,
  band,
  exact_no_rescue,
  exact_after_band,
  exact_no_view,
  direct,
};
inline constexpr int route_count = 8;

/// "certified-exactly" and so on (spec 9).
[[nodiscard]] std::string_view route_name(Route route) noexcept;
/// Inverse of route_name(); nothing for an unknown spelling.
[[nodiscard]] std::optional<Route> route_of_name(std::string_view name) noexcept;

/// Counts per bin, in bin order.
using Histogram = std::vector<std::uint32_t>;

/// One digit round of phase 3 (eq. 22-25).
struct RoundTrace {
  std::uint32_t digit = 0;     ///< b_j
  std::int64_t committed = 0;  ///< |R_j|
  std::int64_t kept = 0;       ///< |Q_{j+1}|
  std::int64_t quota = 0;      ///< k_{j+1}
  Histogram histogram;         ///< h_j over Q_j
  friend bool operator==(const RoundTrace&, const RoundTrace&) = default;
};

/// The trace of one row. A field that the row's route never computes is absent (nullopt, empty).
struct Trace {
  std::int64_t row = 0;
  std::int32_t length = 0;
  std::int32_t rank = 0;
  Route route = Route::trivial;

  std::optional<std::uint32_t> stride;  ///< s; absent on trivial and direct routes
  std::optional<std::uint32_t> phase;   ///< a_r
  std::optional<std::int64_t> view;     ///< |V|
  std::optional<std::int64_t> q;        ///< requested sample rank
  std::optional<std::int64_t> q1;       ///< rescue sample rank; absent without a rescue boundary
  Histogram sampled_histogram;          ///< coarse bins over V; empty without a usable view
  std::optional<std::uint32_t> tau0;
  std::optional<std::uint32_t> tau1;
  std::optional<std::uint32_t> t0_bits;  ///< bin_floor(tau0) as FP32 bits
  std::optional<std::uint32_t> t1_bits;

  std::optional<std::int64_t> count0;  ///< C(tau0)
  std::optional<std::int64_t> count1;  ///< C(tau1); only where the band ran
  Histogram proposal_histogram0;       ///< leading digits of A(tau0)
  Histogram proposal_histogram1;       ///< leading digits of A(tau1); only where the band ran

  std::optional<std::uint32_t> tau_star;  ///< exact coarse boundary, where it was built
  Histogram coarse_histogram;

  /// |E_0|, |Q_0| and k_0 at entry to phase 3; absent on the trivial route.
  std::optional<std::int64_t> committed;
  std::optional<std::int64_t> frontier;
  std::optional<std::int64_t> quota;
  std::vector<RoundTrace> rounds;
  /// Slots filled from the last equal-key group; absent where phase 3 did not run.
  std::optional<std::int64_t> tie_slots;

  /// Deepest use of the spill slice: most indices held at once beyond CAP, 0 = resident only.
  std::int64_t spilled = 0;
  /// Scores read from the row before frontier work (table of spec 6), and by the digit rounds.
  std::int64_t reads = 0;
  std::int64_t frontier_reads = 0;

  friend bool operator==(const Trace&, const Trace&) = default;
};

}  // namespace tailproof::reference
