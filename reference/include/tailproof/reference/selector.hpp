/// The end-to-end selector: indices of an exact Top-K and, when asked, the full trace.
/// Source: spec sections 3-7; paper sections 4.2-4.5.
#pragma once
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/score_matrix.hpp"
#include "tailproof/reference/trace.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace tailproof::reference {

/// Selects row after row, reusing its buffers: O(K + bins + candidates) memory beyond the input.
/// Not thread-safe; use one selector a thread.
class Selector {
 public:
  /// Throws ContractError unless 1 <= rank.
  Selector(const Policy& policy, std::int32_t rank);
  ~Selector();
  Selector(Selector&&) noexcept;
  Selector& operator=(Selector&&) noexcept;

  [[nodiscard]] const Policy& policy() const noexcept;
  [[nodiscard]] std::int32_t rank() const noexcept;

  /// Selects one row.
  /// @param scores  the valid prefix, L scores
  /// @param row     row number; only its phase a_r depends on it (spec 3)
  /// @param indices K slots: selected positions in no promised order, then -1 sentinels
  /// @param trace   where to write the trace; null selects untraced through the same phases
  /// Throws ContractError naming row and position of the first NaN; indices are then unspecified.
  void select(std::span<const float> scores, std::int64_t row, std::span<std::int32_t> indices,
              Trace* trace = nullptr);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

/// Selects every row of a matrix. indices: M x K, row-major. traces: M, or empty for none.
/// Throws ContractError as require_shape() and Selector::select() do.
void select_all(const ScoreMatrix& matrix, std::int32_t rank, const Policy& policy,
                std::span<std::int32_t> indices, std::span<Trace> traces = {});

}  // namespace tailproof::reference
