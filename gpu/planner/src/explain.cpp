#include "tailproof/planner/plan.hpp"

namespace tailproof::planner {
namespace {

std::string line(const std::string& name, const std::string& value) {
  constexpr std::size_t column = 12;
  return name + std::string(column - name.size(), ' ') + value + "\n";
}

std::string number(std::int64_t value) {
  return std::to_string(value);
}

}  // namespace

std::string explain(const Plan& plan, const Shape& shape, const Device& device) {
  const KernelInfo& kernel = *plan.kernel;
  const WorkspaceLayout& workspace = plan.workspace;
  std::string text;
  text += line("shape", number(shape.rows) + " rows of " + number(shape.width) + " (pitch " +
                            number(shape.pitch) + "), K = " + number(shape.rank));
  text += line("device", device.name + ", " + number(device.sm_count) + " SMs");
  text += line("kernel",
               std::string(kernel.name) + " (" + std::string(mapping_name(kernel.mapping)) + ")");
  text += line("policy", policy_text(kernel));
  text += line("launch", number(plan.launches) + " x " + number(plan.grid) + " CTAs of " +
                             number(kernel.threads) + " threads, " + number(kernel.ctas_per_row) +
                             " a row, " + number(kernel.shared_bytes) + " bytes of shared memory");
  text += line("loads", number(8 * plan.vector_bytes) + " bits");
  text +=
      line("workspace", number(workspace.bytes) + " bytes: " + number(workspace.counters.words) +
                            " counters, " + number(plan.workers) + " x 2 spill slices of " +
                            number(workspace.spill_capacity));
  if (workspace.segment_capacity > 0) {
    text += line("", number(plan.grid) + " segments of " + number(workspace.segment_capacity) +
                         " candidates, a count and a histogram each");
  }
  for (const std::string& reason : plan.reasons) text += line("because", reason);
  return text;
}

}  // namespace tailproof::planner
