/// Everything that shapes a selection besides its input. Source: spec sections 3-6.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace tailproof::reference {

/// A positive rational, so that requested ranks need no floating point.
struct Ratio {
  std::uint32_t numerator = 1;
  std::uint32_t denominator = 1;
  friend bool operator==(const Ratio&, const Ratio&) = default;
};

/// How the first boundary is found: from a sampled view (the paper's), or exactly from the whole
/// row, read again from memory (direct) or kept in registers (direct_registers). Spec 6.
enum class Proposal : std::uint8_t { sampled, direct, direct_registers };

/// D: key32 is refined in three digits (spec 2).
inline constexpr int digit_rounds = 3;

/// Plain parameters, before validation. Defaults are the production policy of the paper.
struct PolicyParameters {
  Proposal proposal = Proposal::sampled;
  std::uint32_t stride = 128;               ///< s, a power of two >= 2
  Ratio retention{3, 2};                    ///< rho; the paper asks > 1, exactness does not
  std::optional<Ratio> rescue{{7, 4}};      ///< rho1 >= rho, or none: no rescue boundary
  std::uint32_t segments = 1;               ///< P segment CTAs a row (KV-split), 1 = not split
  std::uint32_t candidate_capacity = 4096;  ///< CAP, resident candidates before the spill slice
  std::array<std::uint8_t, digit_rounds> digit_widths{11, 11, 10};  ///< most significant first
  bool early_exit = false;  ///< stop refining as soon as k_j == |Q_j| (spec 5 allows it)
  friend bool operator==(const PolicyParameters&, const PolicyParameters&) = default;
};

/// A validated policy; every instance is meaningful, so the phases need not check.
class Policy {
 public:
  /// The paper's production policy (s = 128, rho = 3/2, rho1 = 7/4, CAP = 4096).
  Policy() = default;
  /// Throws PolicyError that names the offending parameter and its legal range.
  explicit Policy(const PolicyParameters& parameters);

  [[nodiscard]] const PolicyParameters& parameters() const noexcept { return parameters_; }
  [[nodiscard]] Proposal proposal() const noexcept { return parameters_.proposal; }
  [[nodiscard]] std::uint32_t stride() const noexcept { return parameters_.stride; }
  [[nodiscard]] bool has_rescue() const noexcept { return parameters_.rescue.has_value(); }
  [[nodiscard]] std::uint32_t segments() const noexcept { return parameters_.segments; }
  [[nodiscard]] std::uint32_t candidate_capacity() const noexcept {
    return parameters_.candidate_capacity;
  }
  [[nodiscard]] bool early_exit() const noexcept { return parameters_.early_exit; }

  /// q = ceil(rho K / s): the sample rank requested for the primary boundary (eq. 15).
  [[nodiscard]] std::int64_t primary_rank(std::int32_t rank) const noexcept;
  /// q1 = ceil(rho1 K / s); nothing without a rescue boundary.
  [[nodiscard]] std::optional<std::int64_t> rescue_rank(std::int32_t rank) const noexcept;

  /// Bins of the histogram of round j: 2^(digit width).
  [[nodiscard]] std::uint32_t digit_bins(int round) const noexcept {
    return 1u << parameters_.digit_widths[static_cast<std::size_t>(round)];
  }
  /// Digit j of a key32, most significant digit first.
  [[nodiscard]] std::uint32_t digit(std::uint32_t key, int round) const noexcept {
    return (key >> digit_shifts_[static_cast<std::size_t>(round)]) & (digit_bins(round) - 1u);
  }

  friend bool operator==(const Policy& a, const Policy& b) noexcept {
    return a.parameters_ == b.parameters_;
  }

 private:
  PolicyParameters parameters_{};
  std::array<std::uint8_t, digit_rounds> digit_shifts_{21, 10, 0};
};

/// One line such as "stride=128,rho=3/2,rescue=7/4,capacity=4096,digits=11+11+10,segments=1,
/// proposal=sampled,early-exit=0"; parse_policy reads it back.
[[nodiscard]] std::string to_string(const Policy& policy);

/// Reads a comma list of the names to_string() prints, each optional (missing = default).
/// Throws PolicyError naming the part that is wrong.
[[nodiscard]] Policy parse_policy(const std::string& text);

}  // namespace tailproof::reference
