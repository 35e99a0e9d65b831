#include "variant_text.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <limits>

#include "tailproof/reference/policy.hpp"

namespace tailproof::cli {
namespace {

std::string up_to(std::int64_t greatest) {
  return greatest == std::numeric_limits<std::int64_t>::max() ? "any"
                                                              : fmt::format("up to {}", greatest);
}

}  // namespace

std::string description_text(const properties::VariantDescription& description) {
  const tailproof_limits& limits = description.limits;
  const auto flags = properties::flag_names(description.flags);
  std::string text;
  const auto line = [&text](const char* name, const std::string& value) {
    text += fmt::format("  {:<12} {}\n", name, value);
  };
  line("memory", properties::memory_space_name(description.memory_space));
  line("K", fmt::format("{} to {}", limits.least_rank, limits.greatest_rank));
  line("width", up_to(limits.greatest_width));
  line("rows", up_to(limits.greatest_rows));
  line("layout", fmt::format("pitch a multiple of {}, base aligned to {} (elements)",
                             limits.pitch_multiple, limits.base_alignment));
  line("declares", flags.empty() ? "nothing" : fmt::format("{}", fmt::join(flags, ", ")));
  line("ties", properties::tie_rule_name(description.tie_rule));
  line("NaN", properties::nan_rule_name(description.nan_rule));
  line("capacities", description.capacities.empty()
                         ? "none declared"
                         : fmt::format("{}", fmt::join(description.capacities, ", ")));
  line("trace", description.policy ? reference::to_string(*description.policy)
                                   : "not offered: checked in answers only");
  return text;
}

std::string runs_here(std::uint32_t memory_space) {
  if (memory_space == TAILPROOF_MEMORY_HOST) return "yes";
  using Init = int (*)(unsigned);
  void* const driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  const auto init = driver == nullptr ? nullptr : reinterpret_cast<Init>(::dlsym(driver, "cuInit"));
  if (init == nullptr) return "no: no CUDA driver is installed";
  return init(0) == 0 ? "yes" : "no: no CUDA device answers";
}

}  // namespace tailproof::cli
