#include "tailproof/properties/variant/description.hpp"

#include "tailproof/reference/errors.hpp"

#include <array>
#include <limits>
#include <string_view>

namespace tailproof::properties {
namespace {

constexpr std::array<std::string_view, 5> flags_in_order = {"capture-safe", "reads-live-rows",
                                                            "needs-zeroed-workspace",
                                                            "deterministic-set", "writes-values"};
constexpr std::array<std::string_view, 2> memory_spaces = {"host", "cuda"};
constexpr std::array<std::string_view, 3> tie_rules = {"unspecified", "smallest-index",
                                                       "largest-index"};
constexpr std::array<std::string_view, 4> nan_rules = {"undefined", "memory-safe", "greatest",
                                                       "least"};

constexpr std::int64_t int32_max = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t longest_name = 200;
constexpr std::size_t most_capacities = 1024;

// Collects the first fault of a description.
class Faults {
 public:
  Faults& require(bool holds, const std::string& problem) {
    if (!fault_ && !holds) fault_ = problem;
    return *this;
  }
  Faults& between(const std::string& name, std::int64_t value, std::int64_t least,
                  std::int64_t greatest) {
    return require(least <= value && value <= greatest,
                   name + " is " + std::to_string(value) + ", must be in [" +
                       std::to_string(least) + ", " + std::to_string(greatest) + "]");
  }
  [[nodiscard]] bool any() const noexcept { return fault_.has_value(); }
  [[nodiscard]] const std::optional<std::string>& fault() const noexcept { return fault_; }

 private:
  std::optional<std::string> fault_;
};

void check_name(Faults& faults, const char* name) {
  faults.require(name != nullptr, "name is null");
  if (faults.any()) return;
  const std::string_view text(name);
  faults.require(!text.empty() && text.size() <= longest_name,
                 "name has " + std::to_string(text.size()) + " bytes, must have 1 to " +
                     std::to_string(longest_name));
  for (const char c : text) {
    faults.require(c >= 0x20 && c < 0x7f, "name holds a byte that is not printable ASCII");
  }
}

void check_limits(Faults& faults, const tailproof_limits& limits) {
  // An alignment beyond a page cannot be put at the end of one.
  constexpr std::int64_t most_aligned = 1024;
  faults.between("limits.least_rank", limits.least_rank, 1, int32_max)
      .between("limits.greatest_rank", limits.greatest_rank, limits.least_rank, int32_max)
      .between("limits.greatest_width", limits.greatest_width, 1, int32_max)
      .between("limits.greatest_rows", limits.greatest_rows, 1,
               std::numeric_limits<std::int64_t>::max())
      .between("limits.pitch_multiple", limits.pitch_multiple, 1, int32_max)
      .between("limits.base_alignment", limits.base_alignment, 1, most_aligned)
      .require((limits.base_alignment & (limits.base_alignment - 1)) == 0,
               "limits.base_alignment is no power of two");
}

void check_capacities(Faults& faults, const tailproof_variant_v1_t& variant) {
  faults.require(
      variant.capacity_count == 0 || variant.capacities != nullptr,
      "capacities is null although capacity_count is " + std::to_string(variant.capacity_count));
  faults.require(variant.capacity_count <= most_capacities,
                 "capacity_count is " + std::to_string(variant.capacity_count) +
                     ", must be at most " + std::to_string(most_capacities));
  if (faults.any()) return;
  for (std::size_t i = 0; i < variant.capacity_count; ++i) {
    faults.between("capacities[" + std::to_string(i) + "]", variant.capacities[i], 1,
                   std::int64_t{1} << 40);
  }
}

void check_trace(Faults& faults, const tailproof_variant_v1_t& variant) {
  faults.require((variant.trace == nullptr) == (variant.trace_policy == nullptr),
                 variant.trace == nullptr ? "trace_policy is given without trace"
                                          : "trace is given without trace_policy");
  if (variant.trace == nullptr) {
    faults.require(variant.histogram_bins == 0, "histogram_bins is not 0 without trace");
    return;
  }
  faults.between("histogram_bins", variant.histogram_bins, 0, std::int64_t{1} << 24);
  if (faults.any()) return;
  try {
    (void)reference::parse_policy(variant.trace_policy);
  } catch (const reference::PolicyError& error) {
    faults.require(false, std::string("trace_policy: ") + error.what());
  }
}

template <std::size_t size>
std::string name_in(const std::array<std::string_view, size>& names, std::uint32_t value) {
  return value < size ? std::string(names[value]) : std::to_string(value);
}

}  // namespace

std::optional<std::string> description_fault(const tailproof_variant_v1_t* variant) {
  Faults faults;
  faults.require(variant != nullptr, "tailproof_variant_v1() returned null");
  if (faults.any()) return faults.fault();
  faults.require(variant->abi_version == TAILPROOF_VARIANT_ABI_VERSION,
                 "abi_version is " + std::to_string(variant->abi_version) + ", must be " +
                     std::to_string(TAILPROOF_VARIANT_ABI_VERSION));
  // A description of another version has other fields: nothing more of it may be read.
  if (faults.any()) return faults.fault();
  check_name(faults, variant->name);
  faults.between("memory_space", variant->memory_space, 0, memory_spaces.size() - 1)
      .between("tie_rule", variant->tie_rule, 0, tie_rules.size() - 1)
      .between("nan_rule", variant->nan_rule, 0, nan_rules.size() - 1)
      .require(variant->flags < (1u << flags_in_order.size()), "flags holds an unknown bit")
      .require(variant->workspace_bytes != nullptr, "workspace_bytes is null")
      .require(variant->prepare != nullptr, "prepare is null")
      .require(variant->select != nullptr, "select is null")
      .require(variant->error_string != nullptr, "error_string is null");
  check_limits(faults, variant->limits);
  check_capacities(faults, *variant);
  check_trace(faults, *variant);
  return faults.fault();
}

VariantDescription describe(const tailproof_variant_v1_t& variant) {
  VariantDescription description;
  description.name = variant.name;
  description.memory_space = variant.memory_space;
  description.flags = variant.flags;
  description.tie_rule = variant.tie_rule;
  description.nan_rule = variant.nan_rule;
  description.limits = variant.limits;
  description.capacities.assign(variant.capacities, variant.capacities + variant.capacity_count);
  if (variant.trace != nullptr) {
    description.policy = reference::parse_policy(variant.trace_policy);
    description.histogram_bins = variant.histogram_bins;
  }
  return description;
}

std::vector<std::string> flag_names(std::uint32_t flags) {
  std::vector<std::string> names;
  for (std::size_t bit = 0; bit < flags_in_order.size(); ++bit) {
    if ((flags & (1u << bit)) != 0) names.emplace_back(flags_in_order[bit]);
  }
  return names;
}

std::string memory_space_name(std::uint32_t memory_space) {
  return name_in(memory_spaces, memory_space);
}
std::string tie_rule_name(std::uint32_t tie_rule) {
  return name_in(tie_rules, tie_rule);
}
std::string nan_rule_name(std::uint32_t nan_rule) {
  return name_in(nan_rules, nan_rule);
}

}  // namespace tailproof::properties
