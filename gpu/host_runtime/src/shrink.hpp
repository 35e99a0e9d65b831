/// Reducing a list of deviations to one from which nothing can be left out.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "tailproof/simt/host/schedule.hpp"

namespace simt::detail {

/// Delta debugging: a smallest-found subset of `all` for which `fails` holds, after at most `runs`
/// calls of it. Empty when not even `all` fails.
std::optional<std::vector<Deviation>> fewest(
    const std::vector<Deviation>& all,
    const std::function<bool(const std::vector<Deviation>&)>& fails, unsigned runs);

}  // namespace simt::detail
