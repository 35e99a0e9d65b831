#include "tailproof/reference/oracle_verdict.hpp"

#include <cstdio>

namespace tailproof::reference {
namespace {

constexpr std::array<std::string_view, violation_kind_count> names = {
    "out-of-range",      "duplicate", "sentinel-for-index",
    "sentinel-not-last", "omitted",   "not-among-best",
};

std::string hex(float value) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", static_cast<double>(value));
  return text;
}

std::string place(const std::optional<std::int64_t>& position, const std::optional<float>& value) {
  if (!position.has_value()) return "none";
  return "position " + std::to_string(*position) + (value ? " (" + hex(*value) + ")" : "");
}

std::string detail(const Violation& v) {
  const std::string where = place(v.position, v.value);
  const std::string other = place(v.other, v.other_value);
  switch (v.kind) {
    case ViolationKind::out_of_range:
      return "index " + (v.index ? std::to_string(*v.index) : std::string("?")) +
             " is neither a valid position nor -1";
    case ViolationKind::duplicate:
      return where + " is already in slot " + std::to_string(v.other.value_or(-1));
    case ViolationKind::sentinel_for_index:
      return "-1 where an index is due";
    case ViolationKind::sentinel_not_last:
      return "-1 before an index";
    case ViolationKind::omitted:
      if (!v.other.has_value()) return where + " is not selected, although all must be";
      return where + " is not selected, although it beats the selected " + other;
    case ViolationKind::not_among_best:
      return where + " is selected, although the unselected " + other + " beats it";
  }
  return {};
}

}  // namespace

std::string_view violation_name(ViolationKind kind) noexcept {
  return names[static_cast<std::size_t>(kind)];
}

std::string to_string(KindSet kinds) {
  std::string text;
  for (int k = 0; k < violation_kind_count; ++k) {
    const auto kind = static_cast<ViolationKind>(k);
    if (!kinds.contains(kind)) continue;
    if (!text.empty()) text += ", ";
    text += violation_name(kind);
  }
  return text;
}

std::string to_string(const Violation& violation) {
  std::string text = "row " + std::to_string(violation.row);
  if (violation.slot.has_value()) text += ", slot " + std::to_string(*violation.slot);
  return text + ": " + std::string(violation_name(violation.kind)) + ": " + detail(violation);
}

KindSet Verdict::kinds() const noexcept {
  KindSet set;
  for (const auto& finding : findings) {
    if (finding.has_value()) set.insert(finding->first.kind);
  }
  return set;
}

void Verdict::note(const Violation& violation, std::int64_t count) {
  auto& finding = findings[static_cast<std::size_t>(violation.kind)];
  if (!finding.has_value()) finding = KindFinding{violation, 0};
  finding->count += count;
}

Verdict& Verdict::operator+=(const Verdict& later) {
  rows += later.rows;
  rejected_rows += later.rejected_rows;
  for (const auto& finding : later.findings) {
    if (finding.has_value()) note(finding->first, finding->count);
  }
  return *this;
}

std::string to_string(const Verdict& verdict) {
  if (verdict.accepted()) return "accepted: " + std::to_string(verdict.rows) + " rows\n";
  std::string text = "rejected: " + std::to_string(verdict.rejected_rows) + " of " +
                     std::to_string(verdict.rows) + " rows\n";
  for (const auto& finding : verdict.findings) {
    if (!finding.has_value()) continue;
    text += "  " + to_string(finding->first);
    if (finding->count > 1) text += " (first of " + std::to_string(finding->count) + ")";
    text += "\n";
  }
  return text;
}

}  // namespace tailproof::reference
