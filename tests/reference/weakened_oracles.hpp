/// Oracles with one weakness each. The trial must notice every one of them.
#pragma once
#include "tailproof/reference/oracle_trial.hpp"

#include <string>
#include <vector>

namespace tailproof::test {

/// A judge that is wrong in one way.
struct WeakenedOracle {
  std::string weakness;
  reference::Judge judge;
};

/// Made from the real oracle by disturbing what it is given or what it returns.
[[nodiscard]] std::vector<WeakenedOracle> weakened_oracles();

}  // namespace tailproof::test
