// The sampler: pure, valid, within its options, and swarm-like.
#include "tailproof/generators/sampler.hpp"
#include "drawn.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof_catch.hpp"

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
  refused([](SamplerOptions& o) { o.capacities = {0}; });
  refused([](SamplerOptions& o) { o.small_policies = 101; });
}
