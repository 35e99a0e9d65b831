/// Reducing a list of deviations to one from which nothing can be left out.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "tailproof/simt/host/schedule.hpp"

namespace simt::detail {

using Fails = std::function<bool(const std::vector<Deviation>&)>;

/// A smallest-found list of deviations for which `fails` holds, in at most `runs` calls of it: the
/// recorded ones `all` reduced by delta debugging, or a single preemption at one of the first
/// `points` scheduling points. Empty when not even `all` fails.
std::optional<std::vector<Deviation>> fewest(const std::vector<Deviation>& all, const Fails& fails,
                                             unsigned runs, std::uint64_t points);

}  // namespace simt::detail
