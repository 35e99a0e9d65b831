#include "cases.hpp"

#include "row_builder.hpp"
#include "tailproof/reference/proposal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tailproof::gpu_test {
namespace {

using reference::Route;

reference::Policy policy_of(const planner::KernelInfo& kernel) {
  return reference::parse_policy(planner::policy_text(kernel));
}

// Sizes that make a kernel's own limits matter, and no larger.
struct Scale {
  std::vector<std::int32_t> ranks;
  std::int64_t length = 0;  // of ordinary rows: room for more candidates than the capacity
};

Scale scale_of(const planner::KernelInfo& kernel) {
  const bool small = kernel.threads <= 128;
  Scale scale{{512, 2048}, 3 * std::int64_t{kernel.capacity}};
  if (small) scale = {{24, 100}, std::max<std::int64_t>(900, 3 * std::int64_t{kernel.capacity})};
  if (kernel.in_registers) scale.length = std::min(scale.length, kernel.register_row());
  return scale;
}

std::vector<float> spread_row(std::int64_t length, const planner::KernelInfo& kernel,
                              Random& random) {
  return row_of_values(Values::spread, length, kernel.stride, random);
}

// The case's width is the longest row's, so that its last positions are used too.
ScoreCase make_case(std::string name, std::int32_t rank, std::vector<std::vector<float>> rows) {
  ScoreCase made;
  made.name = std::move(name);
  made.rank = rank;
  for (const auto& row : rows) {
    made.width = std::max(made.width, static_cast<std::int64_t>(row.size()));
  }
  made.rows = std::move(rows);
  return made;
}

std::string named(const planner::KernelInfo& kernel, const std::string& what) {
  return std::string(kernel.name) + ": " + what;
}

// A row too short for a usable view, but not trivial; 0 where there is none.
std::int64_t viewless_length(const reference::Policy& policy, std::int32_t rank) {
  const std::int64_t largest = reference::requested_ranks(policy, rank).largest();
  const std::int64_t length = std::max<std::int64_t>(rank + 1, (largest - 2) * policy.stride());
  return length < (largest - 1) * std::int64_t{policy.stride()} ? length : 0;
}

// Appends rows of one route, plain and awkward; says whether there were any.
bool add_route(const planner::KernelInfo& kernel, Route route, std::int32_t rank,
               std::int64_t length, std::vector<std::vector<float>>& rows, Random& random) {
  const reference::Policy policy = policy_of(kernel);
  const std::int64_t capacity = kernel.capacity;
  if (route == Route::exact_no_view) length = viewless_length(policy, rank);
  if (length <= rank) return false;
  bool found = false;
  for (const std::int64_t candidates :
       {std::int64_t{rank} + 2, capacity + rank + 3, length * 2 / 3}) {
    for (const bool ties : {false, true}) {
      const RouteWish wish{route, std::min(candidates, length - 1), ties};
      auto row =
          row_for_route(policy, rank, length, static_cast<std::int64_t>(rows.size()), wish, random);
      if (!row.has_value()) continue;
      rows.push_back(std::move(*row));
      found = true;
      if (rows.size() % 4 == 0) rows.push_back(spread_row(random.below(rank), kernel, random));
    }
  }
  return found;
}

}  // namespace

std::vector<ScoreCase> route_cases(const planner::KernelInfo& kernel, std::uint64_t seed) {
  Random random(seed);
  const Scale scale = scale_of(kernel);
  std::vector<ScoreCase> cases;
  std::vector<Route> missing = reachable_routes(kernel);
  for (const std::int32_t rank : scale.ranks) {
    std::vector<std::vector<float>> rows;
    for (const Route route : reachable_routes(kernel)) {
      bool found = true;
      if (route == Route::trivial) {
        rows.push_back(spread_row(rank, kernel, random));
      } else {
        found = add_route(kernel, route, rank, scale.length, rows, random);
      }
      if (found) std::erase(missing, route);
    }
    cases.push_back(
        make_case(named(kernel, "routes, K = " + std::to_string(rank)), rank, std::move(rows)));
  }
  if (!missing.empty()) {
    throw std::logic_error(named(
        kernel, "no row takes the route " + std::string(reference::route_name(missing.front()))));
  }
  return cases;
}

std::vector<ScoreCase> value_cases(const planner::KernelInfo& kernel, std::uint64_t seed) {
  Random random(seed);
  const Scale scale = scale_of(kernel);
  std::vector<ScoreCase> cases;
  std::vector<std::int32_t> ranks = {1};
  ranks.push_back(scale.ranks.back());
  for (const std::int32_t rank : ranks) {
    std::vector<std::vector<float>> rows;
    for (int kind = 0; kind < value_kinds; ++kind) {
      rows.push_back(row_of_values(static_cast<Values>(kind), scale.length - random.below(7),
                                   kernel.stride, random));
    }
    cases.push_back(
        make_case(named(kernel, "values, K = " + std::to_string(rank)), rank, std::move(rows)));
  }
  return cases;
}

