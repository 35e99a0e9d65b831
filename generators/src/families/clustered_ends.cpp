#include "dealing.hpp"
#include "fit.hpp"
#include "ranking.hpp"
#include "tailproof/generators/family.hpp"

#include <algorithm>
#include <string>

namespace tailproof::generators::defined {
namespace {

// The winners' windows [0, front) and [L - back, L), and how many of the K winners each holds.
struct Windows {
  std::int64_t front = 0;
  std::int64_t back = 0;
  std::int64_t front_winners = 0;
  std::int64_t back_winners = 0;
};

Windows windows(const RowContext& context) {
  const std::int64_t winners = std::min<std::int64_t>(context.rank(), context.length);
  const std::int64_t spread = context.parameter("spread");
  Windows made;
  made.front_winners = winners * context.parameter("sink_percent") / 100;
  made.back_winners = winners - made.front_winners;
  made.front = std::min(made.front_winners * spread, context.length - made.back_winners);
  made.back = std::min(made.back_winners * spread, context.length - made.front);
  return made;
}

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const std::uint32_t boundary = draw_ordinary_key(draws);
  const Band better = above(boundary, draw_reach(draws));
  const Band worse = below(boundary, draw_reach(draws));
  const Windows made = windows(context);
  const auto window = [&](std::int64_t size, std::int64_t winners) {
    return std::array{Share{better, winners}, Share{worse, size - winners}, Share{}};
  };
  const auto front = static_cast<std::size_t>(made.front);
  const auto back = static_cast<std::size_t>(made.back);
  const auto middle = scores.size() - front - back;
  const CounterRandom random = context.random();
  deal(scores.first(front), window(made.front, made.front_winners), random.child(0));
  deal(scores.subspan(front, middle), window(static_cast<std::int64_t>(middle), 0),
       random.child(1));
  deal(scores.last(back), window(made.back, made.back_winners), random.child(2));
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  if (context.length <= context.rank()) return Promise::not_applicable("L <= K");
  const std::uint32_t cut = cut_at(scores, context.rank()).key;
  const Windows made = windows(context);
  for (std::int64_t i = made.front; i < context.length - made.back; ++i) {
    if (reference::key32(scores[static_cast<std::size_t>(i)]) > cut) continue;
    return Promise::broken("a winner at " + std::to_string(i) + ", between the windows");
  }
  return Promise::kept();
}

void fit(Recipe& recipe, Draws& draws) {
  exceed_rank(recipe, draws);
  const std::int64_t shares[] = {0, 10, 50, 90, 100, draws.between(0, 100)};
  recipe.parameters["sink_percent"] = shares[draws.between(0, 5)];
}

}  // namespace

const Family& clustered_ends() {
  static const Family family{
      .name = "clustered-ends",
      .attacks =
          "samples of neighbouring positions: the winners are attention sinks and recent keys",
      .parameters = {{"sink_percent", 0, 100, 10, "share of the winners at the front of the row"},
                     {"spread", 1, 8, 1, "window size, in winners"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
