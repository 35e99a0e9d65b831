// The catalogue as one variant library. TAILPROOF_FAULT chooses the entry that the variant is;
// tailproof_fault_catalogue_v1() lists them.
#include "catalogue.hpp"

#include <cstdlib>
#include <cstring>
#include <string>

namespace tailproof::faults {

const Faults& all_faults() {
  static const Faults all = [] {
    Faults faults;
    const auto add = [&faults](const char* family, Faults some) {
      for (Fault& each : some) each.family = family;
      faults.insert(faults.end(), some.begin(), some.end());
    };
    add("exact", exact_selectors());
    add("overflow", overflow_faults());
    add("certificate", certificate_faults());
    add("sentinel", sentinel_faults());
    add("nan", nan_faults());
    add("lengths", length_faults());
    add("stale-state", stale_state_faults());
    add("ties", tie_faults());
    add("keys", key_faults());
    add("layout", layout_faults());
    add("integer-width", width_faults());
    add("planner", planner_faults());
    add("segment-merge", merge_faults());
    add("publication", publication_faults());
    add("block", block_faults());
    add("harness", harness_faults());
    return faults;
  }();
  return all;
}

namespace {

// The chosen entry; the plain exact core without a choice, nothing for an unknown name.
Core* chosen() {
  static const std::unique_ptr<Core> core = [] {
    const char* const name = std::getenv("TAILPROOF_FAULT");
    for (const Fault& each : all_faults()) {
      if (name == nullptr || std::strcmp(name, each.name) == 0) return each.make();
    }
    return std::unique_ptr<Core>();
  }();
  return core.get();
}

int workspace_bytes(const tailproof_shape* shape, std::size_t* bytes) {
  *bytes = chosen()->workspace_bytes(*shape);
  return TAILPROOF_OK;
}
int prepare(const tailproof_call* call) {
  chosen()->prepare(*call);
  return TAILPROOF_OK;
}
int select(const tailproof_call* call) {
  return chosen()->select(*call);
}
const char* error_string(int status) {
  return status == TAILPROOF_UNSUPPORTED ? "the plan refuses this shape" : "failed";
}

constexpr std::int64_t capacities[] = {Core::capacity, 2 * Core::capacity, 16, 64};

constexpr tailproof_variant_v1_t description = {TAILPROOF_VARIANT_ABI_VERSION,
                                                "fault",
                                                TAILPROOF_MEMORY_HOST,
                                                TAILPROOF_CAPTURE_SAFE | TAILPROOF_READS_LIVE_ROWS,
                                                TAILPROOF_TIES_UNSPECIFIED,
                                                TAILPROOF_NAN_MEMORY_SAFE,
                                                {1, 4096, 1 << 20, 1 << 20, 1, 1},
                                                capacities,
                                                sizeof capacities / sizeof capacities[0],
                                                workspace_bytes,
                                                prepare,
                                                select,
                                                error_string,
                                                nullptr,
                                                nullptr,
                                                0};

std::string listed() {
  std::string text = std::string("policy\t") + Core::policy + "\n";
  for (const Fault& each : all_faults()) {
    text += std::string(each.name) + "\t" + each.family + "\t" + each.modelled_on + "\t" +
            each.summary + "\n";
  }
  return text;
}

}  // namespace
}  // namespace tailproof::faults

extern "C" {

TAILPROOF_EXPORT const tailproof_variant_v1_t* tailproof_variant_v1(void) {
  return tailproof::faults::chosen() == nullptr ? nullptr : &tailproof::faults::description;
}

/// "policy TAB text", then a line an entry: name, family, rows of the survey, summary.
TAILPROOF_EXPORT const char* tailproof_fault_catalogue_v1(void) {
  static const std::string text = tailproof::faults::listed();
  return text.c_str();
}
}
