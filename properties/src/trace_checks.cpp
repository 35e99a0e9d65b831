// What a trace says, against the row itself.
#include "checks.hpp"

#include "tailproof/reference/histogram.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/reference/segments.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace tailproof::properties::checks {
namespace {

using reference::Histogram;
using reference::RoundTrace;
using reference::Route;
using reference::Trace;

// Collects the first contradiction of one row.
class Claims {
 public:
  template <class A, class B>
  Claims& equal(const std::string& what, A traced, B counted) {
    if (problem_.empty() &&
        static_cast<std::int64_t>(traced) != static_cast<std::int64_t>(counted)) {
      problem_ =
          what + ": traced " + std::to_string(traced) + ", counted " + std::to_string(counted);
    }
    return *this;
  }
  Claims& holds(bool condition, const std::string& what) {
    if (problem_.empty() && !condition) problem_ = what;
    return *this;
  }
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

 private:
  std::string problem_;
};

// Runs check(trace, row, claims) over the rows that have a trace beyond the trivial route.
template <class Check>
void each_trace(std::string_view property, Trial& trial, Findings& findings, Check check) {
  for (std::int64_t row = 0; row < trial.call().rows(); ++row) {
    const Trace* trace = trial.trace(row);
    if (trace == nullptr) continue;
    trial.looks();
    Claims claims;
    check(*trace, row, claims);
    if (claims.problem().empty()) continue;
    findings.push_back({property, FindingClass::violation, row, claims.problem()});
  }
}

std::string round_name(std::size_t j) {
  return "round " + std::to_string(j);
}

// The boundary whose tail became the frontier, on the routes that have one.
std::optional<std::uint32_t> certified_tau(const Trace& trace) {
  if (trace.route == Route::band) return trace.tau1;
  if (trace.route == Route::certified || trace.route == Route::certified_exactly) return trace.tau0;
  return std::nullopt;
}

// Scores >= the cutoff, by integer keys.
std::int64_t count_from_cutoff(std::span<const float> scores, std::uint32_t bits) {
  const std::uint32_t cutoff = reference::key32_of_bits(bits);
  std::int64_t count = 0;
  for (const float score : scores) count += reference::key32(score) <= cutoff ? 1 : 0;
  return count;
}

}  // namespace

void tail_counts(Trial& trial, Findings& findings) {
  each_trace("tail-counts", trial, findings, [&](const Trace& t, std::int64_t row, Claims& claims) {
    if (t.count0 && t.tau0) claims.equal("C(tau0)", *t.count0, trial.tail_count(row, *t.tau0));
    if (t.count1 && t.tau1) claims.equal("C(tau1)", *t.count1, trial.tail_count(row, *t.tau1));
    if (t.tau_star) {
      const std::int64_t ahead = *t.tau_star == 0 ? 0 : trial.tail_count(row, *t.tau_star - 1);
      const std::int64_t reached = trial.tail_count(row, *t.tau_star);
      claims.holds(ahead < t.rank && t.rank <= reached, "tau*: not the first bin to reach K")
          .equal("|E_0|", *t.committed, ahead)
          .equal("|Q_0|", *t.frontier, reached - ahead);
    } else if (const auto tau = certified_tau(t)) {
      claims.equal("|E_0|", *t.committed, 0)
          .equal("|Q_0|", *t.frontier, trial.tail_count(row, *tau));
    }
  });
}

void histogram_sums(Trial& trial, Findings& findings) {
  each_trace("histogram-sums", trial, findings, [](const Trace& t, std::int64_t, Claims& claims) {
    const auto sum = [&claims](const std::string& what, const Histogram& h, std::int64_t size) {
      claims.equal("sum of the " + what + " histogram", reference::total(h), size);
    };
    if (t.tau0) sum("sampled", t.sampled_histogram, t.view.value_or(-1));
    if (t.count0) sum("proposal (tau0)", t.proposal_histogram0, *t.count0);
    if (t.count1) sum("proposal (tau1)", t.proposal_histogram1, *t.count1);
    if (t.tau_star) sum("coarse", t.coarse_histogram, t.length);
    std::int64_t frontier = *t.frontier;
    for (std::size_t j = 0; j < t.rounds.size(); ++j) {
      sum(round_name(j), t.rounds[j].histogram, frontier);
      frontier = t.rounds[j].kept;
    }
  });
}

