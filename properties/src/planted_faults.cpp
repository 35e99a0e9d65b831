// The planted faults, each one hook of an exact selector replaced. One entry adds a fault.
#include "tailproof/properties/planted.hpp"
#include "tailproof/properties/selector_hooks.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace tailproof::properties {
namespace {

using reference::Histogram;
using reference::Range;
using reference::Route;
using reference::Trace;
using Indices = std::span<std::int32_t>;

// The scores of [0, L) with L clamped to [0, N]: a planted fault must not crash on bad lengths.
std::span<const float> scores_of(const Call& call, std::int64_t row) {
  const std::int64_t given = call.matrix.lengths[static_cast<std::size_t>(row)];
  return {call.matrix.scores + row * call.matrix.pitch,
          static_cast<std::size_t>(std::clamp<std::int64_t>(given, 0, call.matrix.width))};
}

bool holds_infinity(const Call& call) {
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    const auto valid = scores_of(call, row);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (std::find(valid.begin(), valid.end(), infinity) != valid.end()) return true;
  }
  return false;
}

void die(Answer& answer, Status status, const std::string& how) {
  answer.status = status;
  answer.message = "planted: " + how;
}

// Drops what does not fit, digits included: the classic boundary-buffer overflow.
void drop_overflow(Positions& candidates, Histogram& digits, std::uint32_t capacity) {
  if (candidates.size() <= capacity) return;
  candidates.resize(capacity);
  std::int64_t excess = -static_cast<std::int64_t>(capacity);
  for (const std::uint32_t count : digits) excess += count;
  for (auto bin = digits.rbegin(); bin != digits.rend() && excess > 0; ++bin) {
    const auto lost = std::min<std::int64_t>(excess, *bin);
    *bin -= static_cast<std::uint32_t>(lost);
    excess -= lost;
  }
}

// Swaps the best pick for a worse position, if the row has one that is not selected.
void spoil(const Call& call, std::int64_t row, Indices indices) {
  const auto valid = scores_of(call, row);
  if (valid.empty()) return;
  const auto worst = std::max_element(valid.begin(), valid.end(), [](float a, float b) {
    return reference::key32(a) < reference::key32(b);
  });
  const auto position = static_cast<std::int32_t>(worst - valid.begin());
  if (std::find(indices.begin(), indices.end(), position) == indices.end()) indices[0] = position;
}

// Lets a fault touch the trace of rows that have one and went beyond the trivial route.
template <class Change>
auto tamper(Change change) {
  return [change](const Call&, std::int64_t, Indices, Trace* trace) {
    if (trace != nullptr && trace->quota.has_value()) change(*trace);
  };
}

