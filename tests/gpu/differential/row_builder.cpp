#include "row_builder.hpp"

#include "tailproof/reference/proposal.hpp"
#include "tailproof/reference/selector.hpp"
#include "tailproof/reference/view.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace tailproof::gpu_test {
namespace {

// One coarse bin: 1/32 of a binade. Groups far apart keep bins apart.
constexpr float group_a = 64.0f;
constexpr float group_b = 16.0f;
constexpr float bin_width = 1.0f / 32;

struct Group {
  std::int64_t in_view = 0;
  std::int64_t outside = 0;
};

float member(float base, bool ties, Random& random) {
  const float inside = ties ? 0.5f : 0.125f + 0.75f * random.unit();
  return base * (1 + bin_width * inside);
}

// Deals the groups to random positions of the view and outside of it; the rest is low.
class Deal {
 public:
  Deal(const reference::View& view, std::int64_t length, bool ties, Random& random)
      : ties_(ties), random_(random), scores_(static_cast<std::size_t>(length)) {
    for (std::int64_t i = 0; i < length; ++i) {
      const bool sampled = i % view.stride == view.phase;
      (sampled ? in_view_ : outside_).push_back(i);
      scores_[static_cast<std::size_t>(i)] = -1 - random.unit();
    }
    shuffle(in_view_);
    shuffle(outside_);
  }

  [[nodiscard]] bool place(const Group& group, float base) {
    return place(in_view_, group.in_view, base) && place(outside_, group.outside, base);
  }
  [[nodiscard]] std::vector<float> take() { return std::move(scores_); }

 private:
  void shuffle(std::vector<std::int64_t>& positions) {
    for (std::size_t i = positions.size(); i > 1; --i) {
      std::swap(positions[i - 1],
                positions[static_cast<std::size_t>(random_.below(static_cast<std::int64_t>(i)))]);
    }
  }
  bool place(std::vector<std::int64_t>& positions, std::int64_t count, float base) {
    if (count < 0 || count > static_cast<std::int64_t>(positions.size())) return false;
    for (; count > 0; --count) {
      scores_[static_cast<std::size_t>(positions.back())] = member(base, ties_, random_);
      positions.pop_back();
    }
    return true;
  }

  bool ties_;
  Random& random_;
  std::vector<float> scores_;
  std::vector<std::int64_t> in_view_, outside_;
};

struct Groups {
  Group a, b;
};

std::optional<Groups> groups_for(const RouteWish& wish, std::int32_t rank,
                                 const reference::RequestedRanks& ranks, std::int64_t outside) {
  const std::int64_t q = ranks.primary;
  const std::int64_t q1 = ranks.largest();
  const std::int64_t many = std::max<std::int64_t>(wish.candidates, rank + 1);
  switch (wish.route) {
    case reference::Route::certified:
      return Groups{{q, many - q}, {}};
    case reference::Route::certified_exactly:
      return Groups{{q, rank - q}, {}};
    case reference::Route::band: {
      const std::int64_t first = std::max<std::int64_t>(q, rank - 1 - rank / 4);
      if (q1 == q || first >= rank) return std::nullopt;
      return Groups{{q, first - q}, {q1 - q, many - first - (q1 - q)}};
    }
    case reference::Route::exact_after_band:
    case reference::Route::exact_no_rescue: {
      if (q1 >= rank) return std::nullopt;
      // Ties: one short of K, so that a certificate off by one shows.
      const std::int64_t first =
          std::max<std::int64_t>(q1, wish.ties ? rank - 1 : rank - 1 - rank / 3);
      return Groups{{q1, first - q1}, {0, many - first}};
    }
    default:
      return Groups{{}, {std::max<std::int64_t>(0, many - outside), std::min(many, outside)}};
  }
}

float from_bits(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

float any_number(Random& random) {
  while (true) {
    const float value = from_bits(static_cast<std::uint32_t>(random.next()));
    if (!std::isnan(value)) return value;
  }
}

}  // namespace

std::uint64_t Random::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::int64_t Random::below(std::int64_t bound) {
  return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(bound));
}

float Random::unit() {
  return static_cast<float>(next() >> 40) * 0x1p-24f;
}

std::optional<std::vector<float>> row_for_route(const reference::Policy& policy, std::int32_t rank,
                                                std::int64_t length, std::int64_t row,
                                                const RouteWish& wish, Random& random) {
  const auto ranks = reference::requested_ranks(policy, rank);
  const reference::View view = reference::make_view(row, length, policy.stride());
  const auto groups = groups_for(wish, rank, ranks, length - view.size);
  if (!groups.has_value()) return std::nullopt;
  Deal deal(view, length, wish.ties, random);
  if (!deal.place(groups->a, group_a) || !deal.place(groups->b, group_b)) return std::nullopt;
  std::vector<float> scores = deal.take();
  reference::Selector selector(policy, rank);
  std::vector<std::int32_t> indices(static_cast<std::size_t>(rank));
  reference::Trace trace;
  selector.select(scores, row, indices, &trace);
  if (trace.route != wish.route) return std::nullopt;
  return scores;
}

std::vector<float> row_of_values(Values kind, std::int64_t length, std::uint32_t stride,
                                 Random& random) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  std::vector<float> row(static_cast<std::size_t>(length));
  const std::int64_t odd_class = random.below(stride);
  for (std::int64_t i = 0; i < length; ++i) {
    const float u = random.unit();
    const float sign = random.below(2) == 0 ? 1.0f : -1.0f;
    float value = 0;
    switch (kind) {
      case Values::spread:
        value = sign * std::ldexp(1 + u, static_cast<int>(random.below(12)) - 6);
        break;
      case Values::all_equal:
        value = -2.5f;
        break;
      case Values::two_values:
        value = random.below(3) == 0 ? 1.25f : 1.0f;
        break;
      case Values::signed_zeros:
        value = random.below(8) == 0 ? sign * u : sign * 0.0f;
        break;
      case Values::infinities:
        value = random.below(4) == 0 ? sign * inf : sign * u;
        break;
      case Values::minus_inf:
        value = -inf;
        break;
      case Values::one_bin:
        value = 1 + u * 0x1p-8f;
        break;
      case Values::subnormals:
        value = from_bits(static_cast<std::uint32_t>(random.below(0x00800000)) |
                          (sign < 0 ? 0x80000000u : 0u));
        break;
      case Values::huge:
        value = sign * 65504.0f * (1 + u * 1e30f);
        break;
      case Values::any_bits:
        value = any_number(random);
        break;
      case Values::ascending:
        value = static_cast<float>(i) * 0.01f - 3;
        break;
      case Values::descending:
        value = 3 - static_cast<float>(i) * 0.01f;
        break;
      case Values::aliased:
        value = i % stride == odd_class ? 100 + u : u;
        break;
      case Values::sparse:
        value = random.below(40) == 0 ? 1 + u : 0.0f;
        break;
    }
    row[static_cast<std::size_t>(i)] = value;
  }
  return row;
}

}  // namespace tailproof::gpu_test
