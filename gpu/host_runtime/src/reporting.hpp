/// Turning a defect into the launch's report and ending the launch.
#pragma once
#include <cstdint>
#include <string>

#include "fiber.hpp"
#include "tailproof/simt/host/report.hpp"

namespace simt::detail {

/// A source position: by file and line where the dialect knows them, else by program counter.
struct Position {
  const char* file = nullptr;
  int line = 0;
  const void* pc = nullptr;
};
std::string to_text(const Position& position);

struct Problem {
  Defect defect;
  Space space = Space::none;
  std::string message{};
  std::string action{};  // of the running thread
  Position position{};   // of the running thread
  bool has_other = false;
  std::uint32_t other = 0;  // thread number
  std::string other_action{};
  Position other_position{};
};

/// "cta 3 thread 17".
std::string thread_name(std::uint32_t number);

/// Records the problem, unless the launch has one already. Does not stop the running thread.
void record(const Problem& problem);
/// Ends the launch. To be called by a GPU thread after record(), as a statement of its own: frames
/// that are abandoned are never destroyed, so nothing that owns memory may be alive in them.
[[noreturn]] void abandon();

}  // namespace simt::detail
