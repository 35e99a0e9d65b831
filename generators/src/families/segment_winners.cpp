#include "dealing.hpp"
#include "fit.hpp"
#include "ranking.hpp"
#include "tailproof/generators/family.hpp"
#include "tailproof/reference/segments.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tailproof::generators::defined {
namespace {

enum class Place { one_segment, every_segment, seams };

// One KV segment, how many winners it holds and whether its ends are among them.
struct Holding {
  reference::Range range;
  std::int64_t winners = 0;
  bool first_wins = false;
  bool last_wins = false;
};

std::vector<Holding> segments_of(const RowContext& context) {
  std::vector<Holding> held;
  for (std::uint32_t p = 0; p < context.policy().segments(); ++p) {
    const auto range = reference::segment_range(context.length, p, context.policy().segments());
    if (range.size() > 0) held.push_back({range, 0, false, false});
  }
  return held;
}

// Where the K winners go; nothing where the row has no room for the wanted place.
std::optional<std::vector<Holding>> place_winners(const RowContext& context, Draws& draws) {
  if (context.length <= context.rank()) return std::nullopt;
  std::vector<Holding> held = segments_of(context);
  const auto count = static_cast<std::int64_t>(held.size());
  std::int64_t left = context.rank();
  const auto give = [&left](Holding& segment, std::int64_t most) {
    const std::int64_t given = std::min({most, left, segment.range.size() - segment.winners});
    segment.winners += given;
    left -= given;
  };
  const std::int64_t start = draws.between(0, count - 1);
  switch (static_cast<Place>(context.parameter("place"))) {
    case Place::one_segment:
      for (std::int64_t p = 0; p < count && left == context.rank(); ++p) {
        Holding& segment = held[static_cast<std::size_t>((start + p) % count)];
        if (segment.range.size() >= context.rank()) give(segment, context.rank());
      }
      if (left > 0) return std::nullopt;
      return held;
    case Place::every_segment:
      if (count < 2 || context.rank() < count) return std::nullopt;
      for (Holding& segment : held) give(segment, context.rank() / count);
      break;
    case Place::seams:
      if (count < 2 || context.rank() < 2 * (count - 1)) return std::nullopt;
      for (std::int64_t p = 0; p < count; ++p) {
        Holding& segment = held[static_cast<std::size_t>(p)];
        segment.first_wins = p > 0;
        segment.last_wins = p + 1 < count;
        give(segment, segment.first_wins && segment.last_wins ? 2 : 1);
      }
      break;
  }
  for (std::int64_t p = 0; p < count; ++p) {
    give(held[static_cast<std::size_t>((start + p) % count)], left);
  }
  return held;
}

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const std::uint32_t boundary = draw_ordinary_key(draws);
  const Band better = above(boundary, draw_reach(draws));
  const Band worse = below(boundary, draw_reach(draws));
  const auto placed = place_winners(context, draws);
  for (const Holding& segment : placed.has_value() ? *placed : segments_of(context)) {
    auto part = scores.subspan(static_cast<std::size_t>(segment.range.begin),
                               static_cast<std::size_t>(segment.range.size()));
    const CounterRandom random =
        context.random().child(static_cast<std::uint64_t>(segment.range.begin));
    std::int64_t winners = segment.winners;
    const auto take = [&](float& score) {
      score = better.score(static_cast<std::uint32_t>(draws.bits()));
      --winners;
    };
    if (segment.first_wins) {
      take(part.front());
      part = part.subspan(1);
    }
    if (segment.last_wins) {
      take(part.back());
      part = part.first(part.size() - 1);
    }
    const auto size = static_cast<std::int64_t>(part.size());
    deal(part, {Share{better, winners}, Share{worse, size - winners}, Share{}}, random);
  }
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  Draws draws(context.random().child(row_choices));
  if (!place_winners(context, draws).has_value()) {
    return Promise::not_applicable("no room in the segments");
  }
  const std::uint32_t cut = cut_at(scores, context.rank()).key;
  const auto wins = [&](std::int64_t i) {
    return reference::key32(scores[static_cast<std::size_t>(i)]) <= cut;
  };
  const auto place = static_cast<Place>(context.parameter("place"));
  std::int64_t with_winners = 0;
  const auto held = segments_of(context);
  for (const Holding& segment : held) {
    const auto [begin, end] = segment.range;
    bool any = false;
    for (std::int64_t i = begin; i < end && !any; ++i) any = wins(i);
    with_winners += any ? 1 : 0;
    if (place == Place::seams && begin > 0 && !(wins(begin - 1) && wins(begin))) {
      return Promise::broken("the seam at " + std::to_string(begin) + " is not won");
    }
  }
  const auto wanted = place == Place::one_segment ? 1 : static_cast<std::int64_t>(held.size());
  if (with_winners == wanted) return Promise::kept();
  return Promise::broken(std::to_string(with_winners) + " segments hold winners, not " +
                         std::to_string(wanted));
}

void fit(Recipe& recipe, Draws& draws) {
  auto p = recipe.policy.parameters();
  if (p.segments == 1) p.segments = 1u << draws.between(1, 3);
  recipe.policy = reference::Policy(p);
  recipe.rank = std::max(recipe.rank, static_cast<std::int32_t>(2 * p.segments));
  lengthen(recipe, p.segments * (recipe.rank + std::int64_t{4}), draws);
}

}  // namespace

const Family& segment_winners() {
  static const Family family{
      .name = "segment-winners",
      .attacks = "KV-split merging: winners all in one segment, in each, or at both sides of seams",
      .parameters = {{"place", 0, 2, 0, "0 in one segment, 1 in every segment, 2 at every seam"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
