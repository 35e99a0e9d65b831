#include "independent_account.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace independent {
namespace {

using nlohmann::json;
using Keys = std::vector<std::int64_t>;  // ascending = best first

// Position of |x| among the non-negative numbers of a binary format with so many fraction bits
// and so low a least normal exponent. x must be representable in it, or infinite.
std::int64_t ordinal(double magnitude, int fraction_bits, int least_exponent, int greatest) {
  const double scale = std::ldexp(1.0, fraction_bits);
  if (std::isinf(magnitude)) {
    return static_cast<std::int64_t>(greatest - least_exponent + 2) << fraction_bits;
  }
  if (magnitude < std::ldexp(1.0, least_exponent)) {
    return static_cast<std::int64_t>(magnitude * scale / std::ldexp(1.0, least_exponent));
  }
  const int exponent = std::ilogb(magnitude);
  const double fraction = magnitude / std::ldexp(1.0, exponent) - 1.0;
  return (static_cast<std::int64_t>(exponent - least_exponent + 1) << fraction_bits) +
         static_cast<std::int64_t>(fraction * scale);
}

// Descending: positives count down from half the range, negatives up from it; zeros coincide.
std::int64_t descending(bool negative, std::int64_t ordinal_number, std::int64_t half_range) {
  return negative && ordinal_number > 0 ? half_range + ordinal_number
                                        : half_range - 1 - ordinal_number;
}

std::int64_t full_key(float score) {
  return descending(score < 0, ordinal(std::fabs(static_cast<double>(score)), 23, -126, 127),
                    std::int64_t{1} << 31);
}

// The nearest multiple of the quantum, ties to an even multiple; overflow to infinity.
double to_half(double x) {
  if (x == 0.0 || std::isinf(x)) return x;
  const double quantum = std::ldexp(1.0, std::max(std::ilogb(x), -14) - 10);
  const double multiple = x / quantum;
  double below = std::floor(multiple);
  const double rest = multiple - below;
  if (rest > 0.5 || (rest == 0.5 && std::fmod(below, 2.0) != 0.0)) below += 1.0;
  const double rounded = below * quantum;
  return std::fabs(rounded) > 65504.0 ? std::copysign(HUGE_VAL, x) : rounded;
}

double half_of_ordinal(std::int64_t number) {
  const auto exponent = static_cast<int>(number >> 10);
  const auto fraction = static_cast<double>(number & 1023) / 1024.0;
  return exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1.0 + fraction, exponent - 15);
}

std::string hex_bits(float x) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  char text[11];
  std::snprintf(text, sizeof text, "0x%08x", static_cast<unsigned>(bits));
  return text;
}

long ceil_div(long a, long b) {
  return (a + b - 1) / b;
}

int reversed(long row, int stride) {
  int residue = static_cast<int>(row % stride);
  int result = 0;
  for (int weight = stride / 2; weight > 0; weight /= 2, residue /= 2) {
    result += weight * (residue % 2);
  }
  return result;
}

// Counts by bin of a list of bins in any order.
std::vector<std::uint32_t> tally(const std::vector<int>& bins, std::size_t size) {
  std::vector<std::uint32_t> counts(size, 0);
  for (const int bin : bins) ++counts[static_cast<std::size_t>(bin)];
  return counts;
}

// One row under the rules: the sorted forms that all answers are read off.
struct Row {
  std::vector<float> falling;  // scores, best first
  std::vector<int> rising;     // coarse bins, best first
  const Rules& rules;

  Row(const std::vector<float>& scores, const Rules& r) : falling(scores), rules(r) {
    std::sort(falling.begin(), falling.end(), std::greater<>());
    for (const float score : falling) rising.push_back(coarse_bin(score));
  }

  // How many scores reach t.
  [[nodiscard]] long reaching(float t) const {
    return std::upper_bound(falling.begin(), falling.end(), t, std::greater<>()) - falling.begin();
  }
  [[nodiscard]] Keys keys(long from, long to) const {
    Keys result;
    for (long i = from; i < to; ++i) {
      result.push_back(full_key(falling[static_cast<std::size_t>(i)]));
    }
    return result;
  }
  // Histogram of digit j of the keys at ranks [from, to).
  [[nodiscard]] std::vector<std::uint32_t> digits(const Keys& sorted, std::size_t from,
                                                  std::size_t to, int shift, int width) const {
    std::vector<int> found;
    for (std::size_t i = from; i < to; ++i) {
      found.push_back(static_cast<int>((sorted[i] >> shift) & ((1 << width) - 1)));
    }
    return tally(found, std::size_t{1} << width);
  }
};

