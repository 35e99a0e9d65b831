#include "tailproof/reference/policy.hpp"

#include "tailproof/reference/errors.hpp"

#include <bit>

namespace tailproof::reference {
namespace {

constexpr std::uint32_t max_stride = 1u << 30;
constexpr std::uint32_t max_ratio_part = 65535;
constexpr std::uint32_t max_segments = 1024;
constexpr unsigned max_digit_width = 16;

void require(bool holds, const std::string& message) {
  if (!holds) throw PolicyError("policy: " + message);
}

void require_ratio(const Ratio& ratio, const std::string& name) {
  require(ratio.numerator >= 1 && ratio.numerator <= max_ratio_part && ratio.denominator >= 1 &&
              ratio.denominator <= max_ratio_part,
          name + " must be a ratio of two integers in [1, 65535], got " +
              std::to_string(ratio.numerator) + "/" + std::to_string(ratio.denominator));
}

std::int64_t requested_rank(const Ratio& ratio, std::int32_t rank, std::uint32_t stride) {
  const std::int64_t numerator = static_cast<std::int64_t>(ratio.numerator) * rank;
  const std::int64_t denominator = static_cast<std::int64_t>(ratio.denominator) * stride;
  return (numerator + denominator - 1) / denominator;
}

}  // namespace

Policy::Policy(const PolicyParameters& parameters) : parameters_(parameters) {
  const auto& p = parameters_;
  require(std::has_single_bit(p.stride) && p.stride >= 2 && p.stride <= max_stride,
          "stride must be a power of two in [2, 2^30], got " + std::to_string(p.stride));
  require_ratio(p.retention, "rho");
  if (p.rescue.has_value()) {
    require_ratio(*p.rescue, "rescue");
    require(static_cast<std::uint64_t>(p.rescue->numerator) * p.retention.denominator >=
                static_cast<std::uint64_t>(p.retention.numerator) * p.rescue->denominator,
            "rescue must be at least rho, or none");
  }
  require(p.segments >= 1 && p.segments <= max_segments,
          "segments must be in [1, 1024], got " + std::to_string(p.segments));
  require(p.candidate_capacity >= 1, "capacity must be at least 1");
  unsigned remaining = 32;
  for (std::size_t j = 0; j < p.digit_widths.size(); ++j) {
    const unsigned width = p.digit_widths[j];
    require(width >= 1 && width <= max_digit_width && width <= remaining,
            "digit widths must each be in [1, 16] and add up to 32");
    remaining -= width;
    digit_shifts_[j] = static_cast<std::uint8_t>(remaining);
  }
  require(remaining == 0, "digit widths must add up to 32");
}

std::int64_t Policy::primary_rank(std::int32_t rank) const noexcept {
  return requested_rank(parameters_.retention, rank, parameters_.stride);
}

std::optional<std::int64_t> Policy::rescue_rank(std::int32_t rank) const noexcept {
  if (!parameters_.rescue.has_value()) return std::nullopt;
  return requested_rank(*parameters_.rescue, rank, parameters_.stride);
}

}  // namespace tailproof::reference
