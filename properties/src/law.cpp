#include "law.hpp"

#include "tailproof/reference/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace tailproof::properties::checks {

std::string difference(const Keys& expected, const Keys& actual) {
  if (expected.size() != actual.size()) {
    return "selects " + std::to_string(actual.size()) + " scores, not " +
           std::to_string(expected.size());
  }
  const auto [e, a] = std::mismatch(expected.begin(), expected.end(), actual.begin());
  if (e == expected.end()) return "";
  const auto value = [](std::uint32_t key) {
    return std::bit_cast<float>(reference::bits_of_key32(key));
  };
  return fmt::format("pick {} from the best is {:g} ({:a}), not {:g} ({:a})", e - expected.begin(),
                     value(*a), value(*a), value(*e), value(*e));
}

bool Law::applies() const {
  return trial_.legal() && trial_.answer().status == Status::ok && trial_.call().rows() > 0;
}

const Answer* Law::ask(const Call& derived, bool traced) {
  const Answer& answer = trial_.ask(derived, traced);
  if (answer.status == Status::refused && !admits(trial_.traits(), derived)) return nullptr;
  trial_.looks();
  for (const GuardBreach& breach : answer.breaches) {
    report(-1, std::string(guard_name(breach.guard)) + " in the derived call: " + breach.detail);
  }
  if (answer.status == Status::ok) return &answer;
  report(-1, std::string(status_name(answer.status)) + " the derived call: " + answer.message);
  return nullptr;
}

void Law::compare(std::int64_t row, const Keys& expected, const Keys& actual,
                  const std::string& how) {
  const std::string problem = difference(expected, actual);
  if (!problem.empty()) report(row, how + ": " + problem);
}

void Law::report(std::int64_t row, const std::string& detail) {
  findings_.push_back({name_, FindingClass::violation, row, detail});
}

}  // namespace tailproof::properties::checks
