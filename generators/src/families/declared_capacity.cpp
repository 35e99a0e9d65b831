#include "fit.hpp"
#include "ranking.hpp"
#include "straddle.hpp"
#include "tailproof/generators/capacity_probe.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

// Leading key bits that the crowd shares: any coarse key, also one finer than ours, sees one bin.
constexpr unsigned shared_bits = 22;
constexpr std::uint32_t open = 0xffffffffu >> shared_bits;

std::int64_t crowd(const RowContext& context) {
  const std::int64_t wanted = capacity_population(
      context.parameter("capacity"), static_cast<int>(context.parameter("edge")), context.rank());
  // A row that cannot hold them all is no probe, and is not counted as one: see holds().
  return std::clamp<std::int64_t>(wanted, 1, std::max<std::int64_t>(1, context.length));
}

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const std::uint32_t key = draw_ordinary_key(draws);
  const auto shares = straddle(context, crowd(context), {key & ~open, key | open}, draws);
  deal(scores, shares, context.random());
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  if (context.length <= context.rank()) return Promise::not_applicable("L <= K");
  const std::uint32_t prefix = cut_at(scores, context.rank()).key & ~open;
  const auto sharing = std::count_if(scores.begin(), scores.end(), [prefix](float score) {
    return (reference::key32(score) & ~open) == prefix;
  });
  const std::int64_t wanted = crowd(context);
  if (sharing == wanted) return Promise::kept();
  return Promise::broken(std::to_string(sharing) + " scores share the boundary's prefix, not " +
                         std::to_string(wanted));
}

void fit(Recipe& recipe, Draws& draws) {
  const auto given = recipe.parameters.find("capacity");
  const std::int64_t capacity = given->second;
  lengthen(recipe, recipe.rank + std::max<std::int64_t>(1, 2 * capacity), draws);
}

}  // namespace

const Family& declared_capacity() {
  static const Family family{
      .name = "declared-capacity",
      .attacks = "the buffers that a subject declares: c-1, c, c+1, 2c, c+K scores of one prefix",
      .parameters = {{"capacity", 1, 1 << 24, 2048, "declared entries c"},
                     {"edge", 0, 4, 2, "0 c-1, 1 c, 2 c+1, 3 2c, 4 c+K; at most the row"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