// Narrows the frontier, ranks [from, to) of the row, digit by digit until only ties are left.
void refine(const Row& row, long from, long to, long quota, Account& account) {
  const Keys sorted = row.keys(from, to);
  std::size_t low = 0;
  std::size_t high = sorted.size();
  int shift = 32;
  json rounds = json::array();
  for (std::size_t j = 0; j < row.rules.digit_widths.size(); ++j) {
    if (row.rules.early_exit && quota == static_cast<long>(high - low)) break;
    const int width = row.rules.digit_widths[j];
    shift -= width;
    account.histograms["round" + std::to_string(j)] = row.digits(sorted, low, high, shift, width);
    const std::int64_t prefix = sorted[low + static_cast<std::size_t>(quota) - 1] >> shift;
    const auto begin = sorted.begin() + static_cast<long>(low);
    const auto end = sorted.begin() + static_cast<long>(high);
    const auto group = std::equal_range(
        begin, end, prefix << shift, [=](auto a, auto b) { return (a >> shift) < (b >> shift); });
    const long committed = group.first - begin;
    quota -= committed;
    low += static_cast<std::size_t>(committed);
    high = low + static_cast<std::size_t>(group.second - group.first);
    rounds.push_back({{"digit", prefix & ((1 << width) - 1)},
                      {"committed", committed},
                      {"kept", static_cast<long>(high - low)},
                      {"quota", quota}});
  }
  account.summary["rounds"] = rounds;
  account.summary["tie_slots"] = quota;
}

// A proposal that succeeded: all admitted scores are the frontier.
void enter(const Row& row, const char* route, long count, int K, bool refined, Account& account) {
  json& s = account.summary;
  s["route"] = route;
  s["committed"] = 0;
  s["frontier"] = count;
  s["quota"] = K;
  if (refined) refine(row, 0, count, K, account);
}

// The boundary bin of the whole row, by rank.
void recover(const Row& row, const char* route, int K, long& deepest, Account& account) {
  json& s = account.summary;
  const int star = row.rising[static_cast<std::size_t>(K - 1)];
  const auto bin = std::equal_range(row.rising.begin(), row.rising.end(), star);
  const long better = bin.first - row.rising.begin();
  const long through = bin.second - row.rising.begin();
  account.histograms["coarse"] = tally(row.rising, 2048);
  deepest = std::max(deepest, through - better);
  s["route"] = route;
  s["tau_star"] = star;
  s["committed"] = better;
  s["frontier"] = through - better;
  s["quota"] = K - better;
  refine(row, better, through, K - better, account);
}