void quotas(Trial& trial, Findings& findings) {
  each_trace("quotas", trial, findings, [](const Trace& t, std::int64_t, Claims& claims) {
    std::int64_t committed = *t.committed;
    std::int64_t frontier = *t.frontier;
    std::int64_t quota = *t.quota;
    const auto state = [&](const std::string& when) {
      claims
          .holds(1 <= quota && quota <= frontier,
                 when + ": k = " + std::to_string(quota) + " of |Q| = " + std::to_string(frontier))
          .equal(when + ": |E| + k", committed + quota, t.rank);
    };
    state("entry");
    for (std::size_t j = 0; j < t.rounds.size(); ++j) {
      committed += t.rounds[j].committed;
      frontier = t.rounds[j].kept;
      quota = t.rounds[j].quota;
      state("after " + round_name(j));
    }
    if (t.tie_slots) claims.equal("tie slots", *t.tie_slots, quota);
  });
}

void monotone_rounds(Trial& trial, Findings& findings) {
  each_trace("monotone-rounds", trial, findings, [](const Trace& t, std::int64_t, Claims& claims) {
    std::int64_t frontier = *t.frontier;
    std::int64_t quota = *t.quota;
    for (std::size_t j = 0; j < t.rounds.size(); ++j) {
      const RoundTrace& round = t.rounds[j];
      claims.holds(round.committed >= 0, round_name(j) + ": a committed prefix shrank")
          .holds(round.committed + round.kept <= frontier, round_name(j) + ": the frontier grew")
          .equal(round_name(j) + ": k_{j+1}", round.quota, quota - round.committed);
      if (!round.histogram.empty() && round.digit < round.histogram.size()) {
        const auto ahead = std::span(round.histogram).first(round.digit);
        claims.equal(round_name(j) + ": |R_j|", round.committed, reference::total(ahead))
            .equal(round_name(j) + ": |Q_{j+1}|", round.kept, round.histogram[round.digit])
            .holds(round.committed < quota && quota <= round.committed + round.kept,
                   round_name(j) + ": b_j is not the first bin to reach k_j");
      }
      frontier = round.kept;
      quota = round.quota;
    }
  });
}

void containment(Trial& trial, Findings& findings) {
  each_trace("containment", trial, findings, [&](const Trace& t, std::int64_t row, Claims& claims) {
    const auto scores = trial.scores(row);
    if (t.tau0 && t.t0_bits) {
      claims.equal("scores from cutoff t0 on", count_from_cutoff(scores, *t.t0_bits),
                   trial.tail_count(row, *t.tau0));
    }
    if (t.count1 && t.tau1 && t.t1_bits) {
      claims.equal("scores from cutoff t1 on", count_from_cutoff(scores, *t.t1_bits),
                   trial.tail_count(row, *t.tau1));
    }
    const auto tau = certified_tau(t);
    if (!tau) return;
    const std::int64_t count = trial.tail_count(row, *tau);
    claims.holds(count >= t.rank, "certified with C(tau) = " + std::to_string(count) + " < K");
    for (const std::int32_t index : trial.indices(row)) {
      const bool inside = index >= 0 && index < t.length &&
                          reference::coarse(scores[static_cast<std::size_t>(index)]) <= *tau;
      claims.holds(inside, "selected " + std::to_string(index) + " is outside the admitted tail");
    }
  });
}

void segment_sums(Trial& trial, Findings& findings) {
  const reference::Policy& policy = trial.call().policy;
  const std::uint32_t segments = policy.segments();
  each_trace("segment-sums", trial, findings,
             [&](const Trace& t, std::int64_t row, Claims& claims) {
               if (!t.tau0 || !t.count0) return;
               const auto scores = trial.scores(row);
               Histogram digits(policy.digit_bins(0), 0);
               std::int64_t count = 0;
               std::int64_t end = 0;
               for (std::uint32_t p = 0; p < segments; ++p) {
                 const reference::Range range = reference::segment_range(t.length, p, segments);
                 claims.equal("start of segment " + std::to_string(p), range.begin, end);
                 end = range.end;
                 for (std::int64_t i = range.begin; i < range.end; ++i) {
                   const float score = scores[static_cast<std::size_t>(i)];
                   if (reference::coarse(score) > *t.tau0) continue;
                   ++count;
                   ++digits[policy.digit(reference::key32(score), 0)];
                 }
               }
               claims.equal("end of the last segment", end, t.length)
                   .equal("sum of C_p(tau0)", *t.count0, count)
                   .holds(t.proposal_histogram0.empty() || t.proposal_histogram0 == digits,
                          "the segments' digit histograms do not add up to the proposal histogram");
             });
}

}  // namespace tailproof::properties::checks
