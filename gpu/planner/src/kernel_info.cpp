#include "tailproof/planner/kernel_info.hpp"

#include <algorithm>

namespace tailproof::planner {
namespace {

constexpr std::uint32_t coarse_bins = 2048;

constexpr KernelInfo with_storage(KernelInfo kernel) {
  kernel.shared_bytes = shared_storage_bytes(coarse_bins, kernel.capacity);
  return kernel;
}

constexpr KernelInfo persistent(std::string_view name, std::uint32_t stride) {
  return with_storage(
      {.name = name, .mapping = Mapping::persistent_sampled, .sampled = true, .stride = stride});
}

constexpr KernelInfo split(std::string_view name, std::uint32_t segments) {
  return with_storage({.name = name,
                       .mapping = Mapping::split_sampled,
                       .sampled = true,
                       .stride = 128,
                       .ctas_per_row = segments});
}

constexpr std::array kernels = {
    persistent("persistent-s64", 64),
    persistent("persistent-s128", 128),
    split("split2", 2),
    split("split4", 4),
    split("split8", 8),
    with_storage({.name = "row-local-registers",
                  .mapping = Mapping::row_local,
                  .in_registers = true,
                  .threads = 1024,
                  .values_per_thread = 16,
                  .registers = 64}),
    with_storage(
        {.name = "row-local", .mapping = Mapping::row_local, .threads = 1024, .registers = 32}),
    with_storage({.name = "cluster8", .mapping = Mapping::cluster, .ctas_per_row = 8}),
    with_storage({.name = "persistent-direct", .mapping = Mapping::persistent_direct}),
    KernelInfo{.name = "running",
               .mapping = Mapping::running,
               .sampled = true,
               .threads = 768,
               .capacity = 8704,
               .greatest_rank = 2048,
               .registers = 80,
               .shared_bytes = 232448},
};

std::string ratio_text(const Ratio& ratio) {
  return std::to_string(ratio.numerator) + "/" + std::to_string(ratio.denominator);
}

}  // namespace

std::string_view mapping_name(Mapping mapping) noexcept {
  static constexpr std::array<std::string_view, mapping_count> names = {
      "persistent-sampled", "split-sampled", "row-local", "cluster",
      "persistent-direct",  "running"};
  return names[static_cast<std::size_t>(mapping)];
}

std::uint32_t KernelInfo::histogram_bins() const noexcept {
  return std::max(coarse_bins, 1u << *std::max_element(digit_widths.begin(), digit_widths.end()));
}

std::span<const KernelInfo> production_kernels() noexcept {
  return kernels;
}

const KernelInfo* find_kernel(std::string_view name) noexcept {
  const auto found = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const KernelInfo& kernel) { return kernel.name == name; });
  return found == kernels.end() ? nullptr : &*found;
}

std::string policy_text(const KernelInfo& kernel) {
  if (kernel.mapping == Mapping::running) {
    return "running,pool=" + std::to_string(kernel.capacity);
  }
  std::string text = "proposal=";
  text += kernel.sampled ? "sampled" : kernel.in_registers ? "direct-registers" : "direct";
  text += ",stride=" + std::to_string(kernel.stride);
  text += ",rho=" + ratio_text(kernel.retention);
  text += ",rescue=" + (kernel.has_rescue ? ratio_text(kernel.rescue) : std::string("none"));
  const bool split = kernel.mapping == Mapping::split_sampled;
  text += ",segments=" + std::to_string(split ? kernel.ctas_per_row : 1);
  text += ",capacity=" + std::to_string(kernel.capacity);
  text += ",digits=";
  for (std::size_t j = 0; j < kernel.digit_widths.size(); ++j) {
    text += (j == 0 ? "" : "+") + std::to_string(kernel.digit_widths[j]);
  }
  text += kernel.early_exit ? ",early-exit=1" : ",early-exit=0";
  return text;
}

}  // namespace tailproof::planner
