// The property table.
#include "checks.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/property.hpp"
#include "variant/guard_checks.hpp"

#include <algorithm>
#include <array>

namespace tailproof::properties {
namespace {

using Kind = PropertyKind;

constexpr std::array table = {
    Property{"survives", "every call returns: no crash, no hang (whoever isolates it tells)",
             "crash-on-inf", Kind::contract, Needs::nothing, checks::survives},
    Property{"contract", "K distinct valid positions, none beaten by an unselected one; -1 after L",
             "overflow-drop", Kind::contract, Needs::nothing, checks::contract},
    Property{"prior-oracle", "an oracle beside the subject accepts and rejects as the host's does",
             "misjudged", Kind::contract, Needs::prior_oracle, checks::prior_oracle},
    Property{"input-written", "scores, lengths and the live row count are never written",
             "breaks-guards", Kind::guard, Needs::guards, checks::guarded<Guard::input_written>},
    Property{"input-overrun", "nothing beside scores, lengths and the live row count is touched",
             "breaks-guards", Kind::guard, Needs::guards, checks::guarded<Guard::input_overrun>},
    Property{"output-overrun", "nothing beside indices and values is touched", "breaks-guards",
             Kind::guard, Needs::guards, checks::guarded<Guard::output_overrun>},
    Property{"output-pitch", "slots between K and the output pitch keep what they held",
             "breaks-guards", Kind::guard, Needs::guards, checks::guarded<Guard::output_pitch>},
    Property{"dead-rows", "slots of rows beyond the live ones keep what they held", "breaks-guards",
             Kind::guard, Needs::guards, checks::guarded<Guard::dead_rows>},
    Property{"workspace-overrun", "nothing beside the workspace asked for is touched",
             "breaks-guards", Kind::guard, Needs::guards,
             checks::guarded<Guard::workspace_overrun>},
    Property{"workspace-size", "the workspace's size depends on the shape alone", "breaks-guards",
             Kind::guard, Needs::guards, checks::guarded<Guard::workspace_size>},
    Property{"values", "values are the scores of the indices, bit for bit", "breaks-guards",
             Kind::guard, Needs::guards, checks::guarded<Guard::values>},
    Property{"trace-format", "trace records mean something and stay inside their buffer",
             "breaks-guards", Kind::guard, Needs::guards, checks::guarded<Guard::trace_format>},
    Property{"leak", "equal calls leave the memory in use as it was", "breaks-guards", Kind::guard,
             Needs::guards, checks::guarded<Guard::leak>},
    Property{"two-streams", "two calls at once on two streams, own workspaces, are answered right",
             "breaks-guards", Kind::guard, Needs::exercises, checks::exercised<Guard::two_streams>},
    Property{"capture", "a captured call neither waits nor allocates, and is enqueued where asked",
             "breaks-guards", Kind::guard, Needs::captures, checks::exercised<Guard::capture>},
    Property{"graph-replays", "replays with other scores, lengths and live rows are answered right",
             "breaks-guards", Kind::guard, Needs::captures,
             checks::exercised<Guard::graph_replays>},
    Property{"competing-kernel", "calls delayed by a kernel on all the device are answered right",
             "breaks-guards", Kind::guard, Needs::exercises,
             checks::exercised<Guard::competing_kernel>},
    Property{"wide-offsets", "rows more than 2^31 elements apart are answered right",
             "breaks-guards", Kind::guard, Needs::exercises,
             checks::exercised<Guard::wide_offsets>},
    Property{"tail-counts", "C(tau0), C(tau1), tau*, |E|, |Q| equal counts over the complete row",
             "count-misreported", Kind::trace, Needs::traces, checks::tail_counts},
    Property{"histogram-sums", "every histogram sums to the set that it counts",
             "histogram-lost-add", Kind::trace, Needs::traces_and_histograms,
             checks::histogram_sums},
    Property{"quotas", "1 <= k_j <= |Q_j| and |E_j| + k_j = K in every round",
             "quota-above-frontier", Kind::trace, Needs::traces, checks::quotas},
    Property{"monotone-rounds",
             "frontiers and quotas never grow; b_j is the first bin to reach k_j",
             "prefix-reversed", Kind::trace, Needs::traces, checks::monotone_rounds},
    Property{"containment", "a certified tail holds a Top-K (lemma 4.1); its cutoff splits no bin",
             "uncertified", Kind::trace, Needs::traces, checks::containment},
    Property{"segment-sums", "disjoint segments compose to the admitted tail (eq. 26-27)",
             "seam-lost", Kind::trace, Needs::traces, checks::segment_sums},
    Property{"trace-equality", "the trace equals the reference's bit for bit", "view-shifted",
             Kind::trace, Needs::traces, checks::trace_equality},
    Property{"predicted-route", "the route is the one that the row's values dictate",
             "route-mislabelled", Kind::trace, Needs::traces, checks::predicted_routes},
    Property{"reads-table", "score reads equal the table of spec 6, plus each round's frontier",
             "reads-doubled", Kind::trace, Needs::traces, checks::reads_table},
    Property{"permuted", "moving scores to other positions selects the same scores",
             "first-position", Kind::metamorphic, Needs::nothing, checks::permuted},
    Property{"row-alone", "a row alone is answered as in its batch", "stale-histogram",
             Kind::metamorphic, Needs::nothing, checks::row_alone},
    Property{"batch-order", "reversing the rows of a batch changes no row's scores", "last-row",
             Kind::metamorphic, Needs::nothing, checks::batch_order},
    Property{"order-map", "a strictly increasing map of the scores keeps the selection",
             "half-ties", Kind::metamorphic, Needs::nothing, checks::order_map},
    Property{"appended-below", "appending scores below the cut changes nothing", "bracket-width",
             Kind::metamorphic, Needs::nothing, checks::appended_below},
    Property{"nested-ranks", "a smaller K selects the best of what a larger K selects", "odd-rank",
             Kind::metamorphic, Needs::nothing, checks::nested_ranks},
    Property{"split-counts", "any number of segments selects alike, with the same trace",
             "seam-lost", Kind::metamorphic, Needs::policy, checks::split_counts},
    Property{"scaled", "scaling by a power of two, where exact, keeps the selection",
             "flush-to-zero", Kind::metamorphic, Needs::nothing, checks::scaled},
    Property{"repeated", "the same call again: equal scores and trace; ties and order may vary",
             "every-other-call", Kind::determinism, Needs::nothing, checks::repeated},
    Property{"replayed",
             "one shape with no live row, then fewer and shorter ones, then all: answered as at "
             "first",
             "plan-of-first-call", Kind::determinism, Needs::nothing, checks::replayed},
    Property{"robustness", "rows with NaN or a bad length give refusal, -1 or positions in [0, L)",
             "nan-wild-index", Kind::robustness, Needs::nothing, checks::robustness},
};

}  // namespace

std::string_view property_kind_name(PropertyKind kind) noexcept {
  static constexpr std::array<std::string_view, 6> names = {
      "contract", "guard", "trace", "metamorphic", "determinism", "robustness"};
  return names[static_cast<std::size_t>(kind)];
}

std::span<const Property> all_properties() {
  return table;
}

const Property* find_property(std::string_view name) noexcept {
  const auto found =
      std::find_if(table.begin(), table.end(), [name](const auto& p) { return p.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<const Property*> properties_of_names(std::span<const std::string> names) {
  for (const std::string& name : names) {
    if (find_property(name) != nullptr) continue;
    std::string known;
    for (const Property& property : table) known += " " + std::string(property.name);
    throw InputError({"properties"}, "no property " + printable(name) + "; known are:" + known);
  }
  std::vector<const Property*> chosen;
  for (const Property& property : table) {
    if (names.empty() || std::find(names.begin(), names.end(), property.name) != names.end()) {
      chosen.push_back(&property);
    }
  }
  return chosen;
}

std::string_view why_not_checked(const Property& property, const Traits& traits) noexcept {
  switch (property.needs) {
    case Needs::nothing:
      return "";
    case Needs::traces:
      return traits.traces ? "" : "the subject records no traces";
    case Needs::traces_and_histograms:
      return traits.traces && traits.histograms ? "" : "the subject records no histograms";
    case Needs::guards:
      return traits.guarded ? "" : "nothing guards the subject's calls";
    case Needs::exercises:
      return traits.exercised ? "" : "the subject does not work in device memory";
    case Needs::captures:
      return !traits.exercised ? "the subject does not work in device memory"
             : traits.captured ? ""
                               : "the subject does not say that it may be captured";
    case Needs::prior_oracle:
      return traits.judged ? "" : "no oracle beside the subject judges its answers";
    case Needs::policy:
      return traits.follows_policy ? "" : "the subject has a policy of its own";
  }
  return "";
}

bool is_law(const Property& property) noexcept {
  return property.kind == PropertyKind::metamorphic || property.kind == PropertyKind::determinism ||
         property.needs == Needs::exercises || property.needs == Needs::captures;
}

}  // namespace tailproof::properties
