#include "tailproof/properties/small_world.hpp"

#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

namespace tailproof::properties {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::array<float, 7> values = {
    -infinity, -1.0f, -0.0f, 0.0f, std::numeric_limits<float>::denorm_min(), 1.0f, infinity};

// All rows of one length, in the order of counting in base 7; row r of every call has number r, so
// that all view phases occur.
struct World {
  std::int32_t length = 0;
  std::uint64_t rows = 1;
  std::vector<float> scores;
  std::vector<std::int32_t> lengths;

  explicit World(int of_length) : length(of_length) {
    for (int i = 0; i < length; ++i) rows *= values.size();
    scores.reserve(rows * static_cast<std::size_t>(length));
    for (std::uint64_t row = 0; row < rows; ++row) {
      std::uint64_t digits = row;
      for (int i = 0; i < length; ++i, digits /= values.size()) {
        scores.push_back(values[digits % values.size()]);
      }
    }
    lengths.assign(rows, length);
  }
  [[nodiscard]] std::span<const float> row(std::uint64_t r) const {
    const auto width = static_cast<std::size_t>(length);
    return std::span(scores).subspan(r * width, width);
  }
};

// The contract by sorting: with K of L scores picked, their sorted keys are the first K of all.
bool right(std::span<const float> scores, std::span<const std::int32_t> indices) {
  std::array<std::uint32_t, 16> keys{};
  std::array<std::uint32_t, 16> picked{};
  std::uint32_t seen = 0;
  const std::size_t count = std::min(scores.size(), indices.size());
  for (std::size_t slot = 0; slot < indices.size(); ++slot) {
    const std::int32_t index = indices[slot];
    if (slot >= count) {
      if (index != -1) return false;
      continue;
    }
    if (index < 0 || static_cast<std::size_t>(index) >= scores.size()) return false;
    if ((seen & (1u << index)) != 0) return false;
    seen |= 1u << index;
    picked[slot] = reference::key32(scores[static_cast<std::size_t>(index)]);
  }
  for (std::size_t i = 0; i < scores.size(); ++i) keys[i] = reference::key32(scores[i]);
  std::sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(scores.size()));
  std::sort(picked.begin(), picked.begin() + static_cast<std::ptrdiff_t>(count));
  return std::equal(picked.begin(), picked.begin() + static_cast<std::ptrdiff_t>(count),
                    keys.begin());
}

// The wrong row alone among emptied ones, at a place with the same view phase.
Specimen specimen_of(const World& world, std::uint64_t row, const Call& call) {
  const std::uint64_t before = row % call.policy.stride();
  Specimen specimen;
  specimen.rows.scores.resize(before);
  specimen.rows.scores.emplace_back(world.row(row).begin(), world.row(row).end());
  specimen.rows.width = world.length;
  specimen.rows.rank = call.rank;
  specimen.rows.policy = call.policy;
  return specimen;
}

// All rows of a call, of which any may be the one that the subject died of.
Specimen whole_call(const World& world, const Call& call) {
  Specimen specimen;
  for (std::uint64_t row = 0; row < world.rows; ++row) {
    specimen.rows.scores.emplace_back(world.row(row).begin(), world.row(row).end());
  }
  specimen.rows.width = world.length;
  specimen.rows.rank = call.rank;
  specimen.rows.policy = call.policy;
  return specimen;
}

struct Job {
  const World* world;
  std::int32_t rank;
  reference::Policy policy;
};

std::vector<Job> jobs_of(const std::vector<World>& worlds, const Traits& traits, int longest) {
  const auto& all = small_world_policies();
  const std::size_t policies = traits.follows_policy ? all.size() : 1;
  std::vector<Job> jobs;
  for (std::size_t policy = 0; policy < policies; ++policy) {
    for (const World& world : worlds) {
      // Beyond K = L + 1 nothing is new.
      for (std::int32_t rank = 1; rank <= std::min(longest, world.length) + 1; ++rank) {
        jobs.push_back({&world, rank, all[policy]});
      }
    }
  }
  return jobs;
}

void run_job(const Job& job, Subject& subject, Answer& answer, SmallWorldResult& result) {
  const World& world = *job.world;
  const Call call{
      {world.scores.data(), world.lengths, world.length, world.length}, job.rank, job.policy};
  subject.select(call, false, answer);
  if (answer.status == Status::refused) {
    ++result.refused;
    return;
  }
  if (answer.status != Status::ok) {
    result.selections += world.rows;
    result.wrong += world.rows;
    result.first_wrong = whole_call(world, call);
    result.broken = "survives";
    return;
  }
  const auto slots = static_cast<std::size_t>(job.rank);
  for (std::uint64_t row = 0; row < world.rows; ++row) {
    ++result.selections;
    const auto indices = std::span(answer.indices).subspan(row * slots, slots);
    if (right(world.row(row), indices)) continue;
    ++result.wrong;
    if (result.first_wrong) continue;
    result.first_wrong = specimen_of(world, row, call);
    result.broken = "contract";
  }
}

}  // namespace

std::span<const float> small_world_values() noexcept {
  return values;
}

const std::vector<reference::Policy>& small_world_policies() {
  static const std::vector<reference::Policy> all = [] {
    std::vector<reference::Policy> policies;
    for (const char* text : {
             "stride=2,capacity=1",
             "stride=4,capacity=2,rescue=none,early-exit=1",
             "stride=2,rho=1/2,rescue=1/1,capacity=2",
             "stride=2,rho=1/4,rescue=none,capacity=4,segments=2",
             "stride=2,capacity=3,segments=4",
             "proposal=direct,capacity=1,segments=2",
             "proposal=direct-registers,capacity=4",
         }) {
      policies.push_back(reference::parse_policy(text));
    }
    return policies;
  }();
  return all;
}

SmallWorldResult check_small_world(const Subject& subject, const SmallWorldOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<World> worlds;
  for (int length = 0; length <= options.longest; ++length) worlds.emplace_back(length);
  const std::vector<Job> jobs = jobs_of(worlds, subject.traits(), options.longest);

  SmallWorldResult total;
  for (const World& world : worlds) total.rows += world.rows;
  std::vector<SmallWorldResult> results(jobs.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    const auto mine = subject.clone();
    Answer answer;
    for (std::size_t j = next++; j < jobs.size(); j = next++) {
      run_job(jobs[j], *mine, answer, results[j]);
    }
  };
  std::vector<std::thread> helpers;
  for (int t = 1; t < options.threads; ++t) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  for (SmallWorldResult& each : results) {
    total.selections += each.selections;
    total.refused += each.refused;
    total.wrong += each.wrong;
    if (total.first_wrong || !each.first_wrong) continue;
    total.first_wrong = std::move(each.first_wrong);
    total.broken = each.broken;
  }
  total.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return total;
}

}  // namespace tailproof::properties
