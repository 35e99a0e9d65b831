/// The shape-stable dispatch: captured dimensions and a device to a launch. Source: spec section 8,
/// paper 5.5.
#pragma once
#include "tailproof/planner/device.hpp"
#include "tailproof/planner/kernel_info.hpp"
#include "tailproof/planner/shape.hpp"
#include "tailproof/planner/workspace.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace tailproof::planner {

/// A shape or device that no plan exists for; the message says which limit it breaks.
class PlanError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Everything that is fixed before capture. The live row count and the lengths are not.
struct Plan {
  const KernelInfo* kernel = nullptr;
  std::int64_t workers = 0;          ///< rows in flight at once
  std::int64_t grid = 0;             ///< CTAs of one launch; 0 = nothing to launch
  std::int64_t rows_per_launch = 0;  ///< all rows, but for plans of bounded launches
  std::int64_t launches = 0;
  std::int32_t vector_bytes = 4;  ///< load width of the row scan
  WorkspaceLayout workspace;
  std::vector<std::string> reasons;  ///< one sentence for each decision, in order
};

/// CTAs of the kernel that one SM holds at once, at least 1 if the kernel fits the device at all.
[[nodiscard]] std::int64_t ctas_per_sm(const KernelInfo& kernel, const Device& device) noexcept;

/// Whether the device can launch the kernel for rows of this width, and K is within its limit.
[[nodiscard]] bool fits(const KernelInfo& kernel, const Device& device, std::int64_t width,
                        std::int32_t rank = 1) noexcept;

/// Chooses a kernel and lays out its launch. Pure and total: every legal shape has a plan on every
/// usable device. Throws PlanError for an illegal shape or an unusable device.
[[nodiscard]] Plan plan(const Shape& shape, const Device& device);

/// As plan(), with the kernel chosen by the caller; it must outlive the plan. Throws PlanError also
/// when the kernel does not fit.
[[nodiscard]] Plan plan_with(const KernelInfo& kernel, const Shape& shape, const Device& device);

/// The plan as text: kernel, launch, workspace, and why.
[[nodiscard]] std::string explain(const Plan& plan, const Shape& shape, const Device& device);

}  // namespace tailproof::planner