constexpr std::array faults = {
    PlantedFault{"none", "an exact selector of its own: nothing must be found",
                 [](SelectorHooks&) {}},
    PlantedFault{"overflow-drop", "drops candidates beyond the resident capacity",
                 [](SelectorHooks& h) { h.stored = drop_overflow; }},
    PlantedFault{"uncertified", "accepts a proposal that holds less than K candidates",
                 [](SelectorHooks& h) {
                   h.certified = [](std::int64_t count, std::int32_t) { return count > 0; };
                 }},
    PlantedFault{"tie-duplicate", "fills the last tie slot with a position already picked",
                 [](SelectorHooks& h) {
                   h.tie_fill = [](Positions& group, std::int64_t slots) {
                     if (slots < 2) return;
                     group[static_cast<std::size_t>(slots - 1)] = group[0];
                   };
                 }},
    PlantedFault{"quota-short", "counts one commit too many in the second digit round",
                 [](SelectorHooks& h) {
                   h.quota = [](int round, std::int64_t quota) {
                     return round == 1 ? std::max<std::int64_t>(0, quota - 1) : quota;
                   };
                 }},
    PlantedFault{"last-digit-skipped", "fills ties after 22 of 32 key bits",
                 [](SelectorHooks& h) { h.rounds = 2; }},
    PlantedFault{"inf-sentinel", "takes -inf for an empty slot",
                 [](SelectorHooks& h) {
                   h.finished = [](const Call& call, std::int64_t row, Indices indices, Trace*) {
                     for (std::int32_t& index : indices) {
                       if (index >= 0 && scores_of(call, row)[static_cast<std::size_t>(index)] ==
                                             -std::numeric_limits<float>::infinity()) {
                         index = -1;
                       }
                     }
                   };
                 }},
    PlantedFault{"stale-histogram", "keeps the coarse histogram of the row before",
                 [](SelectorHooks& h) { h.clears_histogram = false; }},
    PlantedFault{"tail-overread", "scans a row up to the next multiple of four",
                 [](SelectorHooks& h) {
                   h.scanned_length = [](const Call& call, std::int64_t row) {
                     const auto length = static_cast<std::int64_t>(scores_of(call, row).size());
                     return std::min(call.matrix.pitch, (length + 3) / 4 * 4);
                   };
                 }},
    PlantedFault{"zero-split", "folds -0 and +0 in histograms but not when filtering",
                 [](SelectorHooks& h) {
                   h.filter_key = [](float x) {
                     const auto bits = std::bit_cast<std::uint32_t>(x);
                     return bits == 0x80000000u ? bits : reference::key32(x);
                   };
                 }},
    PlantedFault{"half-ties", "refines in FP16, so that scores equal in FP16 are ties",
                 [](SelectorHooks& h) {
                   h.score = [](float x) {
                     const auto bits = std::bit_cast<std::uint32_t>(x);
                     return (bits & 0x7f800000u) == 0x7f800000u
                                ? x
                                : std::bit_cast<float>(bits & 0xffffe000u);
                   };
                 }},
    PlantedFault{"flush-to-zero", "flushes subnormal scores to zero",
                 [](SelectorHooks& h) {
                   h.score = [](float x) { return std::fpclassify(x) == FP_SUBNORMAL ? 0.0f : x; };
                 }},
    PlantedFault{"seam-lost", "loses the first position of every segment but the first",
                 [](SelectorHooks& h) {
                   h.segment = [](Range range, std::uint32_t segment) {
                     if (segment > 0 && range.begin < range.end) ++range.begin;
                     return range;
                   };
                 }},
    PlantedFault{"cutoff-exclusive", "admits x > cutoff instead of x >= cutoff",
                 [](SelectorHooks& h) { h.admits = [](float x, float t) { return x > t; }; }},
    PlantedFault{"first-position", "never returns position 0 of a row with L > K",
                 [](SelectorHooks& h) {
                   h.finished = [](const Call& call, std::int64_t row, Indices indices, Trace*) {
                     const auto first = std::find(indices.begin(), indices.end(), 0);
                     const auto length = static_cast<std::int32_t>(scores_of(call, row).size());
                     if (first == indices.end() || length <= call.rank) return;
                     for (std::int32_t i = 1; i < length; ++i) {
                       if (std::find(indices.begin(), indices.end(), i) != indices.end()) continue;
                       *first = i;
                       return;
                     }
                   };
                 }},
    PlantedFault{"last-row", "spoils the last row of a call of two or more",
                 [](SelectorHooks& h) {
                   h.finished = [](const Call& call, std::int64_t row, Indices indices, Trace*) {
                     if (row > 0 && row + 1 == call.rows()) spoil(call, row, indices);
                   };
                 }},
    PlantedFault{"bracket-width", "spoils rows whose smallest score is below -4096",
                 [](SelectorHooks& h) {
                   h.finished = [](const Call& call, std::int64_t row, Indices indices, Trace*) {
                     const auto valid = scores_of(call, row);
                     if (std::any_of(valid.begin(), valid.end(),
                                     [](float x) { return x < -4096.0f; })) {
                       spoil(call, row, indices);
                     }
                   };
                 }},
    PlantedFault{"odd-rank", "computes with K rounded down to an even number",
                 [](SelectorHooks& h) {
                   h.finished = [](const Call& call, std::int64_t row, Indices indices, Trace*) {
                     if (call.rank % 2 == 1 && call.rank > 1) spoil(call, row, indices);
                   };
                 }},
    PlantedFault{"tie-order", "breaks ties by a counter, which the contract allows",
                 [](SelectorHooks& h) {
                   h.tie_fill = [turn = std::size_t{0}](Positions& group, std::int64_t) mutable {
                     ++turn;
                     const auto by = static_cast<std::ptrdiff_t>(turn % group.size());
                     std::rotate(group.begin(), group.begin() + by, group.end());
                   };
                 }},
    PlantedFault{"every-other-call", "spoils its first row in every second call",
                 [](SelectorHooks& h) {
                   h.answered = [](const Call& call, Answer& answer, std::uint64_t calls) {
                     const auto slots = static_cast<std::size_t>(call.rank);
                     if (calls % 2 == 1 || call.rows() == 0) return;
                     spoil(call, 0, std::span(answer.indices).first(slots));
                   };
                 }},
    PlantedFault{"plan-of-first-call", "never scans further than its width's first call did",
                 [](SelectorHooks& h) {
                   h.scanned_length = [width = std::int64_t{-1}, planned = std::int64_t{0}](
                                          const Call& call, std::int64_t row) mutable {
                     const auto length = [&call](std::int64_t r) {
                       return static_cast<std::int64_t>(scores_of(call, r).size());
                     };
                     if (width != call.matrix.width) {
                       width = call.matrix.width;
                       planned = 0;
                       for (std::int64_t r = 0; r < call.rows(); ++r) {
                         planned = std::max(planned, length(r));
                       }
                     }
                     return std::min(length(row), planned);
                   };
                 }},
    PlantedFault{"dies-idle", "dies of a call in which no row is live",
                 [](SelectorHooks& h) {
                   h.answered = [](const Call& call, Answer& answer, std::uint64_t) {
                     if (call.rows() == 0) die(answer, Status::crashed, "empty grid");
                   };
                 }},
    PlantedFault{"breaks-guards-later", "is seen breaking a guard in every second call",
                 [](SelectorHooks& h) {
                   h.guarded = true;
                   h.answered = [](const Call&, Answer& answer, std::uint64_t calls) {
                     if (calls % 2 == 1) return;
                     answer.breaches.push_back({Guard::workspace_size, -1, "planted"});
                   };
                 }},
    PlantedFault{"crash-on-inf", "dies of a row with +inf in it",
                 [](SelectorHooks& h) {
                   h.answered = [](const Call& call, Answer& answer, std::uint64_t) {
                     if (holds_infinity(call)) die(answer, Status::crashed, "segmentation fault");
                   };
                 }},
    PlantedFault{"hang-on-inf", "never returns from a row with +inf in it",
                 [](SelectorHooks& h) {
                   h.answered = [](const Call& call, Answer& answer, std::uint64_t) {
                     if (holds_infinity(call)) die(answer, Status::hung, "no answer in time");
                   };
                 }},
    PlantedFault{"nan-wild-index", "returns INT_MAX for a row with NaN in it",
                 [](SelectorHooks& h) {
                   h.finished = [](const Call& call, std::int64_t row, Indices indices, Trace*) {
                     if (contract_breach(call, row).has_value()) {
                       indices[0] = std::numeric_limits<std::int32_t>::max();
                     }
                   };
                 }},
    PlantedFault{"breaks-guards", "is seen breaking every guard",
                 [](SelectorHooks& hooks) {
                   hooks.guarded = true;
                   hooks.answered = [](const Call&, Answer& answer, std::uint64_t) {
                     for (int i = 0; i < guard_count; ++i) {
                       answer.breaches.push_back({static_cast<Guard>(i), 0, "planted"});
                     }
                   };
                 }},
    PlantedFault{"misjudged", "has an oracle beside it that rejects whatever it is asked",
                 [](SelectorHooks& hooks) {
                   hooks.judged = true;
                   hooks.answered = [](const Call& call, Answer& answer, std::uint64_t) {
                     answer.accepted.assign(static_cast<std::size_t>(call.rows()), 0);
                   };
                 }},
    PlantedFault{"view-shifted", "samples the residue after its own",
                 [](SelectorHooks& h) {
                   h.view = [](std::int64_t row, std::int64_t length, std::uint32_t stride) {
                     reference::View view = reference::make_view(row, length, stride);
                     view.phase = (view.phase + 1) % stride;
                     view.size =
                         length <= view.phase ? 0 : (length - view.phase + stride - 1) / stride;
                     return view;
                   };
                 }},
    PlantedFault{"count-misreported", "records one candidate less than it admitted",
                 [](SelectorHooks& h) {
                   h.finished = tamper([](Trace& t) {
                     if (t.count0) --*t.count0;
                   });
                 }},
    PlantedFault{"histogram-lost-add", "loses one addition to each round's histogram",
                 [](SelectorHooks& h) {
                   h.finished = tamper([](Trace& t) {
                     for (auto& round : t.rounds) {
                       if (!round.histogram.empty()) --round.histogram[round.digit];
                     }
                   });
                 }},
    PlantedFault{"quota-above-frontier", "records a quota larger than its frontier",
                 [](SelectorHooks& h) {
                   h.finished = tamper([](Trace& t) {
                     if (t.rounds.empty()) return;
                     t.rounds.back().quota = t.rounds.back().kept + 1;
                   });
                 }},
    PlantedFault{"prefix-reversed", "records its digit rounds in reverse",
                 [](SelectorHooks& h) {
                   h.finished =
                       tamper([](Trace& t) { std::reverse(t.rounds.begin(), t.rounds.end()); });
                 }},
    PlantedFault{"route-mislabelled", "calls every sampled route certified",
                 [](SelectorHooks& h) {
                   h.finished = tamper([](Trace& t) {
                     if (t.tau0) t.route = Route::certified;
                   });
                 }},
    PlantedFault{
        "reads-doubled", "reads the row twice in its first pass",
        [](SelectorHooks& h) { h.finished = tamper([](Trace& t) { t.reads += t.length; }); }},
};

}  // namespace

std::span<const PlantedFault> planted_faults() {
  return faults;
}

}  // namespace tailproof::properties
