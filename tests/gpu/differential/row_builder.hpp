// Rows made for a purpose: to take a given route, or to hold awkward values. Deterministic.
#pragma once
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/trace.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tailproof::gpu_test {

/// SplitMix64: small, seedable, the same everywhere (std's distributions are not).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  /// Uniform in [0, bound); bound >= 1.
  std::int64_t below(std::int64_t bound);
  /// Uniform in [0, 1), 24 bits.
  float unit();

 private:
  std::uint64_t state_;
};

/// What a row made for a route should look like beyond the route.
struct RouteWish {
  reference::Route route = reference::Route::certified;
  std::int64_t candidates = 0;  ///< admitted scores to aim at, where the route leaves that open
  bool ties = false;            ///< each group of scores is one value
};

/// A row of this length that takes the wished route under the policy, or nothing where no such row
/// exists. row: its number, which shifts the sampled view.
[[nodiscard]] std::optional<std::vector<float>> row_for_route(const reference::Policy& policy,
                                                              std::int32_t rank,
                                                              std::int64_t length, std::int64_t row,
                                                              const RouteWish& wish,
                                                              Random& random);

/// Kinds of awkward values.
enum class Values : std::uint8_t {
  spread,  ///< several binades of both signs
  all_equal,
  two_values,    ///< the boundary falls into one of them
  signed_zeros,  ///< +0 and -0 around the rank boundary
  infinities,    ///< +inf and -inf among finite scores
  minus_inf,     ///< nothing but -inf
  one_bin,       ///< one coarse bin, distinct low digits
  subnormals,
  huge,      ///< beyond FP16's range
  any_bits,  ///< random patterns, NaN excluded
  ascending,
  descending,
  aliased,  ///< one residue class of the sampling stride stands out
  sparse,   ///< few positive, the rest one plateau of zeros
};
inline constexpr int value_kinds = 14;

[[nodiscard]] std::vector<float> row_of_values(Values kind, std::int64_t length,
                                               std::uint32_t stride, Random& random);

}  // namespace tailproof::gpu_test
