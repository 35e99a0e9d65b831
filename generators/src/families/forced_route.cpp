#include "dealing.hpp"
#include "fit.hpp"
#include "tailproof/generators/family.hpp"
#include "tailproof/generators/predicted_route.hpp"
#include "tailproof/reference/proposal.hpp"
#include "tailproof/reference/view.hpp"

#include <algorithm>
#include <string>

namespace tailproof::generators::defined {
namespace {

using reference::Route;

Route wanted(const Recipe& recipe) {
  const auto given = recipe.parameters.find("route");
  return given == recipe.parameters.end() ? Route::band : static_cast<Route>(given->second);
}

// How many scores lie in a better and in a next-better coarse bin, on the view and off it.
struct Plan {
  std::int64_t first_seen = 0;
  std::int64_t first_unseen = 0;
  std::int64_t second_seen = 0;
  std::int64_t second_unseen = 0;
};

// Counts that force the route, or nothing where (L, K, policy) leave no room for it. Let q and q1
// be the requested sample ranks: tau0 is the bin of the q-th best sample, tau1 that of the q1-th.
std::optional<Plan> plan(const RowContext& context, Draws& draws) {
  const std::int64_t rank = context.rank();
  const auto ranks = reference::requested_ranks(context.policy(), context.rank());
  const std::int64_t q = ranks.primary;
  const std::int64_t seen =
      reference::make_view(context.row, context.length, context.policy().stride()).size;
  const std::int64_t unseen = context.length - seen;
  const bool samples = context.length > rank && seen >= ranks.largest() &&
                       context.policy().proposal() == reference::Proposal::sampled;
  const std::int64_t q1 = ranks.rescue.value_or(0);
  // A total of n scores of which at least `least` are seen; as many as possible unseen otherwise.
  const auto share = [&](std::int64_t n, std::int64_t least, std::int64_t unseen_room) {
    const std::int64_t off_view = std::min(n - least, unseen_room);
    return std::pair{n - off_view, off_view};
  };
  switch (wanted(context.recipe)) {
    case Route::trivial:
    case Route::direct:
    case Route::exact_no_view:
      return Plan{};  // the shape alone decides
    case Route::certified: {
      if (!samples) return std::nullopt;
      const std::int64_t least = std::max(rank + 1, q);
      const auto [on, off] = share(draws.between(least, context.length), q, unseen);
      return Plan{on, off, 0, 0};
    }
    case Route::certified_exactly: {
      if (!samples || q > rank) return std::nullopt;
      const auto [on, off] = share(rank, q, unseen);
      return Plan{on, off, 0, 0};
    }
    case Route::band: {
      if (!samples || q1 <= q || q >= rank) return std::nullopt;
      const bool exactly = draws.chance(70) && q1 <= rank;
      const std::int64_t second = std::max(rank - q, q1 - q);
      const std::int64_t extra = exactly ? 0 : draws.between(0, context.length - q - second);
      const auto [on, off] = share(second + extra, q1 - q, unseen);
      return Plan{q, 0, on, off};
    }
    case Route::exact_no_rescue: {
      if (!samples || ranks.rescue.has_value() || q >= rank) return std::nullopt;
      return Plan{q, std::min(draws.between(0, rank - 1 - q), unseen), 0, 0};
    }
    case Route::exact_after_band: {
      if (!samples || q1 < q || q1 == 0 || q1 >= rank) return std::nullopt;
      const std::int64_t first = draws.chance(50) ? q : q1;  // q1: both boundaries in one bin
      const std::int64_t more = std::min(draws.between(0, rank - 1 - q1), unseen);
      return Plan{first, 0, q1 - first, more};
    }
  }
  return std::nullopt;
}

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const auto view = reference::make_view(context.row, context.length, context.policy().stride());
  const std::uint32_t bin = reference::coarse(score_of_key(draw_ordinary_key(draws)));
  const Band first = keys_of_bin(bin);
  const Band second = keys_of_bin(bin + 1);
  const Band rest = below(second.last, draw_reach(draws));
  const Plan counts = plan(context, draws).value_or(Plan{});
  deal_split(scores, view,
             {Share{first, counts.first_seen}, Share{second, counts.second_seen},
              Share{rest, view.size - counts.first_seen - counts.second_seen}},
             {Share{first, counts.first_unseen}, Share{second, counts.second_unseen},
              Share{rest, context.length - view.size - counts.first_unseen - counts.second_unseen}},
             context.random());
}

// Whether the shape lets this row take the wanted route at all.
bool has_room(const RowContext& context) {
  const auto& policy = context.policy();
  const bool sampled = policy.proposal() == reference::Proposal::sampled;
  const auto ranks = reference::requested_ranks(policy, context.rank());
  const std::int64_t seen = reference::make_view(context.row, context.length, policy.stride()).size;
  Draws draws(context.random().child(row_choices));
  switch (wanted(context.recipe)) {
    case Route::trivial:
      return context.length <= context.rank();
    case Route::direct:
      return !sampled && context.length > context.rank();
    case Route::exact_no_view:
      return sampled && context.length > context.rank() && seen < ranks.largest();
    default:
      return plan(context, draws).has_value();
  }
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  if (!has_room(context)) return Promise::not_applicable("L, K and the policy leave no room");
  const Route route = predicted_route(scores, context.row, context.rank(), context.policy());
  if (route == wanted(context.recipe)) return Promise::kept();
  return Promise::broken("takes route " + std::string(reference::route_name(route)));
}

// Whether K and the policy allow the wanted route on a long enough row.
bool possible(Route route, std::int32_t rank, const reference::Policy& policy) {
  const auto ranks = reference::requested_ranks(policy, rank);
  const std::int64_t q1 = ranks.rescue.value_or(0);
  switch (route) {
    case Route::certified_exactly:
      return ranks.primary <= rank;
    case Route::band:
      return q1 > ranks.primary && ranks.primary < rank;
    case Route::exact_no_rescue:
      return ranks.primary < rank;
    case Route::exact_after_band:
      return q1 < rank;
    case Route::exact_no_view:
      return (ranks.largest() - 1) * policy.stride() > rank;
    case Route::trivial:
    case Route::certified:
    case Route::direct:
      break;
  }
  return true;
}

void fit(Recipe& recipe, Draws& draws) {
  // The band is the rarest route elsewhere, and the only one to end at K exactly in two steps.
  if (draws.chance(30)) recipe.parameters["route"] = static_cast<int>(Route::band);
  const Route route = wanted(recipe);
  auto p = recipe.policy.parameters();
  if (route == Route::direct) {
    p.proposal =
        draws.chance(50) ? reference::Proposal::direct : reference::Proposal::direct_registers;
  } else if (route != Route::trivial) {
    p.proposal = reference::Proposal::sampled;
  }
  if (route == Route::exact_no_rescue) p.rescue.reset();
  const bool rescued = route == Route::band || route == Route::exact_after_band;
  if (rescued && !p.rescue.has_value()) p.rescue = reference::Ratio{7, 4};
  if (rescued && p.rescue == p.retention) p.retention = {1, 1};
  recipe.policy = reference::Policy(p);
  // Small strides ask for more samples, which parts q from q1; then larger ranks do.
  while (!possible(route, recipe.rank, recipe.policy)) {
    if (p.stride > 2) {
      p.stride /= 2;
    } else {
      p.retention = {3, 2};
      p.rescue =
          route == Route::exact_no_rescue ? std::nullopt : std::optional(reference::Ratio{7, 4});
      recipe.rank *= 2;
    }
    recipe.policy = reference::Policy(p);
  }
  const std::int64_t largest = reference::requested_ranks(recipe.policy, recipe.rank).largest();
  recipe.lengths = {};
  if (route == Route::trivial) {
    recipe.width = draws.between(0, recipe.rank);
  } else if (route == Route::exact_no_view) {
    recipe.width = draws.between(recipe.rank + 1, (largest - 1) * p.stride);
  } else {
    lengthen(recipe, std::max(recipe.rank + std::int64_t{1}, (largest + 1) * p.stride), draws);
  }
}

}  // namespace

const Family& forced_route() {
  static const Family family{
      .name = "forced-route",
      .attacks = "the rare routes: rows built to take a given one of spec 6, C == K included",
      .parameters = {{"route", 0, reference::route_count - 1, 3,
                      "0 trivial, 1 certified, 2 certified-exactly, 3 band, 4 exact-no-rescue, "
                      "5 exact-after-band, 6 exact-no-view, 7 direct"}},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
