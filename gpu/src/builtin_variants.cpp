#include "tailproof/gpu/builtin_variants.hpp"

#include "last_error.hpp"
#include "tailproof/gpu/current_device.hpp"
#include "tailproof/gpu/entries.hpp"
#include "tailproof/gpu/selection.hpp"

#include <algorithm>
#include <deque>
#include <string>

namespace tailproof::gpu {
namespace {

// The ABI's functions carry no context, so each entry has its own set; null stands for the planner.
template <const KernelEntry* entry>
struct Functions {
  static int workspace_bytes(const tailproof_shape* shape, std::size_t* bytes) {
    return guarded([&]() -> Outcome {
      if (shape == nullptr || bytes == nullptr) return {TAILPROOF_INVALID_ARGUMENT, "null pointer"};
      planner::Plan plan;
      Outcome outcome = make_plan(entry, *shape, plan);
      if (outcome.ok()) *bytes = static_cast<std::size_t>(plan.workspace.bytes);
      return outcome;
    });
  }
  static int prepare(const tailproof_call* call) {
    return guarded([&]() -> Outcome {
      if (call == nullptr) return {TAILPROOF_INVALID_ARGUMENT, "call is null"};
      return gpu::prepare(entry, *call);
    });
  }
  static int select(const tailproof_call* call) {
    return guarded([&]() -> Outcome {
      if (call == nullptr) return {TAILPROOF_INVALID_ARGUMENT, "call is null"};
      return gpu::select(entry, *call);
    });
  }
  static int trace(const tailproof_call* call, const tailproof_trace_buffer* buffer) {
    return guarded([&]() -> Outcome {
      if (call == nullptr || buffer == nullptr) {
        return {TAILPROOF_INVALID_ARGUMENT, "null pointer"};
      }
      return gpu::select(entry, *call, buffer);
    });
  }
};

// Strings and lists that a description points into; never freed, like the description itself.
struct Owned {
  std::string name;
  std::string policy;
  std::vector<std::int64_t> capacities;
  tailproof_variant_v1_t description{};
};

tailproof_variant_v1_t common() {
  tailproof_variant_v1_t description{};
  description.abi_version = TAILPROOF_VARIANT_ABI_VERSION;
  description.memory_space = static_cast<std::uint32_t>(memory_space);
  description.flags = TAILPROOF_CAPTURE_SAFE | TAILPROOF_READS_LIVE_ROWS;
  description.tie_rule = TAILPROOF_TIES_UNSPECIFIED;
  description.nan_rule = TAILPROOF_NAN_MEMORY_SAFE;
  description.limits = {
      1, planner::greatest_rank, planner::greatest_width, planner::greatest_rows, 1, 1};
  description.error_string = &error_text;
  return description;
}

class Variants {
 public:
  Variants() {
    add<&persistent_s64>();
    add<&persistent_s128>();
    add<&split2>();
    add<&split4>();
    add<&split8>();
    add<&row_local_registers>();
    add<&row_local>();
    add<&cluster8>();
    add<&persistent_direct>();
    add<&small_persistent>();
    add<&small_no_rescue>();
    add<&small_early_exit>();
    add<&tiny_persistent>();
    add<&small_split2>();
    add<&small_split4>();
    add<&small_split8>();
    add<&small_split4_no_rescue>();
    add<&small_row_local_registers>();
    add<&small_row_local>();
    add<&small_cluster8>();
    add<&small_direct>();
    add_running<&running>();
    add_running<&small_running>();
    add_planned();
    for (const Owned& owned : owned_) all_.push_back(&owned.description);
  }
  [[nodiscard]] const std::vector<const tailproof_variant_v1_t*>& all() const { return all_; }

 private:
  template <const KernelEntry* entry>
  void add() {
    Owned& owned = make<entry>(std::string(entry->info.name));
    const planner::KernelInfo& info = entry->info;
    owned.policy = planner::policy_text(info);
    owned.capacities = {info.capacity};
    if (info.in_registers) {
      owned.capacities.push_back(info.register_row());
      owned.description.limits.greatest_width = info.register_row();
    }
    publish_capacities(owned);
    owned.description.trace = &Functions<entry>::trace;
    owned.description.trace_policy = owned.policy.c_str();
    owned.description.histogram_bins = info.histogram_bins();
  }
  // Its trace is not of the kind that the ABI carries.
  template <const KernelEntry* entry>
  void add_running() {
    Owned& owned = make<entry>(std::string(entry->info.name));
    owned.description.flags |= TAILPROOF_DETERMINISTIC_SET;
    owned.description.tie_rule = TAILPROOF_TIES_SMALLEST_INDEX;
    owned.description.limits.greatest_rank = entry->info.greatest_rank;
    owned.capacities = {entry->info.capacity};
    publish_capacities(owned);
  }
  void add_planned() {
    Owned& owned = make<nullptr>("topk");
    owned.capacities = {persistent_s128.info.capacity, row_local_registers.info.register_row()};
    publish_capacities(owned);
  }
  template <const KernelEntry* entry>
  Owned& make(std::string name) {
    Owned& owned = owned_.emplace_back();
    owned.name = std::move(name);
    owned.description = common();
    owned.description.name = owned.name.c_str();
    owned.description.workspace_bytes = &Functions<entry>::workspace_bytes;
    owned.description.prepare = &Functions<entry>::prepare;
    owned.description.select = &Functions<entry>::select;
    return owned;
  }
  static void publish_capacities(Owned& owned) {
    owned.description.capacities = owned.capacities.data();
    owned.description.capacity_count = owned.capacities.size();
  }

  std::deque<Owned> owned_;
  std::vector<const tailproof_variant_v1_t*> all_;
};

}  // namespace

const std::vector<const tailproof_variant_v1_t*>& builtin_variants() {
  static const Variants variants;
  return variants.all();
}

const tailproof_variant_v1_t* find_builtin_variant(std::string_view name) {
  const auto& all = builtin_variants();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto* v) { return v->name == name; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace tailproof::gpu