// The sampled route up to a certificate. Returns the reads so far, or none once certified, with
// the summary's reads written.
std::optional<long> sample(long number, const std::vector<float>& scores, const Row& row, int K,
                           const char*& failed_as, long& deepest, Account& account) {
  json& s = account.summary;
  const Rules& rules = row.rules;
  const auto L = static_cast<long>(scores.size());
  const int phase = reversed(number, rules.stride);
  std::vector<int> view;
  for (long i = phase; i < L; i += rules.stride) {
    view.push_back(coarse_bin(scores[static_cast<std::size_t>(i)]));
  }
  std::sort(view.begin(), view.end());
  const auto V = static_cast<long>(view.size());
  const long q = ceil_div(static_cast<long>(rules.rho_top) * K,
                          static_cast<long>(rules.rho_bottom) * rules.stride);
  const long q1 = ceil_div(static_cast<long>(rules.rho1_top) * K,
                           static_cast<long>(rules.rho1_bottom) * rules.stride);
  s["stride"] = rules.stride;
  s["phase"] = phase;
  s["view"] = V;
  s["q"] = q;
  if (rules.rescue) s["q1"] = q1;
  failed_as = "exact-no-view";
  if (V < (rules.rescue ? std::max(q, q1) : q)) return 0;

  account.histograms["sampled"] = tally(view, 2048);
  const auto digits_of_best = [&](long count) {
    const Keys sorted = row.keys(0, count);
    const int width = rules.digit_widths[0];
    return row.digits(sorted, 0, sorted.size(), 32 - width, width);
  };
  const int tau0 = view[static_cast<std::size_t>(q - 1)];
  s["tau0"] = tau0;
  s["t0_bits"] = hex_bits(cutoff(tau0));
  if (rules.rescue) {
    s["tau1"] = view[static_cast<std::size_t>(q1 - 1)];
    s["t1_bits"] = hex_bits(cutoff(s["tau1"]));
  }
  const long count0 = row.reaching(cutoff(tau0));
  s["count0"] = count0;
  account.histograms["proposal0"] = digits_of_best(count0);
  deepest = count0;
  long reads = L + rules.segments * V;
  if (count0 >= K) {
    s["reads"] = reads;
    enter(row, count0 == K ? "certified-exactly" : "certified", count0, K, count0 != K, account);
    return std::nullopt;
  }
  failed_as = "exact-no-rescue";
  if (!rules.rescue) return reads;

  failed_as = "exact-after-band";
  reads += L;
  const long count1 = row.reaching(cutoff(s["tau1"]));
  s["count1"] = count1;
  account.histograms["proposal1"] = digits_of_best(count1);
  deepest = count1;
  if (count1 < K) return reads;
  s["reads"] = reads;
  enter(row, "band", count1, K, true, account);
  return std::nullopt;
}

}  // namespace

int coarse_bin(float score) {
  const double half = to_half(static_cast<double>(score));
  return static_cast<int>(descending(half < 0, ordinal(std::fabs(half), 10, -14, 15), 1 << 15) /
                          32);
}

// The worst half of the bin ends where its lower neighbour begins: half way between them. The tie
// belongs to the one with the even ordinal; where that is the neighbour, the cutoff is the next
// float above the tie.
float cutoff(int bin) {
  const std::int64_t worst = 32 * std::int64_t{std::clamp(bin, 31, 2047)} + 31;
  const bool negative = worst >= (1 << 15);
  const std::int64_t number = negative ? worst - (1 << 15) : (1 << 15) - 1 - worst;
  if (negative && number > 31 * 1024) return -std::numeric_limits<float>::infinity();
  const std::int64_t neighbour = negative ? number + 1 : number - 1;
  const double here = negative ? -half_of_ordinal(number) : half_of_ordinal(number);
  const double there = neighbour < 0 ? -half_of_ordinal(1)
                       : negative    ? -half_of_ordinal(neighbour)
                                     : half_of_ordinal(neighbour);
  const auto tie = static_cast<float>((here + there) / 2.0);
  return number % 2 == 0 ? tie : std::nextafter(tie, std::numeric_limits<float>::infinity());
}

Account account_for(long number, const std::vector<float>& scores, int K, const Rules& rules) {
  Account account;
  json& s = account.summary;
  const auto L = static_cast<long>(scores.size());
  for (const char* name :
       {"stride", "phase", "view", "q", "q1", "tau0", "tau1", "t0_bits", "t1_bits", "count0",
        "count1", "tau_star", "committed", "frontier", "quota", "tie_slots"}) {
    s[name] = nullptr;
  }
  s["row"] = number;
  s["length"] = L;
  s["rank"] = K;
  s["route"] = "trivial";
  s["rounds"] = json::array();
  s["spilled"] = 0;
  s["reads"] = 0;
  if (L <= K) return account;

  const Row row(scores, rules);
  const char* failed_as = "direct";
  long deepest = 0;
  std::optional<long> reads = 0;
  if (rules.mapping == Rules::sampled) {
    reads = sample(number, scores, row, K, failed_as, deepest, account);
  }
  if (reads.has_value()) {
    s["reads"] = *reads + (rules.mapping == Rules::direct_registers ? L : 2 * L);
    recover(row, failed_as, K, deepest, account);
  }
  s["spilled"] = std::max(0L, deepest - rules.capacity);
  return account;
}

}  // namespace independent
