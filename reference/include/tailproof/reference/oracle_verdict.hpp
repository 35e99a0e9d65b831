/// What the oracle found: violations of the operator contract by kind. Source: spec section 1.
#pragma once
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace tailproof::reference {

/// The ways in which an answer can break the contract. Nothing here covers another tie choice or
/// another order: those are legal variations, which every verdict accepts (oracle_variation.hpp);
/// nor input outside the contract, which is refused with a ContractError instead of judged.
enum class ViolationKind : std::uint8_t {
  out_of_range,        ///< a slot holds neither a position in [0, L) nor -1
  duplicate,           ///< a position that an earlier slot already holds
  sentinel_for_index,  ///< -1 although fewer than min(K, L) slots hold something else
  sentinel_not_last,   ///< -1 before an index in a row with L < K
  omitted,             ///< an unselected position that every right answer holds or that beats a
                       ///< selected one: L <= K, or a score better than the worst selected
  not_among_best,      ///< L > K: a selected score that an unselected one strictly beats
};
inline constexpr int violation_kind_count = 6;

/// The enumerator's spelling with '-' for '_'.
[[nodiscard]] std::string_view violation_name(ViolationKind kind) noexcept;

/// A set of kinds, for instance those that a wrong answer must be rejected for.
class KindSet {
 public:
  constexpr KindSet() = default;
  constexpr KindSet(std::initializer_list<ViolationKind> kinds) {
    for (const ViolationKind kind : kinds) insert(kind);
  }
  constexpr void insert(ViolationKind kind) {
    bits_ = static_cast<std::uint8_t>(bits_ | (1u << static_cast<unsigned>(kind)));
  }
  [[nodiscard]] constexpr bool contains(ViolationKind kind) const {
    return ((bits_ >> static_cast<unsigned>(kind)) & 1u) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  friend bool operator==(const KindSet&, const KindSet&) = default;

 private:
  std::uint8_t bits_ = 0;
};

/// "duplicate, omitted"; "" for none.
[[nodiscard]] std::string to_string(KindSet kinds);

/// One violation; a part that the kind does not have is absent.
struct Violation {
  ViolationKind kind = ViolationKind::out_of_range;
  std::int64_t row = 0;
  std::optional<std::int64_t> slot;      ///< absent for omitted
  std::optional<std::int32_t> index;     ///< what the slot holds
  std::optional<std::int64_t> position;  ///< the valid position concerned
  std::optional<float> value;            ///< the score at that position
  /// The other side: for duplicate the earlier slot, for not_among_best the best position omitted,
  /// for omitted (L > K) the worst position selected.
  std::optional<std::int64_t> other;
  std::optional<float> other_value;
  friend bool operator==(const Violation&, const Violation&) = default;
};

/// "row 3, slot 17: duplicate: position 412 (0x1.8p+1) is already in slot 5".
[[nodiscard]] std::string to_string(const Violation& violation);

/// The first violation of one kind, in order of row, then slot (omitted: position), and how many.
struct KindFinding {
  Violation first;
  std::int64_t count = 0;
  friend bool operator==(const KindFinding&, const KindFinding&) = default;
};

/// The verdict on one row or on many. Nothing judged (rows == 0) is not a pass: callers say so.
struct Verdict {
  std::int64_t rows = 0;
  std::int64_t rejected_rows = 0;
  std::array<std::optional<KindFinding>, violation_kind_count> findings;

  [[nodiscard]] bool accepted() const noexcept { return rejected_rows == 0; }
  [[nodiscard]] const std::optional<KindFinding>& operator[](ViolationKind kind) const noexcept {
    return findings[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] KindSet kinds() const noexcept;
  /// Counts violations of the kind; keeps the first.
  void note(const Violation& violation, std::int64_t count = 1);
  /// Appends the verdict on later rows.
  Verdict& operator+=(const Verdict& later);
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// "accepted: 59 rows", or one line a kind: the first violation and how many there are.
[[nodiscard]] std::string to_string(const Verdict& verdict);

}  // namespace tailproof::reference
