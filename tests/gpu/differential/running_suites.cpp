#include "running_suites.hpp"

#include "row_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace tailproof::gpu_test {
namespace {

constexpr std::uint64_t seed = 1;
constexpr std::uint32_t stride = 16;  // of aliased rows

std::int64_t longest(const RunningKernel& kernel) {
  return 3 * std::int64_t{kernel.policy.pool} + 5;
}

std::vector<float> row_of(Values kind, std::int64_t length, Random& random) {
  return row_of_values(kind, length, stride, random);
}

ScoreCase named(const RunningKernel& kernel, const std::string& what, std::int64_t rank,
                std::vector<std::vector<float>> rows) {
  ScoreCase made;
  made.name = std::string(kernel.name) + ": " + what + ", K = " + std::to_string(rank);
  made.rank = static_cast<std::int32_t>(rank);
  for (const auto& row : rows) {
    made.width = std::max(made.width, static_cast<std::int64_t>(row.size()));
  }
  made.rows = std::move(rows);
  return made;
}

std::string run_routes(const RunningKernel& kernel, RunningCensus& census) {
  for (const ScoreCase& input : running_route_cases(kernel, seed)) {
    std::string problem = check_running(kernel, input, kernel.small ? 2 : 1, census);
    if (!problem.empty()) return problem;
  }
  return "";
}

// Each way after each other in one CTA: two rows share the pool, and its counters come round.
std::string run_successions(const RunningKernel& kernel, RunningCensus& census) {
  Random random(seed);
  const std::uint32_t rank = kernel.greatest_rank;
  const std::int64_t pool = kernel.policy.pool;
  std::vector<std::vector<float>> rows;
  for (int before = 0; before < running_ways; ++before) {
    for (int after = 0; after < running_ways; ++after) {
      for (const int way : {before, after}) {
        auto row = running_row(kernel.policy, static_cast<RunningWay>(way), rank,
                               static_cast<std::uint32_t>(pool * 5 / 2 + random.below(20)),
                               static_cast<std::uint32_t>(rows.size()), random.next());
        if (row.has_value()) rows.push_back(std::move(*row));
      }
    }
  }
  return check_running(kernel, named(kernel, "successions", rank, std::move(rows)), 1, census);
}

std::string run_values(const RunningKernel& kernel, RunningCensus& census) {
  Random random(seed);
  for (const std::int64_t rank : {std::int64_t{1}, std::int64_t{kernel.greatest_rank}}) {
    std::vector<std::vector<float>> rows;
    for (int kind = 0; kind < value_kinds; ++kind) {
      const std::int64_t length = longest(kernel) - random.below(2 * kernel.policy.pool);
      rows.push_back(row_of(static_cast<Values>(kind), length, random));
    }
    std::string problem = check_running(kernel, named(kernel, "values", rank, rows), 2, census);
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string run_lengths(const RunningKernel& kernel, RunningCensus& census) {
  Random random(seed);
  const std::int64_t pool = kernel.policy.pool;
  const std::int64_t rank = kernel.greatest_rank - 1;
  std::vector<std::vector<float>> rows;
  for (const std::int64_t centre : {std::int64_t{2}, rank, pool, 2 * pool}) {
    for (std::int64_t near = -2; near <= 2; ++near) {
      rows.push_back(row_of(Values::spread, centre + near, random));
    }
  }
  return check_running(kernel, named(kernel, "lengths", rank, std::move(rows)), 1, census);
}

// Rows that are sampled thinly, and such as are just too short for it.
std::string run_long(const RunningKernel& kernel, RunningCensus& census) {
  Random random(seed);
  std::vector<std::vector<float>> rows;
  for (const std::int64_t off : {-1, 0, 1, 5000}) {
    for (const Values kind : {Values::spread, Values::sparse, Values::ascending}) {
      rows.push_back(row_of(kind, kernel.policy.long_row + off, random));
    }
  }
  return check_running(kernel, named(kernel, "long rows", kernel.greatest_rank, std::move(rows)), 2,
                       census);
}

// Every residue of base and pitch, so that rows begin and end anywhere in 16 bytes.
std::string run_layouts(const RunningKernel& kernel, RunningCensus& census) {
  Random random(seed);
  for (std::int64_t residue = 0; residue < 16; ++residue) {
    std::vector<std::vector<float>> rows;
    for (std::int64_t r = 0; r < 4; ++r) {
      rows.push_back(row_of(Values::spread, kernel.policy.pool + 60 * r + residue % 5, random));
    }
    ScoreCase input = named(kernel, "layout " + std::to_string(residue),
                            kernel.greatest_rank - residue, std::move(rows));
    input.layout = {residue % 4, residue / 4, residue % 3};
    std::string problem = check_running(kernel, input, 2, census);
    if (!problem.empty()) return problem;
  }
  return "";
}

// None, fewer than CTAs, and more than one launch can take; live counts below the capacity.
std::string run_row_counts(const RunningKernel& kernel, RunningCensus& census) {
  struct Count {
    std::int64_t rows, live;
    unsigned grid;
  };
  for (const Count& each : {Count{0, -1, 2}, Count{1, -1, 3}, Count{7, 0, 2}, Count{7, 5, 2},
                            Count{7, 7, 3}, Count{600, -1, 1}, Count{600, 530, 2}}) {
    Random random(seed);
    std::vector<std::vector<float>> rows;
    for (std::int64_t r = 0; r < each.rows; ++r) {
      const bool full = each.rows > 100 ? r % 128 == 127 : r % 3 != 0;
      const std::int64_t length =
          full ? kernel.policy.pool + 1 + random.below(200) : random.below(12);
      rows.push_back(row_of(Values::spread, length, random));
    }
    ScoreCase input = named(kernel, std::to_string(each.rows) + " rows", 7, std::move(rows));
    input.live_rows = each.live;
    std::string problem = check_running(kernel, input, each.grid, census);
    if (!problem.empty()) return problem;
  }
  return "";
}

// NaN of both signs, alone and among scores; lengths below 0 and beyond the width.
std::string run_hostile(const RunningKernel& kernel, RunningCensus&) {
  Random random(seed);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::int64_t width = kernel.policy.pool * 2 + 1;
  std::vector<std::vector<float>> rows;
  for (int kind = 0; kind < 8; ++kind) {
    const std::int64_t length = kind == 3 ? kernel.policy.pool / 2 : width;
    std::vector<float> row = row_of(kind < 4 ? Values::spread : Values::sparse, length, random);
    for (float& score : row) {
      const bool hit = kind % 4 == 0 || random.below(kind % 4 == 1 ? 2 : 50) == 0;
      if (hit) score = kind == 0 || random.below(2) == 0 ? nan : -nan;
    }
    rows.push_back(std::move(row));
  }
  rows.push_back(std::vector<float>(static_cast<std::size_t>(width), -nan));
  rows.push_back({});
  rows.push_back(row_of(Values::spread, width, random));
  ScoreCase input = named(kernel, "hostile rows", kernel.greatest_rank, std::move(rows));
  for (const auto& row : input.rows) {
    input.told_lengths.push_back(static_cast<std::int32_t>(row.size()));
  }
  input.told_lengths[9] = -5;
  input.told_lengths[10] = std::numeric_limits<std::int32_t>::max();
  return check_running_bounds(kernel, input, 2);
}

}  // namespace

std::vector<ScoreCase> running_route_cases(const RunningKernel& kernel, std::uint64_t from) {
  Random random(from);
  std::vector<ScoreCase> cases;
  std::vector<bool> found(running_ways, false);
  for (const std::uint32_t rank : {kernel.greatest_rank, kernel.greatest_rank * 3 / 4}) {
    std::vector<std::vector<float>> rows;
    for (int way = 0; way < running_ways; ++way) {
      const std::int64_t least = std::int64_t{kernel.policy.pool} * 2;
      std::optional<std::vector<float>> row;
      // Of a longer row the sample is a lesser part: what deceives it is found more easily.
      constexpr int lengths = 24;
      const std::int64_t first = random.below(lengths);
      for (int tries = 0; tries < 2 * lengths && !row.has_value(); ++tries) {
        const std::int64_t share = (first + tries) % lengths;
        const std::int64_t length =
            (least + (longest(kernel) - least) * share / lengths + random.below(8))
            << tries / lengths;
        row = running_row(kernel.policy, static_cast<RunningWay>(way), rank,
                          static_cast<std::uint32_t>(length),
                          static_cast<std::uint32_t>(rows.size()), random.next());
      }
      if (!row.has_value()) continue;
      found[static_cast<std::size_t>(way)] = true;
      rows.push_back(std::move(*row));
      if (way % 3 == 1) rows.push_back(row_of(Values::spread, random.below(rank), random));
    }
    cases.push_back(named(kernel, "routes", rank, std::move(rows)));
  }
  for (int way = 0; way < running_ways; ++way) {
    if (!found[static_cast<std::size_t>(way)]) {
      throw std::logic_error(std::string(kernel.name) + ": no row goes the way " +
                             running_way_name(static_cast<RunningWay>(way)));
    }
  }
  return cases;
}

const std::vector<RunningSuite>& running_suites() {
  static const std::vector<RunningSuite> all = {
      {"routes", &run_routes},        {"successions", &run_successions},
      {"values", &run_values},        {"lengths", &run_lengths},
      {"layouts", &run_layouts},      {"row counts", &run_row_counts},
      {"hostile rows", &run_hostile}, {"long rows", &run_long},
  };
  return all;
}

}  // namespace tailproof::gpu_test