std::vector<ScoreCase> length_cases(const planner::KernelInfo& kernel, std::uint64_t seed) {
  Random random(seed);
  const Scale scale = scale_of(kernel);
  const std::int64_t limit =
      kernel.in_registers ? kernel.register_row() : std::numeric_limits<std::int64_t>::max();
  std::vector<ScoreCase> cases;
  for (const std::int32_t rank : {std::int32_t{3}, scale.ranks.back()}) {
    std::vector<std::int64_t> lengths = {0, 1, 2, rank};
    const std::int64_t threads = kernel.threads;
    for (const std::int64_t centre :
         {std::int64_t{rank}, std::int64_t{kernel.capacity}, 4 * threads, 16 * threads,
          reference::requested_ranks(policy_of(kernel), rank).largest() * kernel.stride}) {
      for (std::int64_t near = -2; near <= 2; ++near) lengths.push_back(centre + near);
    }
    for (std::int64_t length = 4; length < 40; length += 3) lengths.push_back(length);
    if (kernel.in_registers) lengths.push_back(limit);
    std::vector<std::vector<float>> rows;
    for (const std::int64_t length : lengths) {
      if (length < 0 || length > limit) continue;
      rows.push_back(spread_row(length, kernel, random));
    }
    cases.push_back(
        make_case(named(kernel, "lengths, K = " + std::to_string(rank)), rank, std::move(rows)));
  }
  return cases;
}

std::vector<ScoreCase> layout_cases(const planner::KernelInfo& kernel, std::uint64_t seed) {
  Random random(seed);
  const std::int32_t rank = 21;
  const std::int64_t length = std::int64_t{kernel.threads} * 8 + 5;
  std::vector<ScoreCase> cases;
  for (std::int64_t extra = 0; extra < 4; ++extra) {
    for (std::int64_t offset = 0; offset < 4; ++offset) {
      std::vector<std::vector<float>> rows;
      for (std::int64_t r = 0; r < 4; ++r) {
        rows.push_back(spread_row(length - random.below(5), kernel, random));
      }
      ScoreCase made = make_case(
          named(kernel, "pitch + " + std::to_string(extra) + ", base + " + std::to_string(offset)),
          rank, std::move(rows));
      made.layout = {extra, offset, extra == 3 ? 5 : extra % 2};
      cases.push_back(std::move(made));
    }
  }
  return cases;
}

std::vector<ScoreCase> row_count_cases(const planner::KernelInfo& kernel, std::int64_t workers,
                                       std::uint64_t seed) {
  Random random(seed);
  std::vector<ScoreCase> cases;
  for (const std::int64_t rows :
       {std::int64_t{0}, std::int64_t{1}, workers - 1, workers, workers + 1, 3 * workers + 1}) {
    if (rows < 0) continue;
    std::vector<std::vector<float>> made;
    for (std::int64_t r = 0; r < rows; ++r) {
      made.push_back(spread_row(random.below(200), kernel, random));
    }
    ScoreCase whole = make_case(named(kernel, std::to_string(rows) + " rows"), 12, std::move(made));
    if (whole.width == 0) whole.width = 16;
    for (const std::int64_t live : {rows / 2, rows - 1}) {
      if (live < 0 || rows == 0) continue;
      ScoreCase part = whole;
      part.name += ", " + std::to_string(live) + " live";
      part.live_rows = live;
      cases.push_back(std::move(part));
    }
    cases.push_back(std::move(whole));
  }
  return cases;
}

ScoreCase many_rows_case(std::int64_t rows, std::uint64_t seed) {
  Random random(seed);
  const std::int32_t rank = 6;
  std::vector<std::vector<float>> made;
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t length = r % 64 == 0 ? 24 - random.below(3) : random.below(rank + 1);
    std::vector<float> row;
    for (std::int64_t i = 0; i < length; ++i) row.push_back(random.unit());
    made.push_back(std::move(row));
  }
  return make_case(std::to_string(rows) + " rows", rank, std::move(made));
}

ScoreCase hostile_case(const planner::KernelInfo& kernel, std::uint64_t seed) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  Random random(seed);
  const std::int64_t length = scale_of(kernel).length;
  std::vector<std::vector<float>> rows;
  std::vector<std::int32_t> told;
  const auto add = [&](std::vector<float> row, std::int64_t told_length) {
    rows.push_back(std::move(row));
    told.push_back(static_cast<std::int32_t>(told_length));
  };
  for (const std::int64_t share : {1, 2, 8, 1000}) {  // every share-th score is NaN, of either sign
    for (const float sign : {1.0f, -1.0f}) {
      std::vector<float> row = spread_row(length, kernel, random);
      for (std::int64_t i = 0; i < length; i += share) {
        row[static_cast<std::size_t>(i)] = std::copysign(nan, sign);
      }
      add(std::move(row), length);
    }
  }
  add(spread_row(length, kernel, random), length + 7);
  add(spread_row(length, kernel, random), std::numeric_limits<std::int32_t>::max());
  add({}, -1);
  add({}, std::numeric_limits<std::int32_t>::min());
  ScoreCase made =
      make_case(named(kernel, "hostile rows"), scale_of(kernel).ranks.front(), std::move(rows));
  made.told_lengths = std::move(told);
  return made;
}

}  // namespace tailproof::gpu_test
