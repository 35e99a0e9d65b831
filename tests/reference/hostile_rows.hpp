/// Small rows and tiny policies that drive the selector down every route and to every edge.
#pragma once
#include "independent_account.hpp"
#include "tailproof/reference/policy.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tailproof::test {

/// splitmix64: the same numbers on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  [[nodiscard]] std::uint64_t next();
  /// In [0, bound), bound >= 1.
  [[nodiscard]] std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(next() % bound);
  }
  /// In [least, greatest].
  [[nodiscard]] std::int32_t between(std::int32_t least, std::int32_t greatest);
  [[nodiscard]] bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

/// One selection: its input, the policy, and the same policy as the independent account's rules.
struct HostileCase {
  std::string family;
  std::vector<float> scores;
  std::int64_t row = 0;
  std::int32_t rank = 1;
  reference::Policy policy;
  independent::Rules rules;
};

/// The case of a seed; consecutive seeds take the families in turn.
[[nodiscard]] HostileCase hostile_case(std::uint64_t seed);

/// The independent account's rules for a policy.
[[nodiscard]] independent::Rules rules_of(const reference::Policy& policy);

}  // namespace tailproof::test
