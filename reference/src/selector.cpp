#include "tailproof/reference/selector.hpp"

#include "row_selection.hpp"
#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/errors.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace tailproof::reference {

struct Selector::Workspace {
  Workspace(const Policy& policy, std::int32_t rank) : selection(policy, rank) {}
  RowSelection selection;
};

Selector::Selector(const Policy& policy, std::int32_t rank) {
  if (rank < 1) throw ContractError("K must be at least 1, got " + std::to_string(rank));
  workspace_ = std::make_unique<Workspace>(policy, rank);
}
Selector::~Selector() = default;
Selector::Selector(Selector&&) noexcept = default;
Selector& Selector::operator=(Selector&&) noexcept = default;

const Policy& Selector::policy() const noexcept {
  return workspace_->selection.policy();
}
std::int32_t Selector::rank() const noexcept {
  return workspace_->selection.rank();
}

void Selector::select(std::span<const float> scores, std::int64_t row,
                      std::span<std::int32_t> indices, Trace* trace) {
  require_no_nan(scores, row);
  workspace_->selection.run(scores, row, indices, trace);
}

void select_all(const ScoreMatrix& matrix, std::int32_t rank, const Policy& policy,
                std::span<std::int32_t> indices, std::span<Trace> traces) {
  require_shape(matrix, rank);
  Selector selector(policy, rank);
  const auto slots = static_cast<std::size_t>(rank);
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    const auto r = static_cast<std::size_t>(row);
    selector.select(matrix.valid(row), row, indices.subspan(r * slots, slots),
                    traces.empty() ? nullptr : &traces[r]);
  }
}

}  // namespace tailproof::reference
