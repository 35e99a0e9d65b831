// Which fault of the checker is at work; included by the copies that plant.py writes.
#pragma once
#include <cstdlib>
#include <string_view>

namespace tailproof::test {

/// True if the environment names this fault; workers inherit it.
inline bool checker_fault(std::string_view name) {
  const char* const chosen = std::getenv("TAILPROOF_CHECKER_FAULT");
  return chosen != nullptr && name == chosen;
}

}  // namespace tailproof::test

/// Asked once a place, since some places are in loops over scores.
#define TAILPROOF_CHECKER_FAULT(name)                                        \
  ([] {                                                                      \
    static const bool planted_here = ::tailproof::test::checker_fault(name); \
    return planted_here;                                                     \
  }())
