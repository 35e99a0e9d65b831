// The sampler: pure, valid, within its options, and swarm-like.
#include "tailproof/generators/sampler.hpp"
#include "drawn.hpp"
#include "tailproof/generators/capacity_probe.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <thread>

using namespace tailproof;
using namespace tailproof::generators;

TEST_CASE("draws are valid and a function of seed and index alone") {
  const Sampler sampler(42, {});
  const Sampler same(42, {});
  const Sampler other(43, {});
  int differ = 0;
  for (std::uint64_t i = 2000; i-- > 0;) {
    const Recipe recipe = sampler.draw(i);
    require_valid(recipe);
    CHECK(same.draw(i) == recipe);
    differ += other.draw(i) == recipe ? 0 : 1;
  }
  CHECK(differ == 2000);
}

TEST_CASE("threads drawing from one sampler get what one thread gets") {
  const Sampler sampler(8, {});
  std::vector<Recipe> drawn(512);
  const auto work = [&](std::size_t first) {
    for (std::size_t i = first; i < drawn.size(); i += 2) drawn[i] = sampler.draw(i);
  };
  std::thread odd(work, 1);
  work(0);
  odd.join();
  for (std::size_t i = 0; i < drawn.size(); ++i) CHECK(drawn[i] == sampler.draw(i));
}

TEST_CASE("each epoch switches families off; many epochs use them all") {
  const Sampler sampler(1, {});
  std::set<std::string> ever;
  std::set<std::size_t> sizes;
  for (std::uint64_t epoch = 0; epoch < 40; ++epoch) {
    std::set<std::string> used;
    for (std::uint64_t i = 0; i < swarm_epoch; ++i) {
      used.insert(sampler.draw(epoch * swarm_epoch + i).family);
    }
    CHECK(used.size() < sampler.drawn_families().size());
    sizes.insert(used.size());
    ever.insert(used.begin(), used.end());
  }
  CHECK(sizes.size() > 3);
  CHECK(ever ==
        std::set<std::string>(sampler.drawn_families().begin(), sampler.drawn_families().end()));
}

TEST_CASE("without the swarm all families are about equally frequent") {
  SamplerOptions options;
  options.swarm = false;
  const Sampler sampler(1, options);
  std::map<std::string, int> counts;
  for (std::uint64_t i = 0; i < 4600; ++i) ++counts[sampler.draw(i).family];
  for (const std::string& name : sampler.drawn_families()) {
    INFO(name);
    CHECK(counts[name] > 100);
    CHECK(counts[name] < 400);
  }
}

TEST_CASE("nothing in contract is left out unsaid") {
  const Sampler sampler(1, {});
  std::size_t in_contract = 0;
  for (const Family* family : families()) in_contract += family->in_contract ? 1 : 0;
  CHECK(sampler.drawn_families().size() + sampler.left_out().size() == in_contract);
  SamplerOptions options;
  options.out_of_contract = true;
  const Sampler all(1, options);
  CHECK(all.drawn_families().size() + all.left_out().size() == families().size());
}

TEST_CASE("options that fix ranks, policy, length, rows and layout are kept by every family") {
  SamplerOptions options;
  options.out_of_contract = true;
  options.swarm = false;
  options.ranks = {17, 512};
  options.max_length = 700;
  options.max_rows = 2;
  options.layouts = false;
  options.policy = reference::parse_policy("stride=8,capacity=33,segments=2");
  const Sampler sampler(5, options);
  for (std::uint64_t i = 0; i < 1500; ++i) {
    const Recipe recipe = sampler.draw(i);
    INFO(to_string(recipe));
    CHECK((recipe.rank == 17 || recipe.rank == 512));
    CHECK(recipe.width <= 700);
    CHECK(recipe.rows <= 2);
    CHECK(recipe.layout == Layout{});
    CHECK(recipe.policy == *options.policy);
    require_valid(recipe);
  }
}

TEST_CASE("declared capacities reach the family that probes them") {
  SamplerOptions options;
  options.families = {"declared-capacity"};
  options.capacities = {100, 3000};
  const Sampler sampler(1, options);
  std::set<std::int64_t> probed;
  for (std::uint64_t i = 0; i < 50; ++i) {
    probed.insert(sampler.draw(i).parameters.at("capacity"));
  }
  CHECK(probed == std::set<std::int64_t>{100, 3000});
}

TEST_CASE("every edge of every declared capacity has its turn among the first draws") {
  SamplerOptions options;
  options.capacities = {1, 17, 300, 4096};
  const std::uint64_t enough = options.capacities.size() * capacity_edge_count * capacity_turn;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    std::map<std::pair<std::int64_t, int>, std::set<std::int64_t>> seen;
    const Sampler sampler(seed, options);
    for (std::uint64_t i = 0; i < enough; ++i) {
      const Recipe recipe = sampler.draw(i);
      const auto probe = capacity_probe(recipe);
      if (!probe) continue;
      const Case made = materialise(recipe);
      for (std::int64_t row = 0; row < made.rows(); ++row) {
        const auto scores = made.scores(row);
        if (!holds(*probe, static_cast<std::int64_t>(scores.size()), recipe.rank)) continue;
        // Counted apart from the family: scores that share 22 leading key bits with rank K's.
        std::vector<std::uint32_t> keys;
        for (const float score : scores) keys.push_back(reference::key32(score) >> 10);
        std::sort(keys.begin(), keys.end());
        const auto at_rank = keys[static_cast<std::size_t>(recipe.rank) - 1];
        seen[{probe->capacity, probe->edge}].insert(std::count(keys.begin(), keys.end(), at_rank) -
                                                    (probe->edge == 4 ? recipe.rank : 0));
      }
    }
    for (const std::int64_t c : options.capacities) {
      if (c > 1) CHECK(seen[{c, 0}] == std::set{c - 1});
      CHECK(seen[{c, 1}] == std::set{c});
      CHECK(seen[{c, 2}] == std::set{c + 1});
      CHECK(seen[{c, 3}] == std::set{2 * c});
      CHECK(seen[{c, 4}] == std::set{c});
    }
    CHECK(seen[{1, 0}].empty());
  }
  options.families = {"iid"};
  for (std::uint64_t i = 0; i < enough; ++i) CHECK(Sampler(1, options).draw(i).family == "iid");
}

TEST_CASE("options that make no sense are refused") {
  const auto refused = [](auto change) {
    SamplerOptions options;
    change(options);
    CHECK_THROWS_AS(Sampler(1, options), InputError);
  };
  refused([](SamplerOptions& o) { o.families = {"nothing"}; });
  refused([](SamplerOptions& o) { o.ranks = {0}; });
  refused([](SamplerOptions& o) { o.max_length = 0; });
  refused([](SamplerOptions& o) { o.max_rows = 0; });
  for (const std::int64_t bad : {std::int64_t{0}, std::int64_t{-5}, std::int64_t{(1 << 24) + 1},
                                 std::numeric_limits<std::int64_t>::max()}) {
    refused([bad](SamplerOptions& o) { o.capacities = {8, bad}; });
  }
  refused([](SamplerOptions& o) { o.small_policies = 101; });
}
