// What laws have in common; private to them.
#pragma once
#include "checks.hpp"
#include "derived_call.hpp"
#include "tailproof/properties/finding.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::properties::checks {

/// Keys of selected scores, best first.
using Keys = std::vector<std::uint32_t>;

/// How the keys differ, or nothing.
[[nodiscard]] std::string difference(const Keys& expected, const Keys& actual);

/// One law at work: derives rows, asks the subject, and compares row by row.
class Law {
 public:
  Law(std::string_view name, Trial& trial, Findings& findings)
      : name_(name), trial_(trial), findings_(findings) {}

  /// Laws speak about whole legal calls that were answered.
  [[nodiscard]] bool applies() const;
  /// The answer to the derived call, or null (with a finding) if there is none. What guards saw
  /// around that call is a finding of the law, which alone makes the call again.
  const Answer* ask(const Call& derived, bool traced = false);
  void compare(std::int64_t row, const Keys& expected, const Keys& actual, const std::string& how);
  void report(std::int64_t row, const std::string& detail);
  /// What the trial's own answer selected.
  [[nodiscard]] Keys original(std::int64_t row) const {
    return selected_keys(trial_.scores(row), trial_.indices(row));
  }

 private:
  std::string_view name_;
  Trial& trial_;
  Findings& findings_;
};

}  // namespace tailproof::properties::checks
