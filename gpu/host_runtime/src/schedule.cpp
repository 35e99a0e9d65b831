#include "tailproof/simt/host/schedule.hpp"

#include <array>

#include "random.hpp"

namespace simt {

namespace {

const char* name(Order order) {
  switch (order) {
    case Order::in_order:
      return "in_order";
    case Order::reversed:
      return "reversed";
    case Order::random:
      return "random";
    case Order::pct:
      return "pct";
    case Order::replay:
      return "replay";
  }
  return "?";
}

const char* name(Starve starve) {
  switch (starve) {
    case Starve::nobody:
      return "nobody";
    case Starve::warp:
      return "warp";
    case Starve::cta:
      return "cta";
  }
  return "?";
}

}  // namespace

Schedule Schedule::from_seed(std::uint64_t seed) {
  constexpr std::array orders{Order::in_order, Order::reversed, Order::random, Order::pct};
  detail::Random random(seed, 4);
  Schedule schedule;
  schedule.seed = seed;
  schedule.order = orders[seed % orders.size()];
  // Mostly a few points between forced switches, sometimes many, sometimes none.
  switch (random.below(4)) {
    case 0:
      break;
    case 1:
      schedule.preempt_every = 1 + random.below(4);
      break;
    case 2:
      schedule.preempt_every = 5 + random.below(40);
      break;
    default:
      schedule.preempt_every = 50 + random.below(1000);
      break;
  }
  schedule.resident = 1 + random.below(4);
  schedule.shuffle_start = random.below(2) != 0;
  switch (random.below(6)) {
    case 0:
      schedule.starve = Starve::warp;
      break;
    case 1:
      schedule.starve = Starve::cta;
      break;
    default:
      break;
  }
  schedule.pct_changes = 1 + random.below(6);
  schedule.pct_points = std::uint64_t{64} << random.below(10);
  return schedule;
}

std::string Schedule::describe() const {
  std::string text = "seed " + std::to_string(seed) + " order " + name(order) + " preempt_every " +
                     std::to_string(preempt_every) + " resident " + std::to_string(resident) +
                     (shuffle_start ? " shuffled" : "") + " starve " + name(starve);
  if (order == Order::pct) {
    text +=
        " pct_changes " + std::to_string(pct_changes) + " pct_points " + std::to_string(pct_points);
  }
  if (order == Order::replay) text += " deviations " + std::to_string(deviations.size());
  return text;
}

}  // namespace simt
